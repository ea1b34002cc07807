import type { Approval, ApprovalEvent } from '@tenantry/contract/approvals';
import { askedApproval } from '../../domain/client-decisions/client-decisions.ts';
import { type ApprovalRecord, type PermissionAsked, tenantOfApproval } from '../../store/approvals.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';

type Names = ReadonlyMap<string, { name: string }>;

/** The names of the tenants that these approvals are about, as far as they are in the scope. */
export function namesFor(
  tenants: Pick<TenantStore, 'ofRecords'>,
  scope: Scope,
  records: readonly ApprovalRecord[],
): Promise<Names> {
  const asked = records.flatMap(({ permission }) => permissionTenants(permission));
  const own = records.flatMap((record) => tenantOfApproval(record) ?? []);
  return tenants.ofRecords(
    scope,
    [...own, ...asked].map((tenantId) => ({ tenantId })),
  );
}

const permissionTenants = (permission: PermissionAsked | null): readonly string[] =>
  permission === null || permission.tenantIds === null || permission.tenantIds === 'all' ? [] : permission.tenantIds;

function permissionView(permission: PermissionAsked | null, names: Names): Approval['permission'] {
  if (permission === null) return null;
  const { username, displayName, role, tenantIds } = permission;
  const tenants = permissionTenants(permission).map((id) => ({ id, name: names.get(id)?.name ?? id }));
  return {
    username,
    displayName,
    role,
    allTenants: tenantIds === 'all',
    tenants: tenantIds === null || tenantIds === 'all' ? null : tenants,
  };
}

export function approvalView(record: ApprovalRecord, names: Names): Approval {
  const {
    createdAt,
    permission,
    requestedById: _1,
    approvedByUser: _2,
    finishedAt: _3,
    decidedIn: _6,
    assignment: _7,
    isRequired: _8,
    requiredBy = [],
    findings,
    ...rest
  } = record;
  const { outbox: _4, hasOutbox: _5, ...shown } = rest;
  const tenantId = tenantOfApproval(record);
  return {
    ...shown,
    client: askedApproval(record, { isClient: false, provider: null }),
    findings: [...findings],
    requiredBy: [...requiredBy],
    tenantId,
    tenantName: tenantId === null ? 'System-wide' : (names.get(tenantId)?.name ?? tenantId),
    requestedAt: createdAt,
    permission: permissionView(permission, names),
  };
}

const doneTexts: Record<ApprovalRecord['type'], string> = {
  task_assignment: 'The task was made.',
  audit_publish: 'The report was published.',
  user_permission: 'The permission was given.',
  system_change: 'Decided.',
};

/** What happened to an approval, the oldest first. */
export function historyOf(record: ApprovalRecord): ApprovalEvent[] {
  const { status, requestedBy, createdAt, approvedBy, approvedAt, reviewNotes, closedBecause, finishedAt, client } =
    record;
  const events: ApprovalEvent[] = [{ at: createdAt, by: requestedBy, what: 'requested', text: null }];
  if (client) events.push({ at: client.askedAt, by: client.askedBy, what: 'clientAsked', text: client.message });
  if (status === 'pending' && reviewNotes !== null) {
    events.push({ at: record.updatedAt, by: 'administrator', what: 'noted', text: reviewNotes });
  }
  if ((status === 'approved' || status === 'denied') && approvedAt !== null) {
    events.push({ at: approvedAt, by: approvedBy ?? 'unknown', what: status, text: reviewNotes });
  }
  if (status === 'closed') {
    events.push({ at: finishedAt ?? record.updatedAt, by: 'system', what: 'closed', text: closedBecause });
  }
  if (status === 'approved' && finishedAt !== null) {
    const isDone = record.notDoneBecause === null;
    const text = record.notDoneBecause ?? doneTexts[record.type];
    events.push({ at: finishedAt, by: approvedBy ?? 'system', what: isDone ? 'done' : 'notDone', text });
  }
  return events;
}
