import type { AppRegistration, ClientSecret } from './app-registrations.ts';

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

/** App registrations from JSON (`--apps FILE`); throws a TypeError that names what is wrong. */
export function parseApps(value: unknown): AppRegistration[] {
  return asList(value, 'apps').map((item) => {
    const { clientId, name, secrets, redirectUris } = asObject(item, 'an app');
    return {
      clientId: asText(clientId, 'clientId'),
      ...(name === undefined ? {} : { name: asText(name, 'name') }),
      secrets: asList(secrets ?? [], 'secrets').map(parseSecret),
      ...(redirectUris === undefined
        ? {}
        : { redirectUris: asList(redirectUris, 'redirectUris').map((uri) => asText(uri, 'a redirect URI')) }),
    };
  });
}
