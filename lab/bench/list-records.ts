import { catalog } from '../../api/src/audit/checks/catalog.ts';
import { remedies } from '../../api/src/audit/findings/remedies/remedies.ts';
import { emptyOutbox } from '../../api/src/domain/audit-trail/outbox.ts';
import { findingSortKey } from '../../api/src/domain/finding/finding-order.ts';
import type { ApprovalRecord } from '../../api/src/store/approvals.ts';
import type { BlockRecord, EntryRecord } from '../../api/src/store/audit-log.ts';
import { type FindingRecord, withFindingKeys } from '../../api/src/store/findings.ts';
import { accountKeys, type M365UserRecord, m365UserId } from '../../api/src/store/m365-users.ts';
import { type TaskRecord, withTaskKeys } from '../../api/src/store/tasks.ts';
import type { TenantRecord } from '../../api/src/store/tenants.ts';
import { type UserRecord, withUserKeys } from '../../api/src/store/users.ts';

// Records as the product writes them, as many as a large installation has.

const tenantIdOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const guidOf = (index: number) => `00000001-0000-4000-8000-${String(index).padStart(12, '0')}`;
const tenants = 50;
const tenantOfRow = (index: number) => tenantIdOf(index % tenants);
/** A row each few minutes, back from now, over a year in all. */
const timeOf = (index: number, count: number, nowMs: number) =>
  new Date(nowMs - Math.floor(((count - index) / count) * 360 * 86_400_000)).toISOString();

export function tenantRecords(nowMs: number, accounts: number): TenantRecord[] {
  const at = new Date(nowMs).toISOString();
  const directory = { users: Math.ceil(accounts / tenants), syncedAt: at, isSimulated: false };
  return Array.from({ length: tenants }, (_, index) => {
    const [id, name] = [tenantIdOf(index), `Tenant ${index}`];
    return {
      ...{ id, name, nameKey: name.toLowerCase(), displayName: name, domain: `tenant-${index}.example` },
      ...{
        m365TenantId: id,
        isMock: false,
        emergencyAccounts: [],
        audit: null,
        lastScan: null,
        lastReports: [],
        reportTimeZone: null,
      },
      ...{ mailUses: [], scanFailing: null, directory, createdAt: at, updatedAt: at, ...emptyOutbox },
    } as unknown as TenantRecord;
  });
}

export function userRecord(index: number, nowMs: number): UserRecord {
  const [id, name] = [`user-${index}`, `User ${String(index).padStart(5, '0')}`];
  return withUserKeys({
    ...{ id, username: id, usernameKey: id, email: `${id}@msp.example`, emailKey: `${id}@msp.example` },
    ...{ m365Id: null, m365Key: `#${id}`, displayName: name, role: index === 0 ? 'admin' : 'technician' },
    ...{ roleSource: 'manual', scope: { kind: 'all' }, passwordHash: null, isDisabled: false },
    ...{ createdAt: new Date(nowMs).toISOString(), ...emptyOutbox },
  });
}

export function accountRecord(index: number, nowMs: number): M365UserRecord {
  const [tenantId, graphId, at] = [tenantOfRow(index), guidOf(index), new Date(nowMs).toISOString()];
  const displayName = `Person ${String(index).padStart(5, '0')}`;
  const mail = `person-${index}@tenant-${index % tenants}.example`;
  const names = { displayName, userPrincipalName: mail, mail, directoryRoles: [] };
  return {
    ...{ id: m365UserId(tenantId, graphId), tenantId, graphId, isSimulated: false, nameKey: displayName.toLowerCase() },
    ...{ ...names, jobTitle: 'Clerk', userType: 'Member', accountEnabled: true, isLicensed: true },
    ...{ rolesUnknownBecause: null, isMfaEnforced: true, mfaUnknownBecause: null, lastSyncAt: at, createdAt: at },
    ...accountKeys(names),
  };
}

const statuses = ['open', 'in_progress', 'completed', 'on_hold'] as const;

export function taskRecord(index: number, count: number, nowMs: number): TaskRecord {
  const [tenantId, at] = [tenantOfRow(index), timeOf(index, count, nowMs)];
  return withTaskKeys({
    ...{ id: `${tenantId}_task-${guidOf(index)}`, tenantId, title: `Require MFA for administrators ${index}` },
    ...{ description: 'No policy asks administrators for a second factor.', impact: null, category: 'mfa' },
    ...{
      priority: 'high',
      status: statuses[index % statuses.length],
      estimatedHours: 4,
      // Of a day's work in many tenants a tenth is one person's, and half has a day.
      ...(index % 10 === 0
        ? { assignee: { userId: 'user-0', name: 'User 00000' }, assigneeId: 'user-0' }
        : { assignee: null, assigneeId: '' }),
    },
    ...{
      dueDate: index % 2 === 0 ? at.slice(0, 10) : null,
      notes: '',
      origin: 'manual',
      linkedApprovalId: null,
      approvalTitle: null,
    },
    ...{ remedyId: null, findingIds: [], checkIds: [] },
    ...{ linkedFindingId: null, checkId: null, auditId: null, projectPlanId: null, isSimulated: false },
    ...{ createdBy: 'ada', createdAt: at, updatedAt: at, completedAt: null, completedBy: null, version: 1 },
    ...{ completedWithoutProof: false, history: [], historyOmitted: 0, recheck: null, recheckSentAt: '' },
    ...{ proof: null, lastScan: null, ...emptyOutbox },
  } as unknown as TaskRecord);
}

