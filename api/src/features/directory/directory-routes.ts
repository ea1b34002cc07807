import { type DirectorySyncState, listTenantUsers, type M365User, syncTenantUsers } from '@tenantry/contract/directory';
import { beginConsentPath } from '../../domain/connection/organization-consent.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import { type Condition, InvalidCursorError, pageWithTotal } from '../../ports/collection.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { M365UserRecord } from '../../store/m365-users.ts';
import type { SyncLogStore } from '../../store/sync-logs.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { DirectorySyncService } from './directory-sync.ts';
import { createSyncLog } from './sync-log.ts';

type Dependencies = {
  syncLogs: SyncLogStore;
  microsoft365: Pick<Microsoft365, 'clientId'>;
  directorySync: Pick<DirectorySyncService, 'request'>;
};

const searched = ['displayName', 'mail', 'userPrincipalName', 'jobTitle'] as const;

function view(user: M365UserRecord): M365User {
  const { graphId: id, displayName, mail: email, userPrincipalName, jobTitle, userType, accountEnabled } = user;
  return {
    id,
    displayName,
    email,
    userPrincipalName,
    jobTitle,
    userType,
    accountEnabled,
    licenseAssigned: user.isLicensed,
    mfaEnforced: user.isMfaEnforced,
    mfaUnknownBecause: user.mfaUnknownBecause,
    directoryRoles: user.directoryRoles,
    rolesUnknownBecause: user.rolesUnknownBecause,
  };
}

/** The summary, where it is of the tenant's present mode: the simulator's accounts say nothing of a live tenant. */
const directoryOf = ({ directory, isMock }: TenantRecord) => (directory?.isSimulated === isMock ? directory : null);

function unknownBecause({ directorySync }: TenantRecord): string {
  switch (directorySync?.state) {
    case 'queued':
    case 'running':
      return 'The first synchronization of this directory has not finished yet.';
    case 'failed':
      return directorySync.failure?.message ?? 'The first synchronization of this directory failed.';
    default:
      return 'The directory of this tenant has not been synchronized yet.';
  }
}

export function directoryRoutes({ syncLogs, microsoft365, directorySync }: Dependencies): Route[] {
  const syncLog = createSyncLog(syncLogs);

  async function processedIn(tenant: TenantRecord): Promise<number | null> {
    const startedAt = tenant.directorySync?.startedAt ?? null;
    if (startedAt === null) return null;
    return (await syncLog.read({ tenantId: tenant.id, startedAt }))?.processedRecords ?? null;
  }

  async function grantUrlOf({ id, m365TenantId: entraTenantId, isMock, directorySync: sync }: TenantRecord) {
    // Nobody can grant the simulator anything.
    if (isMock || sync?.state !== 'failed' || sync.failure?.reason !== 'notPermitted') return null;
    const clientId = await microsoft365.clientId({ entraTenantId, isSimulated: false });
    return clientId === null ? null : beginConsentPath(id);
  }

  async function stateOf(tenant: TenantRecord): Promise<DirectorySyncState> {
    const sync = tenant.directorySync ?? null;
    const isUnderWay = sync?.state === 'queued' || sync?.state === 'running';
    return {
      status: sync?.state ?? 'never',
      startedAt: sync?.startedAt ?? null,
      endedAt: sync?.endedAt ?? null,
      processed: await processedIn(tenant),
      error: sync?.failure?.message ?? null,
      grantUrl: await grantUrlOf(tenant),
      nextAt: isUnderWay ? null : (tenant.directorySyncDueAt ?? null),
    };
  }

  return [
    tenantRoute(listTenantUsers, async ({ tenant: { tenant, m365Users }, query: { search, limit, cursor } }) => {
      const about = {
        tenantInfo: { orgName: tenant.displayName, domain: tenant.domain, isMock: tenant.isMock },
        sync: await stateOf(tenant),
      };
      const directory = directoryOf(tenant);
      if (!directory && cursor) throw new InvalidCursorError();
      if (!directory)
        return { ...about, users: [], total: null, syncedAt: null, unknownBecause: unknownBecause(tenant) };
      const where: Condition[] = [{ field: 'isSimulated', op: 'eq', value: tenant.isMock }];
      if (search) where.push({ anyOf: searched.map((field) => ({ field, op: 'contains', value: search })) });
      const orderBy = { field: 'nameKey', direction: 'asc' } as const;
      const { items, ...page } = await pageWithTotal(m365Users, { where, orderBy, limit, cursor });
      return { ...about, users: items.map(view), ...page, syncedAt: directory.syncedAt, unknownBecause: null };
    }),

    tenantRoute(syncTenantUsers, async ({ tenant, caller }) => {
      const asked = await directorySync.request(tenant.tenant.id, caller.user.username);
      if (!asked) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');
      return { sync: await stateOf(asked) };
    }),
  ];
}
