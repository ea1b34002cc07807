import { setTimeout as wait } from 'node:timers/promises';
import { acquireLease, type Lease } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { GraphClient } from '../../ports/graph.ts';
import { type AppRegistration, IdentityError, type IdentityProvider } from '../../ports/identity-provider.ts';
import type { GraphOptions } from '../../ports/microsoft365.ts';
import type { CredentialRecord } from '../../store/credentials.ts';
import type { CredentialService } from './credential-service.ts';

type Dependencies = Pick<CommonParts, 'leases' | 'clock'> & {
  credentials: Pick<CredentialService, 'read' | 'tokenCacheOf' | 'saveRefreshed'>;
  identityProvider: Pick<IdentityProvider, 'refresh' | 'graphAs'>;
  appRegistration(): Promise<AppRegistration | null>;
};

type Held = { accessToken: string; untilMs: number; since: string };
/** Access tokens that are still good, by tenant and permissions; `since`: the sign-in that they came from. */
type Access = Dependencies & { held: Map<string, Held> };
type AccountTenant = { tenantId: string; entraTenantId: string };

/** Renewing takes a second. The lease of a process that died may hold up others no longer than a person waits for a page. */
const leaseMs = 15_000;
const lookEveryMs = 250;
/** An access token that ends within this is not handed out any more. */
const marginMs = 5 * 60_000;

const nobody = () =>
  new IdentityError('NO_ACCOUNT', 'The sign-in to this tenant is missing or has expired. Connect the tenant again.');

async function connected({ credentials }: Access, tenantId: string): Promise<CredentialRecord> {
  const record = await credentials.read(tenantId);
  if (!record?.tokenCache || record.reconnectSince !== null) throw nobody();
  return record;
}

async function leaseOf({ leases, clock }: Access, tenantId: string, signal: AbortSignal | undefined): Promise<Lease> {
  const deadlineMs = performance.now() + leaseMs;
  for (;;) {
    const lease = await acquireLease(leases, `account ${tenantId}`, { clock, forMs: leaseMs });
    if (lease) return lease;
    if (performance.now() > deadlineMs) {
      throw new IdentityError('BUSY', 'The sign-in to this tenant is being renewed. Try again in a moment.');
    }
    await wait(lookEveryMs, undefined, { signal });
  }
}

const keyOf = ({ tenantId }: AccountTenant, scopes: readonly string[]) => `${tenantId} ${scopes.join(' ')}`;

/** Renews the sign-in, and holds the access token that came with it. */
async function renew(
  access: Access,
  tenant: AccountTenant,
  scopes: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const { credentials, identityProvider, appRegistration, held } = access;
  const { tenantId, entraTenantId: authority } = tenant;
  const lease = await leaseOf(access, tenantId, signal);
  try {
    const app = await appRegistration();
    if (!app) {
      throw new IdentityError('NO_APP', 'The app registration is not set up: Admin Panel > Graph API Settings.');
    }
    const record = await connected(access, tenantId);
    const tokenCache = await credentials.tokenCacheOf(tenantId);
    if (tokenCache === null) throw nobody();
    const refreshed = await identityProvider.refresh(app, { authority, scopes, tokenCache });
    const since = record.lastAuthenticatedAt ?? '';
    await credentials.saveRefreshed(tenantId, refreshed, since);
    const { accessToken, expiresAt } = refreshed;
    held.set(keyOf(tenant, scopes), { accessToken, untilMs: (expiresAt?.getTime() ?? 0) - marginMs, since });
    return accessToken;
  } finally {
    await lease.release();
  }
}

/** The token that is held, while it is good; else a new one. */
async function token(
  access: Access,
  tenant: AccountTenant,
  scopes: readonly string[],
  { isRefused, signal }: { isRefused: boolean; signal: AbortSignal | undefined },
): Promise<string> {
  const { lastAuthenticatedAt } = await connected(access, tenant.tenantId);
  const known = isRefused ? undefined : access.held.get(keyOf(tenant, scopes));
  const isGood = known && known.since === (lastAuthenticatedAt ?? '') && known.untilMs > access.clock.now().getTime();
  return isGood ? known.accessToken : renew(access, tenant, scopes, signal);
}

/**
 * The sign-in of whoever connected a tenant, for what Graph gives to people alone. A refresh token may be good for one use:
 * one process at a time renews, under a lease, and keeps what it got before the next one reads it.
 */
export function createAccountAccess(dependencies: Dependencies) {
  const access: Access = { ...dependencies, held: new Map() };
  return {
    /**
     * Renews the sign-in, whatever is held.
     * @throws IdentityError where Entra ID refuses, nobody is signed in or another process is at it; EnvelopeError
     */
    async renew(tenant: AccountTenant, scopes: readonly string[]): Promise<void> {
      await renew(access, tenant, scopes);
    },

    /** Drops the access tokens that are held for a tenant. */
    forget(tenantId: string): void {
      for (const key of access.held.keys()) if (key.startsWith(`${tenantId} `)) access.held.delete(key);
    },

    /**
     * Graph as that account, with these delegated permissions.
     * @param explain throws instead what a failure to get a token is to its caller, now and for later requests
     * @throws as `renew` does; the signal's reason when aborted
     */
    async graph(
      tenant: AccountTenant,
      scopes: readonly string[],
      { explain, ...options }: GraphOptions & { explain?: (error: unknown) => never } = {},
    ): Promise<GraphClient> {
      const { signal } = options;
      const tokenFor = (isRefused: boolean) =>
        token(access, tenant, scopes, { isRefused, signal }).catch((error: unknown) => {
          signal?.throwIfAborted();
          return explain ? explain(error) : Promise.reject(error);
        });
      const first = await tokenFor(false);
      let given = false;
      return access.identityProvider.graphAs(
        async ({ skipCache }) => {
          if (!given && !skipCache) {
            given = true;
            return first;
          }
          return tokenFor(skipCache);
        },
        options,
        () => access.held.delete(keyOf(tenant, scopes)),
      );
    },
  };
}

export type AccountAccess = ReturnType<typeof createAccountAccess>;
