import { truncate } from '@tenantry/contract/text';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import { noteLostConnection } from '../../domain/changes/note-lost-connection.ts';
import { firstSecretWarning } from '../../domain/secrets/secret-expiry.ts';
import { replaceIfUnchanged } from '../../ports/collection.ts';
import type { AppRegistration } from '../../ports/identity-provider.ts';
import { type CredentialRecord, credentialId } from '../../store/credentials.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { changeCredential, changeKnownCredential, readCredential } from './change-credential.ts';
import { nextRefresh, nothingTried, notLost, reached, type Use, used } from './credential-changes.ts';
import { decryptedSecret, envelopeOf, reencryptAll, type SecretDependencies } from './credential-secrets.ts';
import type { SignedInGrant } from './pending-connections.ts';

type Dependencies = SecretDependencies & {
  tenants: TenantStore;
  /** This installation's registration, for tenants without one of their own. */
  appRegistration(): Promise<AppRegistration | null>;
};

type OwnApp = {
  clientId: string;
  clientSecret: string;
  secretExpiresAt: string | null;
  environment: CredentialRecord['environment'];
};

const hourMs = 3_600_000;

/** The secret is encrypted; `save` has nothing left to do but to write it down. */
async function prepareOwnApp(
  dependencies: Dependencies,
  tenant: { id: string; name: string },
  app: OwnApp,
  { useMock, by }: { useMock: boolean; by: string },
) {
  const { id: tenantId, name: target } = tenant;
  const now = dependencies.clock.now();
  const clientSecret = await envelopeOf(dependencies, tenantId, 'clientSecret', app.clientSecret);
  const secretWarnAt = firstSecretWarning(app.secretExpiresAt, now);
  const { clientId, secretExpiresAt, environment } = app;
  const trailed = ['clientId', 'secretExpiresAt', 'environment', 'useMock'] as const;
  const save = () =>
    changeCredential(
      dependencies,
      tenantId,
      (record) => ({
        ...record,
        clientId,
        clientSecret,
        secretExpiresAt,
        secretWarnAt,
        environment,
        useMock,
        ...nothingTried,
        decryptionFailed: false,
        // A new secret does not renew a sign-in that has ended.
        ...(record.reconnectGrant === 'delegated' ? {} : notLost(record, now)),
      }),
      (before, after) => ({
        ...{ eventType: 'credentials_saved', user: by, target, tenantId },
        details: { ...whatChanged(before, after, trailed), newSecret: true },
      }),
    );
  return { save };
}

async function saveConnection(dependencies: Dependencies, tenantId: string, redeemed: SignedInGrant) {
  const tokenCache = await envelopeOf(dependencies, tenantId, 'tokenCache', redeemed.tokenCache);
  const now = dependencies.clock.now();
  const at = now.toISOString();
  return changeCredential(dependencies, tenantId, (record) => ({
    ...record,
    tokenCache,
    tokenExpiresAt: redeemed.expiresAt?.toISOString() ?? null,
    scopes: [...redeemed.scopes],
    userEmail: redeemed.identity.email ?? redeemed.identity.username,
    lastAuthenticatedAt: at,
    ...notLost(record, now),
    refreshDueAt: nextRefresh(now, Math.random()),
    lastTokenRequestAt: at,
    lastTokenSuccess: true,
    lastGraphCallSuccess: true,
    lastTest: null,
    useMock: false,
    decryptionFailed: false,
  }));
}

async function saveRefreshed(
  dependencies: Dependencies,
  tenantId: string,
  refreshed: { tokenCache: string; expiresAt: Date | null },
  authenticatedAt: string,
) {
  const tokenCache = await envelopeOf(dependencies, tenantId, 'tokenCache', refreshed.tokenCache);
  const now = dependencies.clock.now();
  return changeCredential(dependencies, tenantId, (record) =>
    record.lastAuthenticatedAt === authenticatedAt
      ? {
          ...record,
          tokenCache,
          tokenExpiresAt: refreshed.expiresAt?.toISOString() ?? null,
          refreshDueAt: nextRefresh(now, Math.random()),
          lastTokenSuccess: true,
          lastTokenRequestAt: now.toISOString(),
        }
      : record,
  );
}

async function claimDue({ credentials, clock }: Dependencies, limit: number): Promise<CredentialRecord[]> {
  const now = clock.now();
  const claimed: CredentialRecord[] = [];
  for (const { tenantId, refreshDueAt } of await credentials.due(everyTenant, 'refreshDueAt', now, limit)) {
    const records = credentials.of(tenantId);
    const stored = await records.get(credentialId(tenantId));
    if (stored?.value.refreshDueAt !== refreshDueAt) continue;
    const putOff = { ...stored.value, refreshDueAt: new Date(now.getTime() + hourMs).toISOString() };
    const replaced = await replaceIfUnchanged(records, putOff, stored.etag);
    if (replaced) claimed.push(replaced.value);
  }
  return claimed;
}

