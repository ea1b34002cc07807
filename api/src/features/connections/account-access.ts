import { setTimeout as wait } from 'node:timers/promises';
import { acquireLease, type LeaseEntity } from '../../domain/lease/lease.ts';
import type { Clock } from '../../ports/clock.ts';
import type { GraphClient } from '../../ports/graph.ts';
import { type AppRegistration, IdentityError, type IdentityProvider } from '../../ports/identity-provider.ts';
import type { GraphOptions } from '../../ports/microsoft365.ts';
import type { StateTable } from '../../ports/state.ts';
import type { CredentialRecord } from '../../store/credentials.ts';
import type { CredentialService } from './credential-service.ts';

type Dependencies = {
  credentials: Pick<CredentialService, 'read' | 'tokenCacheOf' | 'saveRefreshed'>;
  identityProvider: Pick<IdentityProvider, 'refresh' | 'graphAs'>;
  appRegistration(): Promise<AppRegistration | null>;
  leases: StateTable<LeaseEntity>;
  clock: Clock;
};

type Held = { accessToken: string; untilMs: number; since: string };
type AccountTenant = { tenantId: string; entraTenantId: string };

/** Renewing takes a second; a process that died with the lease is waited for no longer than somebody waits for a page. */
const leaseMs = 15_000;
const lookEveryMs = 250;
/** An access token that ends within this is not handed out any more. */
const marginMs = 5 * 60_000;

/**
 * The sign-in of whoever connected a tenant, for what Graph gives to people alone. A refresh token may be good for one use:
 * one process at a time renews, under a lease, and keeps what it got before the next one reads it.
 */
export function createAccountAccess(dependencies: Dependencies) {
  const { credentials, identityProvider, appRegistration, leases, clock } = dependencies;
  const held = new Map<string, Held>();
  const nobody = () =>
    new IdentityError('NO_ACCOUNT', 'Nobody has signed in to this tenant: expired token. Connect it first.');

  async function connected(tenantId: string): Promise<CredentialRecord> {
    const record = await credentials.read(tenantId);
    if (!record?.tokenCache || record.reconnectSince !== null) throw nobody();
    return record;
  }

  async function leaseOf(tenantId: string, signal?: AbortSignal) {
    const deadlineMs = performance.now() + leaseMs;
    for (;;) {
      const lease = await acquireLease(leases, `account ${tenantId}`, { clock, forMs: leaseMs });
      if (lease) return lease;
      if (performance.now() > deadlineMs) {
        throw new IdentityError('BUSY', 'The sign-in to this tenant is just being renewed. Try again in a moment.');
      }
      await wait(lookEveryMs, undefined, signal ? { signal } : {});
    }
  }

  async function renew(
    { tenantId, entraTenantId }: AccountTenant,
    scopes: readonly string[],
    signal?: AbortSignal,
  ): Promise<Held> {
    const lease = await leaseOf(tenantId, signal);
    try {
      const app = await appRegistration();
      if (!app)
        throw new IdentityError('NO_APP', 'The app registration is not set up: Admin Panel, Graph API Settings.');
      const record = await connected(tenantId);
      const tokenCache = await credentials.tokenCacheOf(tenantId);
      if (tokenCache === null) throw nobody();
      const refreshed = await identityProvider.refresh(app, { authority: entraTenantId, scopes, tokenCache });
      const since = record.lastAuthenticatedAt ?? '';
      await credentials.saveRefreshed(tenantId, refreshed, since);
      const endsMs = refreshed.expiresAt?.getTime() ?? 0;
      return { accessToken: refreshed.accessToken, untilMs: endsMs - marginMs, since };
    } finally {
      await lease.release();
    }
  }

  async function token(
    tenant: AccountTenant,
    scopes: readonly string[],
    { isRefused, signal }: { isRefused: boolean; signal: AbortSignal | undefined },
  ): Promise<string> {
    const key = `${tenant.tenantId} ${scopes.join(' ')}`;
    const { lastAuthenticatedAt } = await connected(tenant.tenantId);
    const known = isRefused ? undefined : held.get(key);
    const isGood = known && known.since === (lastAuthenticatedAt ?? '') && known.untilMs > clock.now().getTime();
    const used = isGood ? known : await renew(tenant, scopes, signal);
    held.set(key, used);
    return used.accessToken;
  }

  return {
    /**
     * Renews the sign-in, whatever is held.
     * @throws IdentityError where Entra ID refuses, nobody is signed in or another process is at it; EnvelopeError
     */
    async renew(tenant: AccountTenant, scopes: readonly string[]): Promise<void> {
      held.set(`${tenant.tenantId} ${scopes.join(' ')}`, await renew(tenant, scopes));
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
        token(tenant, scopes, { isRefused, signal }).catch((error: unknown) => {
          signal?.throwIfAborted();
          return explain ? explain(error) : Promise.reject(error);
        });
      const first = await tokenFor(false);
      let given = false;
      return identityProvider.graphAs(async ({ skipCache }) => {
        if (!given && !skipCache) {
          given = true;
          return first;
        }
        return tokenFor(skipCache);
      }, options);
    },
  };
}

export type AccountAccess = ReturnType<typeof createAccountAccess>;
