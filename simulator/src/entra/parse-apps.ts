import type { AppRegistration, ClientSecret, FederatedCredential } from './app-registrations.ts';
import { readCertificate } from './client-assertion.ts';

function asObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${name} must be an object`);
  return { ...value };
}

function asText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} must be a text`);
  return value;
}

function asList(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be a list`);
  return value;
}

function parseSecret(value: unknown): ClientSecret {
  const { value: secret, expiresAt } = asObject(value, 'a secret');
  if (expiresAt === undefined) return { value: asText(secret, 'value') };
  if (Number.isNaN(Date.parse(asText(expiresAt, 'expiresAt')))) throw new TypeError('expiresAt must be a date');
  return { value: asText(secret, 'value'), expiresAt: asText(expiresAt, 'expiresAt') };
}

function parseCertificate(value: unknown): string {
  const certificate = asText(value, 'a certificate');
  if (!readCertificate(certificate)) throw new TypeError('a certificate must be one in PEM');
  return certificate;
}

function parseFederated(value: unknown): FederatedCredential {
  const { issuer, subject, audience } = asObject(value, 'a federated credential');
  return {
    issuer: asText(issuer, 'issuer'),
    subject: asText(subject, 'subject'),
    ...(audience === undefined ? {} : { audience: asText(audience, 'audience') }),
  };
}

function asBoolean(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw new TypeError(`${name} must be true or false`);
  return value;
}

/** The parser's result under the name; nothing where the value is absent. */
function optional<K extends string, T>(name: K, value: unknown, parse: (value: unknown) => T): { [P in K]?: T } {
  const some: { [P in K]?: T } = {};
  if (value !== undefined) some[name] = parse(value);
  return some;
}

/** App registrations from JSON (`--apps FILE`); throws a TypeError that names what is wrong. */
export function parseApps(value: unknown): AppRegistration[] {
  return asList(value, 'apps').map((item) => {
    const { clientId, name, secrets, certificates, federatedCredentials, isPublic, redirectUris } = asObject(
      item,
      'an app',
    );
    const list =
      <T>(of: string, parse: (one: unknown) => T) =>
      (some: unknown) =>
        asList(some, of).map(parse);
    return {
      clientId: asText(clientId, 'clientId'),
      ...optional('name', name, (text) => asText(text, 'name')),
      secrets: asList(secrets ?? [], 'secrets').map(parseSecret),
      ...optional('certificates', certificates, list('certificates', parseCertificate)),
      ...optional('federatedCredentials', federatedCredentials, list('federatedCredentials', parseFederated)),
      ...optional('isPublic', isPublic, (flag) => asBoolean(flag, 'isPublic')),
      ...optional(
        'redirectUris',
        redirectUris,
        list('redirectUris', (uri) => asText(uri, 'a redirect URI')),
      ),
    };
  });
}
