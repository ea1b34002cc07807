import { clientErrors } from './client-errors.ts';
import { type EntraError, entraErrors } from './entra-errors.ts';
import { isLocal, parsedUrl, sameAddress } from './redirect-addresses.ts';

export interface ClientSecret {
  value: string;
  /** Absent: does not end. */
  expiresAt?: string;
}

/** Whose tokens prove the application's identity (learn.microsoft.com/entra/workload-id, "workload-identity-federation"). */
export interface FederatedCredential {
  issuer: string;
  subject: string;
  /** Absent: `api://AzureADTokenExchange`. */
  audience?: string;
}

/** An application as it stands in its home tenant. */
export interface AppRegistration {
  clientId: string;
  /** Shown on sign-in and consent pages; absent: "Tenantry". */
  name?: string;
  secrets: ClientSecret[];
  /** Public keys as PEM certificates. */
  certificates?: string[];
  federatedCredentials?: FederatedCredential[];
  /** A public client: no credential for people's grants, and none for its own. */
  isPublic?: boolean;
  /** Absent: any address on this machine (localhost, 127.0.0.1, [::1]). */
  redirectUris?: string[];
}

/** An application in one tenant. */
export interface ClientApp {
  name: string;
  registration: AppRegistration;
  /**
   * What it asks every tenant for, where each tenant's consent to it is its own affair: an application registered through
   * Graph, or one of Microsoft's. Null: the product's own, whose consent is the tenant's `consent`.
   */
  asksFor: { scopes: string[]; roles: string[] } | null;
  /** What its consent in a tenant hangs on: its service principal there, with which the consent goes. */
  consentId(tenantId: string): string;
  /** Makes it part of the tenant, as consent does. */
  install(tenantId: string): void;
  /** Nobody registered it: whatever it says of itself passes. */
  isAny: boolean;
}

/** An application that somebody registered through Graph, as sign-in needs it. */
export interface RegisteredClient {
  registration: AppRegistration;
  asksFor: { scopes: string[]; roles: string[] };
  /** Null where people of this tenant, or of whichever (`common`), may sign in to it. */
  refusalIn(tenant: string): EntraError | null;
  /** The id of its service principal there; null where it has none. */
  principalIn(tenant: string): string | null;
  /** Gives it one there, as consent does. */
  install(tenant: string): void;
}

