import type {
  RequiredPermission as RequiredPermissionView,
  TenantPermission,
  TenantPermissions,
} from '@tenantry/contract/tenant-permissions';
import { datasets } from '../../audit/datasets.ts';
import { grantedBy, type RequiredPermission, requiredPermissions } from '../../audit/permissions.ts';
import { explainAadsts } from '../../domain/connection/aadsts.ts';
import type { Clock } from '../../ports/clock.ts';
import { GraphError } from '../../ports/graph.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Dependencies = { microsoft365: Pick<Microsoft365, 'applicationPermissions'>; clock: Clock };
type Stand = Pick<TenantPermission, 'state' | 'grantedBy'>;

const unknown: Stand = { state: 'unknown', grantedBy: null };

function whyUnknown({ failure: { code, message } }: GraphError): string {
  if (code === 'NotConnected') return 'This tenant is not connected yet.';
  if (code === 'CredentialsCorrupted') return 'The stored secret cannot be decrypted.';
  return explainAadsts(message)?.meaning ?? 'Microsoft issued no token that lists the permissions.';
}

export const requiredPermissionView = (required: RequiredPermission): RequiredPermissionView => ({
  permission: required.permission,
  kind: required.isDelegated ? 'delegated' : 'application',
  usedFor: required.datasets.map((name) => datasets[name].label),
  checks: required.checks.map(({ id, title }) => ({ checkId: id, title })),
});

/** What an application may read stands in its token. */
function ofApplication(permission: string, granted: ReadonlySet<string> | null): Stand {
  if (granted === null) return unknown;
  const by = grantedBy(permission, granted);
  return by === null
    ? { state: 'missing', grantedBy: null }
    : { state: 'granted', grantedBy: by === permission ? null : by };
}

/** What the account may read was seen when it last was asked for. */
function ofAccount(required: RequiredPermission, audit: AuditRecord | null): Stand {
  const states = (audit?.data.datasets ?? []).flatMap(({ name, state }) =>
    required.datasets.some((one) => one === name) ? [state] : [],
  );
  if (states.includes('notPermitted')) return { state: 'missing', grantedBy: null };
  return states.includes('ok') ? { state: 'granted', grantedBy: null } : unknown;
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
    unknownBecause = whyUnknown(error);
  }
  const audit = await latestAudit(records);
  return {
    permissions: requiredPermissions().map((required) => ({
      ...requiredPermissionView(required),
      ...(required.isDelegated ? ofAccount(required, audit) : ofApplication(required.permission, granted)),
    })),
    checkedAt: clock.now().toISOString(),
    unknownBecause,
  };
}
