import { type EntraError, entraErrors } from './entra-errors.ts';

export interface ClientSecret {
  value: string;
  /** Absent: does not end. */
  expiresAt?: string;
}

/** An application as it stands in its home tenant. */
export interface AppRegistration {
  clientId: string;
  /** Shown on sign-in and consent pages; absent: "Tenantry". */
  name?: string;
  secrets: ClientSecret[];
  /** Absent: any address on this machine (localhost, 127.0.0.1, [::1]). */
  redirectUris?: string[];
}

export interface AppRegistrations {
  /** The application's name, or the refusal where there is no such application. `tenant` is named in the refusal. */
  find(clientId: string, tenant: string): { name: string } | EntraError;
  /** Null where the secret is one of the application's and has not ended. */
  checkSecret(clientId: string, secret: string, now: Date): EntraError | null;
  /** Whether answers may be sent to this address; `clientId` null: whether any application may have them there. */
  allowsRedirect(clientId: string | null, redirectUri: string): boolean;
  /** Ends every secret that the application has now; secrets added later are good. */
  expireSecrets(clientId: string, now: Date): void;
  addSecret(clientId: string, secret: ClientSecret): void;
}

/**
 * Without any, the simulator takes whatever a client says of itself: `npm start` and trials need no registration then, and
 * the simulator listens on this machine alone. Tests of refusals name their applications (docs/simulator.md).
 */
export interface AppRegistrationOptions {
  /** Absent: any client id is an application. */
  apps?: AppRegistration[];
  /** Shorthand for one application; absent with `apps` absent: any client id. */
  clientId?: string;
  /** Its secret, or everyone's; absent: any secret that is not empty. */
  clientSecret?: string;
}

interface Entry {
  registration: AppRegistration;
  /** Any secret that is not empty passes, until they are expired. */
  anySecret: boolean;
  expired: boolean;
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

function parsedUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hash === '' ? url : null;
}

/** Entra compares literally, but ignores the port of http://localhost (learn.microsoft.com, "reply-url"). */
function sameAddress(registered: string, sent: URL, sentText: string): boolean {
  if (registered === sentText) return true;
  const url = parsedUrl(registered);
  if (url?.hostname !== 'localhost' || sent.hostname !== 'localhost') return false;
  return (
    url.protocol === 'http:' &&
    sent.protocol === 'http:' &&
    url.pathname === sent.pathname &&
    url.search === sent.search
  );
}

export function isEntraError(value: object): value is EntraError {
  return 'code' in value && 'text' in value;
}

function firstEntries({ apps, clientId, clientSecret }: AppRegistrationOptions): Entry[] {
  const entries = (apps ?? []).map((registration) => ({ registration, anySecret: false, expired: false }));
  if (clientId === undefined) return entries;
  const secrets = clientSecret === undefined ? [] : [{ value: clientSecret }];
  return [...entries, { registration: { clientId, secrets }, anySecret: clientSecret === undefined, expired: false }];
}

export function createAppRegistrations(options: AppRegistrationOptions): AppRegistrations {
  const anyClient = options.apps === undefined && options.clientId === undefined;
  const known = new Map<string, Entry>();
  for (const entry of firstEntries(options)) {
    const { registration } = entry;
    known.set(registration.clientId.toLowerCase(), {
      ...entry,
      registration: { ...registration, secrets: [...registration.secrets] },
    });
  }
  function entryOf(clientId: string): Entry | null {
    const found = known.get(clientId.toLowerCase());
    if (found || !anyClient || clientId === '') return found ?? null;
    const secrets = options.clientSecret === undefined ? [] : [{ value: options.clientSecret }];
    return { registration: { clientId, secrets }, anySecret: options.clientSecret === undefined, expired: false };
  }
  function change(clientId: string, edit: (entry: Entry) => void): void {
    const entry = entryOf(clientId);
    if (!entry) throw new TypeError(`there is no app registration ${clientId}`);
    edit(entry);
    known.set(clientId.toLowerCase(), entry);
  }
  return {
    find(clientId, tenant) {
      const entry = entryOf(clientId);
      return entry ? { name: entry.registration.name ?? 'Tenantry' } : entraErrors.unknownApp(clientId, tenant);
    },
    checkSecret(clientId, secret, now) {
      const entry = entryOf(clientId);
      const match = entry?.registration.secrets.find(({ value }) => value === secret);
      if (match && secret !== '') {
        const ended = match.expiresAt !== undefined && Date.parse(match.expiresAt) <= now.getTime();
        return ended ? entraErrors.expiredSecret(clientId) : null;
      }
      if (!entry?.anySecret || secret === '') return entraErrors.wrongSecret(clientId);
      return entry.expired ? entraErrors.expiredSecret(clientId) : null;
    },
    allowsRedirect(clientId, redirectUri) {
      const url = parsedUrl(redirectUri);
      if (!url) return false;
      const asked = clientId === null ? [...known.values()] : [entryOf(clientId)];
      const registered = asked.map((entry) => entry?.registration.redirectUris ?? 'local');
      if (registered.length === 0 && anyClient) registered.push('local');
      return registered.some((addresses) =>
        addresses === 'local'
          ? localHosts.has(url.hostname)
          : addresses.some((address) => sameAddress(address, url, redirectUri)),
      );
    },
    expireSecrets(clientId, now) {
      change(clientId, (entry) => {
        const expiresAt = now.toISOString();
        entry.registration.secrets = entry.registration.secrets.map((secret) => ({ ...secret, expiresAt }));
        entry.expired = true;
      });
    },
    addSecret(clientId, secret) {
      change(clientId, (entry) => {
        entry.registration.secrets = [...entry.registration.secrets, secret];
      });
    },
  };
}
