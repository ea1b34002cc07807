import type { TenantPermissions } from '@tenantry/contract/tenant-permissions';
import type { RequiredPermission } from '../../audit/checks/permissions.ts';
import { notKnown, type PermissionState, permissionStates } from '../../domain/connection/granted-permissions.ts';
import { whyNoToken } from '../../domain/connection/why-no-token.ts';
import type { Clock } from '../../ports/clock.ts';
import { GraphError } from '../../ports/graph.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Dependencies = { microsoft365: Pick<Microsoft365, 'applicationPermissions'>; clock: Clock };

/** What the account may read was seen when it last was asked for. */
function ofAccount(required: RequiredPermission, audit: AuditRecord | null): PermissionState {
  const states = (audit?.data.datasets ?? []).flatMap(({ name, state }) =>
    required.datasets.some((one) => one === name) ? [state] : [],
  );
  if (states.includes('notPermitted')) return { state: 'missing', grantedBy: null };
  return states.includes('ok') ? { state: 'granted', grantedBy: null } : notKnown;
}

/** Which permissions a tenant has to grant, and which it has, as a new token and its latest audit tell. */
export async function tenantPermissions(
  { microsoft365, clock }: Dependencies,
  records: TenantRecords,
): Promise<TenantPermissions> {
  const { m365TenantId: entraTenantId, isMock: isSimulated } = records.tenant;
  let granted: ReadonlySet<string> | null = null;
  let unknownBecause: string | null = null;
  try {
    granted = new Set(await microsoft365.applicationPermissions({ entraTenantId, isSimulated }));
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    unknownBecause = whyNoToken(error);
  }
  const audit = await latestAudit(records);
  return {
    permissions: permissionStates(granted, (required) => ofAccount(required, audit)),
    checkedAt: clock.now().toISOString(),
    unknownBecause,
  };
}