export function approvalRecord(index: number, count: number, nowMs: number): ApprovalRecord {
  const [tenantId, at] = [tenantOfRow(index), timeOf(index, count, nowMs)];
  const status = (['pending', 'approved', 'denied'] as const)[index % 3];
  return {
    ...{ id: `${tenantId}_approval-${guidOf(index)}`, tenantId, auditId: null, scanId: null, linkedFindingId: null },
    ...{ checkId: null, condition: null, title: `Require MFA ${index}`, description: 'No policy asks for it.' },
    ...{
      remedyId: remedies[(index * 7) % remedies.length]?.id ?? null,
      findings: [],
      assignment: null,
      decidedIn: null,
    },
    ...{ issue: null, affectedDomain: null, category: 'mfa', priority: 'high', origin: 'scanner' },
    ...{ type: 'task_assignment', autoCreateTask: true, status, createdBy: 'scanner', requestedBy: 'scanner' },
    ...{
      permission: null,
      reason: null,
      history: [],
      reviewNotes: null,
      approvedBy: null,
      approvedAt: null,
      createdAt: at,
      updatedAt: at,
      ...emptyOutbox,
    },
  } as unknown as ApprovalRecord;
}

const findingStatuses = ['OPEN', 'OPEN', 'IN_PROGRESS', 'ACCEPTED', 'RESOLVED'] as const;

/** A finding with the evidence, the accounts and the past that one of a customer of some hundred people has. */
export function findingRecord(index: number, count: number, nowMs: number): FindingRecord {
  const [tenantId, at] = [tenantOfRow(index), timeOf(index, count, nowMs)];
  const check = catalog[Math.floor(index / tenants) % catalog.length];
  if (!check) throw new Error('The catalog is empty');
  const { id: checkId, category, findingTitle: title } = check;
  const severity = check.severity === 'info' ? 'low' : check.severity;
  const status = findingStatuses[index % findingStatuses.length] ?? 'OPEN';
  // Every fourth tenant has no Entra ID P1: its findings about Conditional Access count as one.
  const isUnlicensed = checkId.startsWith('ca.') && index % tenants < tenants / 4;
  const affectedCount = (index * 7) % 40;
  const account = { roles: ['User'], licenses: ['Microsoft 365 Business Basic'], lastSignIn: at, mfa: false };
  const entities = Array.from({ length: affectedCount }, (_, one) => ({
    ...{ type: 'user' as const, id: guidOf(one), name: `person-${one}@tenant-${index % tenants}.example`, account },
  }));
  const past = { by: 'scanner', note: '', scanLogId: `${tenantId}_scan-${guidOf(index)}` };
  const found = { checkId, severity, status, verdictStatus: 'fail', affectedCount, title } as const;
  return withFindingKeys({
    ...found,
    ...{ id: `${tenantId}_f-${guidOf(index)}`, tenantId, category, sortKey: findingSortKey(found) },
    ...{ description: `${title}: ${affectedCount} accounts of the tenant are concerned.`.repeat(3) },
    ...{
      recommendation: 'Open the Entra admin center, Protection, Conditional Access, and turn on the policy.'.repeat(3),
    },
    ...{ acceptance: null, acceptedUntil: '', change: 'still-there', affectedEntities: entities },
    evidence: [1, 2, 3].map((one) => ({ dataset: 'conditionalAccessPolicies', observed: `policy ${one} is off` })),
    ...{ references: ['CIS 5.2.2.2', 'MS.AAD.3.2v2'], isSimulated: false, occurrence: 1, scanLogId: past.scanLogId },
    ...{ needsLicense: isUnlicensed ? 'Microsoft Entra ID P1' : null, isCounted: !isUnlicensed || index % 20 === 0 },
    ...{ firstDetected: at, lastDetected: at, resolvedAt: null, resolvedBy: null, isVerified: true, note: '' },
    ...{ recheck: null, recheckSentAt: '' },
    history: [1, 2, 3].map(() => ({ ...past, at, what: 'first-seen' as const })),
    ...{ historyOmitted: 0, ...emptyOutbox },
  });
}

const seal = 'f'.repeat(64);

export function entryRecord(index: number, count: number, nowMs: number): EntryRecord {
  const timestamp = timeOf(index, count, nowMs);
  const [user, target] = [`user-${index % 40}`, `Legacy sign-in is allowed ${index}`];
  const details = { findingId: guidOf(index), before: { status: 'unresolved' }, after: { status: 'resolved' } };
  const eventType = 'finding_status_changed';
  const id = `entry-${timestamp}-${guidOf(index)}`;
  return { kind: 'entry', id, eventType, user, target, tenantId: tenantOfRow(index), details, timestamp, mac: seal };
}

/** The block of an entry: most are sealed one by one. */
export function blockRecord(sequence: number, { id, timestamp }: EntryRecord): BlockRecord {
  const sealed = { entryIds: [id], entryHashes: [seal], count: 1, mac: seal, timestamp };
  return { kind: 'block', id: `block-${String(sequence).padStart(12, '0')}`, sequence, previous: seal, ...sealed };
}