async function noteTest(
  dependencies: Dependencies,
  tenantId: string,
  test: Use & { at: string; ok: boolean; message: string },
): Promise<{ wasMended: boolean }> {
  const { at, ok, message } = test;
  const now = dependencies.clock.now();
  let wasMended = false;
  await changeKnownCredential(dependencies, tenantId, (record) => {
    wasMended = ok && record.reconnectGrant === 'app';
    const lastTest = { at, ok, message: truncate(message, 500) };
    return { ...used(record, test, now), lastTest, ...(wasMended ? notLost(record, now) : {}) };
  });
  return { wasMended };
}

async function needsReconnect(
  dependencies: Dependencies,
  tenant: { id: string; name: string },
  reason: string,
  reconnectGrant: 'app' | 'delegated',
): Promise<CredentialRecord> {
  const { id: tenantId, name: target } = tenant;
  const lost = {
    reconnectSince: dependencies.clock.now().toISOString(),
    reconnectReason: truncate(reason, 500),
    reconnectGrant,
    refreshDueAt: '',
    lastTokenSuccess: false,
  };
  const record = await changeCredential(
    dependencies,
    tenantId,
    (known) => (known.reconnectSince === null ? { ...known, ...lost } : known),
    () => ({ eventType: 'tenant_connection_lost', user: 'system', target, tenantId, details: { reason } }),
  );
  await noteLostConnection(dependencies.tenants, record);
  return record;
}

/** The secrets with which tenants are reached: encrypted on the way in, opened here alone, never handed to a page. */
export function createCredentialService(dependencies: Dependencies) {
  const read = (tenantId: string) => readCredential(dependencies, tenantId);
  return {
    read,

    /**
     * The registration with which this tenant is reached.
     * @throws EnvelopeError where its own secret cannot be opened
     */
    async appOf(tenantId: string): Promise<AppRegistration | null> {
      const record = await read(tenantId);
      if (!record?.clientId) return dependencies.appRegistration();
      const clientSecret = await decryptedSecret(dependencies, record, 'clientSecret');
      return clientSecret === null ? null : { clientId: record.clientId, clientSecret };
    },

    /** MSAL's cache of whoever connected the tenant, for delegated calls; null where nobody did. */
    async tokenCacheOf(tenantId: string): Promise<string | null> {
      const record = await read(tenantId);
      return record ? decryptedSecret(dependencies, record, 'tokenCache') : null;
    },

    saveOwnApp: async (tenant: { id: string; name: string }, app: OwnApp, how: { useMock: boolean; by: string }) =>
      (await prepareOwnApp(dependencies, tenant, app, how)).save(),

    /** The same in two steps: what the vault has to do is done before the second, which writes. */
    prepareOwnApp: (tenant: { id: string; name: string }, app: OwnApp, how: { useMock: boolean; by: string }) =>
      prepareOwnApp(dependencies, tenant, app, how),

    /** Keeps what the consent of a tenant's administrator gave. Graph has answered with it. */
    saveConnection: (tenantId: string, redeemed: SignedInGrant) => saveConnection(dependencies, tenantId, redeemed),

    /**
     * Keeps a refreshed cache, unless somebody connected the tenant anew meanwhile.
     * @param authenticatedAt the record's `lastAuthenticatedAt` as it was before the refresh
     */
    saveRefreshed: (
      tenantId: string,
      refreshed: { tokenCache: string; expiresAt: Date | null },
      authenticatedAt: string,
    ) => saveRefreshed(dependencies, tenantId, refreshed, authenticatedAt),

    /**
     * Tenants whose tokens are due, claimed for this caller: each is put off by an hour in the same step, so that nobody else
     * refreshes it at the same time, and one whose refresher died is due again.
     */
    claimDue: (limit: number) => claimDue(dependencies, limit),

    /** What the last call for a token, and to Graph, came to. */
    async noteUse(tenantId: string, use: Use): Promise<void> {
      await changeKnownCredential(dependencies, tenantId, (record) => used(record, use, dependencies.clock.now()));
    },

    /** Its tokens could not be renewed, for whatever reason. */
    async refreshFailed(tenantId: string): Promise<void> {
      const refreshFailedAt = dependencies.clock.now().toISOString();
      await changeKnownCredential(dependencies, tenantId, (record) => ({ ...record, refreshFailedAt }));
    },

    /** A scan read the tenant: our app is accepted there, whatever was noted before. */
    async noteReached(tenantId: string): Promise<void> {
      await changeKnownCredential(dependencies, tenantId, (record) => reached(record, dependencies.clock.now()));
    },

    /** What a test by an administrator came to. Where our app is accepted again, the tenant needs no reconnection any more. */
    noteTest: (tenantId: string, test: Use & { at: string; ok: boolean; message: string }) =>
      noteTest(dependencies, tenantId, test),

    /** Microsoft no longer takes what is stored: somebody has to connect the tenant again. Told once. */
    needsReconnect: (tenant: { id: string; name: string }, reason: string, grant: 'app' | 'delegated') =>
      needsReconnect(dependencies, tenant, reason, grant),

    /** Puts every secret under the current data key. */
    reencrypt: () => reencryptAll(dependencies),
  };
}

export type CredentialService = ReturnType<typeof createCredentialService>;
