import { getCredential, listCredentials, saveCredentials, testConnection } from '@tenantry/contract/connections';
import type { Parsed } from '@tenantry/contract/endpoint';
import { getTenantPermissions, listRequiredPermissions } from '@tenantry/contract/tenant-permissions';
import { requiredPermissions } from '../../audit/checks/permissions.ts';
import { readGraphApp } from '../../domain/connection/app-registration.ts';
import { requiredPermissionView } from '../../domain/connection/granted-permissions.ts';
import { resumed } from '../../domain/scan-plan/scan-plan.ts';
import { AppError } from '../../http/app-error.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { type ConnectedDependencies, connected, ourSecretEnd } from './connected-tenants.ts';
import type { ConnectionTester } from './connection-test.ts';
import type { CredentialService } from './credential-service.ts';
import { credentialView } from './credential-status.ts';
import type { TenantMode } from './tenant-mode.ts';
import { tenantPermissions } from './tenant-permissions.ts';

export type CredentialDependencies = ConnectedDependencies & {
  credentials: CredentialService;
  mode: TenantMode;
  connectionTest: ConnectionTester;
  microsoft365: Pick<Microsoft365, 'applicationPermissions'>;
  clock: Clock;
};

async function list(
  dependencies: CredentialDependencies,
  scope: Scope,
): Promise<Parsed<typeof listCredentials.response>> {
  const [tenants, app, ours] = await Promise.all([
    connected(dependencies, scope),
    readGraphApp(dependencies.systemConfig),
    ourSecretEnd(dependencies, scope),
  ]);
  const now = dependencies.clock.now();
  const credentials = tenants.map(({ tenant, record }) => credentialView(tenant, record, app?.clientId || null, now));
  const corruptedCount = credentials.filter(({ status }) => status === 'corrupted').length;
  return {
    credentials,
    hasCorruptedCredentials: corruptedCount > 0,
    corruptedCount,
    installationSecretExpiresAt: ours.expiresAt,
    installationHasCertificate: ours.isCertificate,
    installationSecretLeftOutBecause:
      scope.kind === 'all' ? null : 'It concerns every tenant: it is for administrators of all of them.',
  };
}

/** As it is stored now. */
async function view({ tenants, credentials, systemConfig, clock }: CredentialDependencies, tenantId: string) {
  const stored = await tenants.get(tenantId);
  if (!stored) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');
  const ourClientId = (await readGraphApp(systemConfig))?.clientId || null;
  return credentialView(stored.value, await credentials.read(tenantId), ourClientId, clock.now());
}

async function save(
  { tenants, credentials, mode, clock }: CredentialDependencies,
  { id, name, m365TenantId }: TenantRecord,
  body: Parsed<typeof saveCredentials.body>,
  by: string,
): Promise<void> {
  if (body.tenantId.toLowerCase() !== m365TenantId) {
    const message = 'This is the directory id of another tenant than the selected one';
    throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'tenantId', message }] });
  }
  const { clientId, clientSecret, secretExpiresAt = null, environment, useMock } = body;
  const app = { clientId: clientId.toLowerCase(), clientSecret, secretExpiresAt, environment };
  // What is refused is refused before anything is saved; a tenant goes live only once it can be reached.
  if (useMock) await mode.simulate(id, by);
  const wasLost = (await credentials.read(id))?.reconnectGrant === 'app';
  await credentials.saveOwnApp({ id, name }, app, { useMock, by });
  // Scans stopped when the connection was lost; with the new secret they are tried again.
  if (wasLost) await update(tenants, id, (one) => resumed(one, clock.now()));
  if (!useMock) await mode.goLive(id, by);
}

export function credentialRoutes(dependencies: CredentialDependencies): Route[] {
  return [
    callerRoute(listCredentials, ({ caller }) => list(dependencies, caller.scope)),

    tenantRoute(saveCredentials, async ({ tenant, body, caller }) => {
      await save(dependencies, tenant.tenant, body, caller.user.username);
      return { ok: true as const, credential: await view(dependencies, tenant.tenant.id) };
    }),

    tenantRoute(getCredential, ({ tenant }) => view(dependencies, tenant.tenant.id)),

    callerRoute(listRequiredPermissions, async () => requiredPermissions().map(requiredPermissionView)),

    tenantRoute(getTenantPermissions, ({ tenant }) => tenantPermissions(dependencies, tenant)),

    tenantRoute(testConnection, async ({ tenant, caller }) => {
      const test = await dependencies.connectionTest.run(tenant.tenant, caller.user.username);
      return { test, credential: await view(dependencies, tenant.tenant.id) };
    }),
  ];
}
