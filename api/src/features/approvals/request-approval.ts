import type { requestApproval } from '@tenantry/contract/approvals';
import type { Parsed } from '@tenantry/contract/endpoint';
import { systemWideId } from '@tenantry/contract/ids';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce } from '../../ports/collection.ts';
import {
  type ApprovalRecord,
  type ApprovalStore,
  type PermissionAsked,
  tenantOfApproval,
} from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { isInScope } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { approvalIdFor } from './approval-ids.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'users' | 'trail' | 'activityLog' | 'clock'> & {
  approvals: ApprovalStore;
};

type Wanted = Parsed<(typeof requestApproval)['body']>;
/** Who asks: a caller, or somebody in whose name a schedule does. */
type Asking = Pick<Caller, 'userId' | 'name' | 'role' | 'scope' | 'user'>;
/** What a request is about, beside what every one has. */
type Subject = Pick<ApprovalRecord, 'title' | 'category' | 'priority' | 'tenantId'> & Partial<ApprovalRecord>;

const missing = (path: string, message: string) =>
  new AppError('INVALID_INPUT', message, { fields: [{ path, message }] });

const organizations = (ids: 'all' | readonly string[]) =>
  ids === 'all' ? 'all tenants' : ids.length === 1 ? '1 tenant' : `${ids.length} tenants`;

const titleOf = ({ title }: Wanted) => {
  if (title === undefined) throw missing('title', 'Give it a title');
  return title;
};

async function publishing(tenant: TenantRecords | null, { auditId, priority = 'medium' }: Wanted): Promise<Subject> {
  if (!tenant) throw missing('tenantId', 'Choose the tenant whose report is to be published');
  const audit = auditId === undefined ? await latestAudit(tenant) : (await tenant.audits.get(auditId))?.value;
  if (!audit && auditId !== undefined) throw new AppError('NOT_FOUND', 'There is no such audit.');
  if (!audit) throw new AppError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.');
  if (audit.published) {
    throw new AppError('CONFLICT', `This report is published already, by ${audit.published.by}.`);
  }
  const title = `Publish the report of ${audit.createdAt.slice(0, 10)}`;
  return { tenantId: tenant.tenant.id, title, category: null, priority, auditId: audit.id, scanId: audit.scanLogId };
}

async function task(
  tenant: TenantRecords | null,
  wanted: Wanted,
): Promise<{ subject: Subject; finding: FindingRecord | null }> {
  if (!tenant) throw missing('tenantId', 'Choose the tenant that the task is for');
  const { findingId, category, priority } = wanted;
  const tenantId = tenant.tenant.id;
  if (findingId === undefined) {
    if (category === undefined) throw missing('category', 'Choose a category');
    const subject = {
      tenantId,
      title: titleOf(wanted),
      category,
      priority: priority ?? 'medium',
      autoCreateTask: true,
    };
    return { subject, finding: null };
  }
  const finding = (await tenant.findings.get(findingId))?.value;
  if (!finding) throw new AppError('NOT_FOUND', 'There is no such finding.');
  const { checkId, severity, description: issue } = finding;
  const subject = {
    tenantId,
    title: wanted.title ?? finding.title,
    category: finding.category,
    priority: priority ?? (severity === 'info' ? 'low' : severity),
    autoCreateTask: true,
    linkedFindingId: finding.id,
    checkId,
    findings: [{ id: finding.id, checkId, title: finding.title, severity, condition: null }],
    issue,
  } as const;
  return { subject, finding };
}

