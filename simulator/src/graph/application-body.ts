import { createHash, randomUUID } from 'node:crypto';
import type { KeyCredential, RequiredResourceAccess } from '@microsoft/microsoft-graph-types';
import type { ApplicationSettings } from '../directory/registrations.ts';
import { readCertificate } from '../entra/client-assertion.ts';
import { parsedUrl } from '../entra/redirect-addresses.ts';
import { GraphError } from './graph-answer.ts';

export function requestError(message: string, code = 'Request_BadRequest'): GraphError {
  return new GraphError(400, code, message);
}

function invalid(property: string, resource = 'Application'): GraphError {
  return requestError(`Invalid value specified for property '${property}' of resource '${resource}'.`);
}

export function asRecord(value: unknown, property: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(property);
  return { ...value };
}

/** What a body names has to be a property of the resource, as far as the simulator knows it. */
export function knownProperties(value: unknown, resource: object): Record<string, unknown> {
  const body = asRecord(value, 'body');
  const strange = Object.keys(body).find((name) => !(name in resource) && !name.startsWith('@odata.'));
  if (strange !== undefined) throw requestError(`Invalid property '${strange}'.`);
  return body;
}

function asList(value: unknown, property: string): unknown[] {
  if (!Array.isArray(value)) throw invalid(property);
  return value;
}

function textList(value: unknown, property: string): string[] {
  return asList(value, property).map((item) => {
    if (typeof item !== 'string' || item === '') throw invalid(property);
    return item;
  });
}

function asGuid(value: unknown, property: string): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) throw invalid(property);
  return value.toLowerCase();
}

function onlyKnown(body: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name) && !name.includes('@odata.'));
  if (unknown !== undefined) throw requestError(`Invalid property '${unknown}'.`);
}

/** Entra takes HTTPS, and HTTP for this machine alone; a public client may also have a scheme of its own. */
function redirectUris(property: string) {
  return (value: unknown): { redirectUris: string[] } => {
    const platform = asRecord(value, property);
    onlyKnown(platform, ['redirectUris', 'homePageUrl', 'logoutUrl', 'implicitGrantSettings', 'redirectUriSettings']);
    const addresses = textList(platform.redirectUris ?? [], 'redirectUris');
    const isGood = (address: string) => {
      const url = parsedUrl(address);
      if (!url) return property === 'publicClient' && /^[a-z][\w.+-]*:/i.test(address);
      return url.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    };
    if (!addresses.every(isGood)) throw invalid('redirectUris');
    return { redirectUris: addresses };
  };
}

function dateOf(value: unknown, otherwise: Date): Date {
  if (value === undefined || value === null) return otherwise;
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  if (Number.isNaN(date.getTime())) throw invalid('keyCredentials');
  return date;
}

const secondsOf = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;

/** One key: sent anew with its certificate, or one that is there already and stays. */
function keyCredential(value: unknown, present: readonly KeyCredential[]): KeyCredential {
  const sent = asRecord(value, 'keyCredentials');
  if (typeof sent.key !== 'string') {
    const kept = present.find(({ keyId }) => keyId !== undefined && keyId === sent.keyId);
    if (!kept) throw invalid('key', 'KeyCredential');
    return kept;
  }
  if (sent.type !== 'AsymmetricX509Cert') throw invalid('type', 'KeyCredential');
  if (sent.usage !== 'Verify') throw invalid('usage', 'KeyCredential');
  const certificate = readCertificate(sent.key);
  if (!certificate) throw invalid('key', 'KeyCredential');
  const from = dateOf(sent.startDateTime, certificate.validFromDate);
  const until = dateOf(sent.endDateTime, certificate.validToDate);
  if (until > certificate.validToDate || until <= from)
    throw requestError('Key credential end date is invalid.', 'KeyCredentialsInvalidEndDate');
  return {
    keyId: typeof sent.keyId === 'string' ? asGuid(sent.keyId, 'keyId') : randomUUID(),
    type: 'AsymmetricX509Cert',
    usage: 'Verify',
    displayName: typeof sent.displayName === 'string' ? sent.displayName : certificate.subject,
    customKeyIdentifier: createHash('sha1').update(certificate.raw).digest('hex').toUpperCase(),
    startDateTime: secondsOf(from),
    endDateTime: secondsOf(until),
    key: certificate.raw.toString('base64'),
  };
}

function resourceAccess(value: unknown): RequiredResourceAccess[] {
  return asList(value, 'requiredResourceAccess').map((item) => {
    const { resourceAppId, resourceAccess: accesses } = asRecord(item, 'requiredResourceAccess');
    return {
      resourceAppId: asGuid(resourceAppId, 'resourceAppId'),
      resourceAccess: asList(accesses, 'resourceAccess').map((access) => {
        const { id, type } = asRecord(access, 'resourceAccess');
        if (type !== 'Role' && type !== 'Scope') throw invalid('type', 'ResourceAccess');
        return { id: asGuid(id, 'id'), type };
      }),
    };
  });
}

type Parsers = {
  [Name in keyof ApplicationSettings]: (value: unknown, present: readonly KeyCredential[]) => ApplicationSettings[Name];
};

const textOrNull = (property: string) => (value: unknown) => {
  if (value !== null && typeof value !== 'string') throw invalid(property);
  return value;
};

const parsers: Parsers = {
  displayName(value) {
    if (typeof value !== 'string' || value.trim() === '')
      throw requestError("A value is required for property 'displayName' of resource 'Application'.");
    if (value.length > 256) throw invalid('displayName');
    return value;
  },
  description: textOrNull('description'),
  notes: textOrNull('notes'),
  tags: (value) => textList(value, 'tags'),
  signInAudience(value) {
    if (value !== 'AzureADMyOrg' && value !== 'AzureADMultipleOrgs') throw invalid('signInAudience');
    return value;
  },
  isFallbackPublicClient(value) {
    if (value !== null && typeof value !== 'boolean') throw invalid('isFallbackPublicClient');
    return value;
  },
  keyCredentials: (value, present) =>
    asList(value, 'keyCredentials').map((credential) => keyCredential(credential, present)),
  requiredResourceAccess: resourceAccess,
  web: redirectUris('web'),
  publicClient: redirectUris('publicClient'),
  spa: redirectUris('spa'),
};

const names = Object.keys(parsers).filter((name): name is keyof ApplicationSettings => name in parsers);

/** The settings that a body names; throws what Graph answers where one is not good. */
export function parseApplication(body: unknown, present: readonly KeyCredential[]): Partial<ApplicationSettings> {
  const sent = asRecord(body, 'body');
  onlyKnown(sent, names);
  const parsed: Partial<ApplicationSettings> = {};
  const put = <Name extends keyof ApplicationSettings>(name: Name) => {
    if (sent[name] !== undefined) parsed[name] = parsers[name](sent[name], present);
  };
  for (const name of names) put(name);
  return parsed;
}
