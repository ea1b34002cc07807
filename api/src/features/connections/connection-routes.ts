import { getAuthStatus, getM365Status } from '@tenantry/contract/connection-status';
import {
  getCredential,
  listAdminTenants,
  listCredentials,
  listWorkingTenants,
  saveCredentials,
  startConsent,
  startReconnect,
  testConnection,
} from '@tenantry/contract/connections';
import { readGraphApp } from '../../domain/connection/app-registration.ts';
import { resumed } from '../../domain/scan-plan/scan-plan.ts';
import { AppError } from '../../http/app-error.ts';
import { type Cookie, Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { CredentialRecord, CredentialStore } from '../../store/credentials.ts';
import type { Scope } from '../../store/scope.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { Connections } from './connection-service.ts';
import type { ConnectionTester } from './connection-test.ts';
import type { CredentialService } from './credential-service.ts';
import { connectionState, credentialView, endingSecrets } from './credential-status.ts';
import type { TenantMode } from './tenant-mode.ts';

type Dependencies = {
  tenants: TenantStore;
  credentialStore: Pick<CredentialStore, 'ofScope'>;
  systemConfig: SystemConfigStore;
  clock: Clock;
  connections: Connections;
  credentials: CredentialService;
  mode: TenantMode;
  connectionTest: ConnectionTester;
  oauthCookieName: string;
  oauthCookie(name: string, value: string): Cookie;
};

type Connected = { tenant: TenantRecord; record: CredentialRecord | null };

/** The contract's limit for `endingSecrets.soonest`. */
const endingSecretsShown = 5;

const errorPage = (message: string) => `/auth/error?${new URLSearchParams({ message })}`;

/** A person sits before these: what goes wrong is a page, not JSON. */
async function navigated(go: () => Promise<Reply>): Promise<Reply> {
  try {
    return await go();
  } catch (error) {
    if (error instanceof AppError) return Reply.redirect(errorPage(error.message));
    throw error;
  }
}

function adminTenant({ tenant, record }: Connected) {
  const { id, name, displayName, domain, isMock, createdAt, audit } = tenant;
  return {
    id,
    name,
    displayName,
    orgName: displayName,
    domain,
    isMock,
    onboardedDate: createdAt,
    linkedM365Users: tenant.directory?.isSimulated === isMock ? tenant.directory.users : null,
    credentialStatus: connectionState(tenant, record),
    lastScanStatus: audit ? ('Success' as const) : null,
    lastScanDate: audit?.auditedAt ?? null,
    schedule: tenant.schedule ?? null,
    nextScanAt: tenant.nextScanAt ?? null,
  };
}

export function connectionRoutes(dependencies: Dependencies): Route[] {
  const { tenants, systemConfig, clock, connections, credentials, mode, connectionTest, oauthCookieName, oauthCookie } =
    dependencies;
  const redirect = ({ url, browser }: { url: string; browser: string }) =>
    Reply.redirect(url, { cookies: [oauthCookie(oauthCookieName, browser)] });

  const ourApp = async () => (await readGraphApp(systemConfig))?.clientId || null;

  /** This installation's own concerns whoever sees all tenants. */
  const ourSecret = async (scope: Scope) =>
    scope.kind === 'all' ? ((await readGraphApp(systemConfig))?.secretExpiresAt ?? null) : null;

  const withRecord = async (tenant: TenantRecord): Promise<Connected> => ({
    tenant,
    record: await credentials.read(tenant.id),
  });
  /** As it is stored now. */
  const viewOf = async (tenantId: string) => {
    const stored = await tenants.get(tenantId);
    if (!stored) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');
    return credentialView(stored.value, await credentials.read(tenantId), await ourApp(), clock.now());
  };
  const connected = async (scope: Scope): Promise<Connected[]> => {
    const [inScope, records] = await Promise.all([tenants.ofScope(scope), dependencies.credentialStore.ofScope(scope)]);
    return inScope.map((tenant) => ({ tenant, record: records.get(tenant.id) ?? null }));
  };

  return [
    callerRoute(listAdminTenants, async ({ caller }) => ({
      tenants: (await connected(caller.scope)).map(adminTenant),
    })),

    callerRoute(listWorkingTenants, async ({ caller }) =>
      (await connected(caller.scope)).map(({ tenant, record }) => ({
        id: tenant.id,
        orgName: tenant.displayName,
        domain: tenant.domain,
        credentialStatus: connectionState(tenant, record),
      })),
    ),

    callerRoute(startConsent, async ({ caller, request }) =>
      navigated(async () => redirect(await connections.startConsent(caller, request.cookie(oauthCookieName)))),
    ),

    callerRoute(startReconnect, async ({ caller, query, request }) =>
      navigated(async () => {
        const all = await connected(caller.scope);
        const tenant = query.tenantId
          ? all.find((one) => one.tenant.id === query.tenantId)
          : all.find(({ record }) => record?.reconnectSince && (!query.email || record.userEmail === query.email));
        if (!tenant || tenant.tenant.isMock) {
          throw new AppError('NOT_FOUND', 'There is no tenant to connect again. Choose one in Admin Panel, Tenants.');
        }
        const email = query.reauth === '1' ? query.email : undefined;
        return redirect(
          await connections.startReconnect(caller, tenant.tenant, email, request.cookie(oauthCookieName)),
        );
      }),
    ),

    callerRoute(getAuthStatus, async ({ caller, tenant }) => {
      const all = tenant ? [await withRecord(tenant.tenant)] : await connected(caller.scope);
      const lost = all.flatMap(({ tenant: { id, name, isMock }, record }) =>
        record && !isMock && (record.reconnectSince !== null || record.decryptionFailed)
          ? [
              {
                tenantId: id,
                name,
                since: record.reconnectSince,
                reason: record.reconnectReason ?? 'Its stored secret cannot be opened.',
              },
            ]
          : [],
      );
      const ending = caller.role === 'admin' ? endingSecrets(all, await ourSecret(caller.scope), clock.now()) : [];
      const soonest = ending.slice(0, endingSecretsShown);
      return { needsReconnect: lost.length > 0, tenants: lost, endingSecrets: { total: ending.length, soonest } };
    }),

    tenantRoute(getM365Status, async ({ tenant }) => {
      const { tenant: record, record: credential } = await withRecord(tenant.tenant);
      const mode = record.isMock ? ('mock' as const) : credential ? ('live' as const) : ('unconfigured' as const);
      return {
        mode,
        live: mode === 'live',
        lastTokenSuccess: credential?.lastTokenSuccess ?? null,
        lastGraphCallSuccess: credential?.lastGraphCallSuccess ?? null,
        lastTokenRequest: credential?.lastTokenRequestAt ?? null,
      };
    }),

    callerRoute(listCredentials, async ({ caller }) => {
      const [all, app] = await Promise.all([connected(caller.scope), readGraphApp(systemConfig)]);
      const ourClientId = app?.clientId || null;
      const list = all.map(({ tenant, record }) => credentialView(tenant, record, ourClientId, clock.now()));
      const corruptedCount = list.filter(
        ({ status }) => status === 'decryption_failed' || status === 'corrupted',
      ).length;
      const installationSecretExpiresAt = app?.secretExpiresAt ?? null;
      return {
        credentials: list,
        hasCorruptedCredentials: corruptedCount > 0,
        corruptedCount,
        installationSecretExpiresAt,
      };
    }),

    tenantRoute(saveCredentials, async ({ tenant, body, caller }) => {
      if (body.tenantId.toLowerCase() !== tenant.tenant.m365TenantId) {
        const message = 'This is the directory id of another organization than the selected one';
        throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'tenantId', message }] });
      }
      const { clientId, clientSecret, secretExpiresAt = null, environment, useMock } = body;
      const app = { clientId: clientId.toLowerCase(), clientSecret, secretExpiresAt, environment };
      const { id, name } = tenant.tenant;
      const by = caller.user.username;
      // What is refused is refused before anything is saved; a tenant goes live only once it can be reached.
      if (useMock) await mode.simulate(id, by);
      const wasLost = (await credentials.read(id))?.reconnectGrant === 'app';
      await credentials.saveOwnApp({ id, name }, app, { useMock, by });
      // Its scans were given up with its connection: the new secret may be what they waited for.
      if (wasLost) await update(tenants, id, (one) => resumed(one, clock.now()));
      if (!useMock) await mode.goLive(id, by);
      return { ok: true as const, credential: await viewOf(id) };
    }),

    tenantRoute(getCredential, ({ tenant }) => viewOf(tenant.tenant.id)),

    tenantRoute(testConnection, async ({ tenant, caller }) => {
      const test = await connectionTest.run(tenant.tenant, caller.user.username);
      return { test, credential: await viewOf(tenant.tenant.id) };
    }),
  ];
}