/** Asking administrators (design, 22): made once for each key, and for a finding that nobody was asked about yet. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: One line over; to be flattened.
export function createApprovalRequests({ approvals, tenants, users, trail, activityLog, clock }: Dependencies) {
  async function permission(
    caller: Asking,
    { permission: asked, tenantId, priority = 'medium' }: Wanted,
  ): Promise<Subject> {
    if (tenantId) throw missing('tenantId', 'A permission concerns the installation: leave the tenant out');
    if (!asked) throw missing('permission', 'Say whom it is for, and which role or tenants');
    if (asked.role === undefined && asked.tenantIds === undefined) {
      throw missing('permission.role', 'Choose a role or tenants');
    }
    const user = await users.metByNameOrEmail(caller, asked.user.toLowerCase());
    // A contact of a client is somebody that staff look after, and gets no permission.
    if (!user || user.client) throw missing('permission.user', 'There is no such user in your tenants');
    const named = Array.isArray(asked.tenantIds) ? [...new Set(asked.tenantIds)] : [];
    const found = await tenants.ofRecords(
      caller.scope,
      named.map((id) => ({ tenantId: id })),
    );
    if (named.some((id) => !isInScope(caller.scope, id) || !found.has(id))) {
      throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
    }
    const { id: userId, username, displayName } = user;
    const role = asked.role ?? null;
    const tenantIds = asked.tenantIds === 'all' ? 'all' : asked.tenantIds === undefined ? null : named;
    const given: PermissionAsked = { userId, username, displayName, role, tenantIds };
    const what = [
      ...(role === null ? [] : [`role ${role}`]),
      ...(tenantIds === null ? [] : [organizations(tenantIds)]),
    ];
    const title = `${displayName}: ${what.join(', ')}`;
    return { tenantId: systemWideId, title, category: null, priority, permission: given };
  }

  async function subjectOf(caller: Asking, tenant: TenantRecords | null, wanted: Wanted) {
    if (wanted.type === 'audit_publish') return { subject: await publishing(tenant, wanted), finding: null };
    if (wanted.type === 'task_assignment') return task(tenant, wanted);
    if (wanted.type === 'user_permission') return { subject: await permission(caller, wanted), finding: null };
    const { category = null, priority = 'medium' } = wanted;
    const tenantId = tenant?.tenant.id ?? systemWideId;
    return { subject: { tenantId, title: titleOf(wanted), category, priority } satisfies Subject, finding: null };
  }

  function recordOf(caller: Asking, { type, reason }: Wanted, id: string, subject: Subject): ApprovalRecord {
    const now = clock.now();
    const at = now.toISOString();
    const record: ApprovalRecord = {
      id,
      auditId: null,
      scanId: null,
      linkedFindingId: null,
      checkId: null,
      remedyId: null,
      findings: [],
      assignment: null,
      decidedIn: null,
      condition: null,
      description: reason,
      issue: null,
      affectedDomain: null,
      origin: 'manual',
      type,
      autoCreateTask: false,
      status: 'pending',
      createdBy: caller.role,
      requestedBy: caller.name,
      requestedById: caller.userId,
      permission: null,
      reviewNotes: null,
      approvedBy: null,
      approvedByUser: null,
      approvedAt: null,
      closedBecause: null,
      isUnfinished: false,
      finishedAt: null,
      notDoneBecause: null,
      taskId: null,
      createdAt: at,
      updatedAt: at,
      ...emptyOutbox,
      ...subject,
    };
    const { title: target, auditId, linkedFindingId, permission: asked } = record;
    const after = {
      status: 'pending',
      reason,
      auditId,
      linkedFindingId,
      permission: asked && { username: asked.username, role: asked.role, tenantIds: asked.tenantIds },
    };
    const details = { approvalId: id, type, before: {}, after };
    const entry = { user: caller.user.username, target, tenantId: tenantOfApproval(record), details };
    return withEntry(record, { eventType: 'approval_created', ...entry }, now);
  }

  return {
    /**
     * @param more what it is about beside what a caller says of it
     * @throws AppError INVALID_INPUT, NOT_FOUND; CONFLICT where it is asked for, approved or published already
     */
    async request(
      caller: Asking,
      tenant: TenantRecords | null,
      wanted: Wanted,
      more: Pick<ApprovalRecord, 'draftId'> & Partial<Pick<ApprovalRecord, 'issue' | 'category'>> = {},
    ): Promise<ApprovalRecord> {
      const found = await subjectOf(caller, tenant, wanted);
      const subject: Subject = { ...found.subject, ...more };
      const about = { ...found, subject };
      const collection = tenantOfApproval(subject) === null ? approvals.systemWide : tenant?.approvals;
      if (!collection) throw new Error('A request of a tenant came without it');
      const id = await approvalIdFor(caller, tenant, about, wanted);
      const record = recordOf(caller, wanted, id, subject);
      const created = await createOnce(collection, record);
      if (!created) {
        const there = (await collection.get(id))?.value;
        if (there?.requestedById !== caller.userId) {
          throw new AppError('CONFLICT', 'Somebody else has just asked for this. Reload the page.');
        }
        return there;
      }
      await settleOutbox(collection, created.value, trail, created.etag);
      const message = `${caller.name} asked for approval: ${record.title}`;
      const tenantId = tenantOfApproval(record);
      const told = { eventType: 'approval_created', target: record.title, user: caller.name } as const;
      await activityLog.add({ id: `approval-${id}`, type: 'user', message, tenantId, ...told });
      return created.value;
    },
  };
}

export type ApprovalRequests = ReturnType<typeof createApprovalRequests>;