export interface AppRegistrations {
  /** The application, or the refusal where there is no such application. `tenant` is named in the refusal. */
  find(clientId: string, tenant: string): ClientApp | EntraError;
  /** Null where the secret is one of the application's and has not ended. */
  checkSecret(clientId: string, secret: string, now: Date): EntraError | null;
  /** The refusal of an application that has no service principal in the tenant: it can act for nobody there. */
  checkPrincipal(clientId: string, tenant: string): EntraError | null;
  /** Whether answers may be sent to this address; `clientId` null: whether any application may have them there. */
  allowsRedirect(clientId: string | null, redirectUri: string): boolean;
  /** Ends every secret that the application has now; secrets added later are good. */
  expireSecrets(clientId: string, now: Date): void;
  addSecret(clientId: string, secret: ClientSecret): void;
  /** Adds applications, or puts them in the place of those with the same id. */
  register(registrations: AppRegistration[]): void;
  /** Takes back what `register` did. */
  forgetRegistered(): void;
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

export interface AppRegistrationParts {
  /** An application registered through Graph, by its id. */
  registered(clientId: string): RegisteredClient | null;
}

interface Entry {
  registration: AppRegistration;
  /** Any secret that is not empty passes, until they are expired. */
  anySecret: boolean;
  expired: boolean;
}

/** "Microsoft Graph Command Line Tools": in every tenant, and in no tenant consented to beforehand. */
export const graphCommandLineTools = '14d82eec-204b-4c2f-b7e8-296a70dab67e';

/** Applications of Microsoft's own that exist in every tenant. */
const wellKnown: readonly AppRegistration[] = [
  {
    clientId: graphCommandLineTools,
    name: 'Microsoft Graph Command Line Tools',
    secrets: [],
    isPublic: true,
    redirectUris: ['http://localhost', 'https://login.microsoftonline.com/common/oauth2/nativeclient'],
  },
];

export function isEntraError(value: object): value is EntraError {
  return 'code' in value && 'text' in value;
}

const keyOf = (clientId: string) => clientId.toLowerCase();

function copied(registration: AppRegistration): AppRegistration {
  return { ...registration, secrets: [...registration.secrets] };
}

function firstEntries({ apps, clientId, clientSecret }: AppRegistrationOptions): Map<string, Entry> {
  const named = (apps ?? []).map((registration) => ({ registration, anySecret: false, expired: false }));
  const secrets = clientSecret === undefined ? [] : [{ value: clientSecret }];
  const one =
    clientId === undefined
      ? []
      : [{ registration: { clientId, secrets }, anySecret: clientSecret === undefined, expired: false }];
  return new Map(
    [...named, ...one].map((entry) => [
      keyOf(entry.registration.clientId),
      { ...entry, registration: copied(entry.registration) },
    ]),
  );
}

export function createAppRegistrations(
  options: AppRegistrationOptions,
  parts: AppRegistrationParts = { registered: () => null },
): AppRegistrations {
  const anyClient = options.apps === undefined && options.clientId === undefined;
  const known = firstEntries(options);
  /** What `register` hid, by its key; null: nothing was there. */
  const hidden = new Map<string, Entry | null>();
  const ofGraph = (clientId: string) => parts.registered(clientId);
  function unnamed(clientId: string): Entry {
    const secrets = options.clientSecret === undefined ? [] : [{ value: options.clientSecret }];
    return { registration: { clientId, secrets }, anySecret: options.clientSecret === undefined, expired: false };
  }
  /** An application that was named here or by Microsoft; null: whether it is one depends on whether any is. */
  function namedEntry(clientId: string): Entry | null {
    const found = known.get(keyOf(clientId));
    if (found) return found;
    const registration =
      ofGraph(clientId)?.registration ?? wellKnown.find((app) => app.clientId === keyOf(clientId)) ?? null;
    return registration && { registration, anySecret: false, expired: false };
  }
  const entryOf = (clientId: string) =>
    namedEntry(clientId) ?? (anyClient && clientId !== '' ? unnamed(clientId) : null);
  function change(clientId: string, edit: (entry: Entry) => void): void {
    const entry = entryOf(clientId);
    if (!entry) throw new TypeError(`there is no app registration ${clientId}`);
    edit(entry);
    known.set(keyOf(clientId), entry);
  }
  return {
    find(clientId, tenant) {
      const entry = entryOf(clientId);
      const client = known.has(keyOf(clientId)) ? null : ofGraph(clientId);
      if (!entry) return entraErrors.unknownApp(clientId, tenant);
      const refusal = client?.refusalIn(tenant) ?? null;
      if (refusal) return refusal;
      const { registration } = entry;
      const isWellKnown = wellKnown.includes(registration);
      return {
        name: registration.name ?? 'Tenantry',
        registration,
        asksFor: client?.asksFor ?? (isWellKnown ? { scopes: [], roles: [] } : null),
        consentId: (tenantId) => client?.principalIn(tenantId) ?? clientId,
        install: (tenantId) => client?.install(tenantId),
        isAny: namedEntry(clientId) === null || entry.anySecret,
      };
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
    checkPrincipal(clientId, tenant) {
      const client = known.has(keyOf(clientId)) ? null : ofGraph(clientId);
      return client && client.principalIn(tenant) === null ? clientErrors.noPrincipal(clientId, tenant) : null;
    },
    allowsRedirect(clientId, redirectUri) {
      const url = parsedUrl(redirectUri);
      if (!url) return false;
      const asked = clientId === null ? [...known.values()] : [entryOf(clientId)];
      const registered = asked.map((entry) => entry?.registration.redirectUris ?? 'local');
      if (registered.length === 0 && anyClient) registered.push('local');
      return registered.some((addresses) =>
        addresses === 'local' ? isLocal(url) : addresses.some((address) => sameAddress(address, url, redirectUri)),
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
    register(registrations) {
      for (const registration of registrations) {
        const key = keyOf(registration.clientId);
        if (!hidden.has(key)) hidden.set(key, known.get(key) ?? null);
        known.set(key, { registration: copied(registration), anySecret: false, expired: false });
      }
    },
    forgetRegistered() {
      for (const [key, entry] of hidden) {
        if (entry) known.set(key, entry);
        else known.delete(key);
      }
      hidden.clear();
    },
  };
}
