import {
  getAuthStatus,
  getM365Status,
  listAdminTenants,
  listCredentials,
  listWorkingTenants,
  saveCredentials,
  startConsent,
  startReconnect,
} from '@tenantry/contract/connections';
import { AppError } from '../../http/app-error.ts';
import { type Cookie, Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RecordStore } from '../../ports/collection.ts';
import { readGraphApp } from '../../records/app-registration.ts';
import { type CredentialRecord, credentialsOfScope } from '../../records/credential-record.ts';
import type { TenantRecord } from '../../records/record-types.ts';
import type { Scope } from '../../records/scope.ts';
import { tenantsOfScope } from '../../records/tenants-of-scope.ts';
import type { Connections } from './connection-service.ts';
import type { CredentialService } from './credential-service.ts';
import { connectionState, credentialView } from './credential-status.ts';

type Dependencies = {
  store: RecordStore;
  clock: Clock;
  connections: Connections;
  credentials: CredentialService;
  roundCookieName: string;
  roundCookie(name: string, value: string): Cookie;
};

type Connected = { tenant: TenantRecord; record: CredentialRecord | null };

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
    linkedM365Users: null,
    credentialStatus: connectionState(tenant, record),
    lastScanStatus: audit ? ('Success' as const) : null,
    lastScanDate: audit?.auditedAt ?? null,
  };
}

export function connectionRoutes(dependencies: Dependencies): Route[] {
  const { store, clock, connections, credentials, roundCookieName, roundCookie } = dependencies;
  const redirect = ({ url, browser }: { url: string; browser: string }) =>
    Reply.redirect(url, { cookies: [roundCookie(roundCookieName, browser)] });

  const ourApp = async () => (await readGraphApp(store))?.clientId || null;

  const withRecord = async (tenant: TenantRecord): Promise<Connected> => ({
    tenant,
    record: await credentials.read(tenant.id),
  });
  const connected = async (scope: Scope): Promise<Connected[]> => {
    const [tenants, records] = await Promise.all([tenantsOfScope(store, scope), credentialsOfScope(store, scope)]);
    return tenants.map((tenant) => ({ tenant, record: records.get(tenant.id) ?? null }));
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
      navigated(async () => redirect(await connections.startConsent(caller, request.cookie(roundCookieName)))),
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
          await connections.startReconnect(caller, tenant.tenant, email, request.cookie(roundCookieName)),
        );
      }),
    ),

    callerRoute(getAuthStatus, async ({ caller, tenant }) => {
      const all = tenant ? [await withRecord(tenant.tenant)] : await connected(caller.scope);
      const lost = all.flatMap(({ tenant: { id, name }, record }) =>
        record && (record.reconnectSince !== null || record.decryptionFailed)
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
      return { needsReconnect: lost.length > 0, tenants: lost };
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
      const [all, ourClientId] = await Promise.all([connected(caller.scope), ourApp()]);
      const list = all.map(({ tenant, record }) => credentialView(tenant, record, ourClientId, clock.now()));
      const corruptedCount = list.filter(
        ({ status }) => status === 'decryption_failed' || status === 'corrupted',
      ).length;
      return { credentials: list, hasCorruptedCredentials: corruptedCount > 0, corruptedCount };
    }),

    tenantRoute(saveCredentials, async ({ tenant, body, caller }) => {
      if (body.tenantId.toLowerCase() !== tenant.tenant.m365TenantId) {
        const message = 'This is the directory id of another organisation than the selected one';
        throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'tenantId', message }] });
      }
      const { clientId, clientSecret, secretExpiresAt = null, environment, useMock } = body;
      const app = { clientId: clientId.toLowerCase(), clientSecret, secretExpiresAt, environment };
      const { id, name } = tenant.tenant;
      const record = await credentials.saveOwnApp(id, name, app, useMock, caller.user.username);
      return { ok: true as const, credential: credentialView(tenant.tenant, record, await ourApp(), clock.now()) };
    }),
  ];
}
