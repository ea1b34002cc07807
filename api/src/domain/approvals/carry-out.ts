import { findingImpact } from '../../audit/findings/finding-titles.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import type { Collection } from '../../ports/collection.ts';
import type { UserPatch } from '../../store/administrators.ts';
import { type ApprovalRecord, type PermissionAsked, tenantOfApproval } from '../../store/approvals.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';
import { changeAndSeal, withEntry } from '../audit-trail/outbox.ts';
import type { BaselineStores } from '../baselines/baselines.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { changedTask, type TaskPatch } from '../tasks/change-task.ts';
import { createTask, estimatedHours } from '../tasks/create-task.ts';
import { tasksOfItem, tasksUnderWay } from '../tasks/tasks-under-way.ts';
import { isAdministrator } from '../user-access/administrators.ts';
import type { UserAccess } from '../user-access/change-user-access.ts';
import { asTaskOf, type WholeWork } from '../work/task-of-work.ts';
import { publishAudit } from './publish-audit.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'clock' | 'users' | 'systemConfig'> & {
  userAccess: Pick<UserAccess, 'change'>;
} & BaselineStores;
type Place = TenantRecords | null;

const gone = {
  audit: 'The audit of this report was deleted.',
  user: 'The user was deleted.',
  permission: 'This request does not say which permission it asks for.',
};
const lastAdministrator = 'Nobody would be left who can administer the installation.';

/** What came of an approval: why it could not be carried out, and the task that it is about. */
type Outcome = { notDoneBecause: string | null; taskId: string | null };

/** What whoever approved said of the task; what they left open stays as it is. */
function assigned({ assignment }: ApprovalRecord): TaskPatch {
  if (assignment === null) return {};
  const { assignee, priority, dueDate } = assignment;
  return { ...(assignee && { assignee }), ...(priority && { priority }), ...(dueDate && { dueDate }) };
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/**
 * A task that was begun before it was approved, as by a project plan, becomes the approval's, with all that this asks for: one of
 * an earlier version was made for a single finding.
 */
async function linkTask(
  { trail, clock }: Dependencies,
  { tasks }: TenantRecords,
  taskId: string,
  approval: ApprovalRecord,
  { remedyId, hours, ...work }: Omit<WholeWork, 'remedyId'> & { remedyId: string | null; hours: number | null },
) {
  const { id: linkedApprovalId, title: approvalTitle, approvedBy, approvedByUser } = approval;
  const by = { name: approvedBy ?? 'system', user: approvedByUser ?? approvedBy ?? 'system' };
  const change = { what: 'changed', by, eventType: 'task_changed', note: 'The work was approved.' } as const;
  await changeAndSeal(trail, tasks, taskId, (current) =>
    current.linkedApprovalId === linkedApprovalId
      ? current
      : changedTask(
          current,
          {
            ...assigned(approval),
            linkedApprovalId,
            approvalTitle,
            ...(remedyId === null
              ? {
                  findingIds: union(current.findingIds, work.findingIds),
                  checkIds: union(current.checkIds, work.checkIds),
                }
              : asTaskOf(current, { ...work, remedyId }, hours)),
          },
          change,
          clock.now(),
        ),
  );
}

/**
 * The task of an approval: what it mends is told by the finding where there is one. Made already, it stays as it is; where work
 * on the finding is under way, that is its task. @returns its id
 */
async function makeTask(dependencies: Dependencies, place: TenantRecords, approval: ApprovalRecord): Promise<string> {
  const { id, title, description, priority, linkedFindingId, checkId, auditId, approvedBy, approvedByUser } = approval;
  const { remedyId, assignment } = approval;
  const findingIds = approval.findings.map((one) => one.id);
  const finding = linkedFindingId === null ? null : ((await place.findings.get(linkedFindingId))?.value ?? null);
  const checkIds = approval.findings.flatMap((one) => one.checkId ?? finding?.checkId ?? []);
  const category = finding?.category ?? approval.category;
  if (category === null) throw new Error(`The approval ${id} asks for a task of no category`);
  const impact = checkId === null ? null : findingImpact(checkId);
  // Work on a single finding may be under way with others.
  const workId = remedyId ?? (finding === null ? null : workOf(finding).id);
  const sought = { id: workId ?? '', members: approval.findings };
  const tasks = await tasksUnderWay(place, { remedyIds: workId === null ? [] : [workId], findingIds });
  const [underWay] = tasksOfItem(tasks, sought);
  if (underWay) {
    const hours = await estimatedHours(dependencies.systemConfig, place, { checkId, remedyId, category }, findingIds);
    const work = { title, description, impact, remedyId, findingIds, checkIds, hours };
    await linkTask(dependencies, place, underWay.id, approval, work);
    return underWay.id;
  }
  const task = await createTask(dependencies, place, {
    title,
    description,
    category,
    priority: assignment?.priority ?? priority,
    assignee: assignment?.assignee ?? null,
    dueDate: assignment?.dueDate ?? null,
    impact,
    origin: 'approval',
    linkedApprovalId: id,
    approvalTitle: title,
    linkedFindingId,
    checkId: finding?.checkId ?? checkId,
    remedyId,
    findingIds,
    checkIds,
    auditId,
    isSimulated: finding?.isSimulated ?? place.tenant.isMock,
    createdBy: approvedBy ?? 'system',
    user: approvedByUser ?? approvedBy ?? 'system',
  });
  return task.id;
}

/** The report of an audit is released to the client: when and by whom stands on the audit that it is made of. */
async function publish(place: Place, { id, auditId, approvedAt, approvedBy }: ApprovalRecord): Promise<string | null> {
  if (place === null || auditId === null || approvedAt === null) return gone.audit;
  const published = { at: approvedAt, by: approvedBy ?? 'system', approvalId: id };
  return (await publishAudit(place, auditId, published)) ? null : gone.audit;
}

/** What a user gets beside what they have. Nothing is taken from their tenants; a role is set. */
function patchOf(user: UserRecord, { role, tenantIds }: PermissionAsked): UserPatch | null {
  const isOther = role !== null && role !== user.role;
  const patch: UserPatch = isOther ? { role, roleSource: 'manual' } : {};
  if (tenantIds === 'all' && user.scope.kind !== 'all') patch.scope = { kind: 'all' };
  if (Array.isArray(tenantIds) && user.scope.kind !== 'all') {
    const had = user.scope.kind === 'tenants' ? user.scope : { kind: 'tenants' as const, tenantIds: [] };
    // What was approved holds also where a group that has the tenant today loses it.
    const named = had.groupIds?.length ? (had.namedIds ?? []) : had.tenantIds;
    if (tenantIds.some((id) => !named.includes(id))) {
      const beside = had.groupIds?.length ? { namedIds: union(named, tenantIds) } : {};
      patch.scope = { ...had, tenantIds: union(had.tenantIds, tenantIds), ...beside };
    }
  }
  return Object.keys(patch).length === 0 ? null : patch;
}

/** Why a permission cannot be given as things are now; null where it can. The change itself decides (design, 31). */
async function permissionRefusal(users: UserStore, asked: PermissionAsked | null): Promise<string | null> {
  if (asked === null) return gone.permission;
  const user = (await users.get(asked.userId))?.value;
  if (!user) return `${gone.user} Deny the request.`;
  const after = { ...user, ...patchOf(user, asked) };
  if (!isAdministrator(user) || isAdministrator(after)) return null;
  const others = (await users.administrators()).filter((one) => one.id !== user.id && isAdministrator(one));
  return others.length > 0 ? null : lastAdministrator;
}

async function grant(
  { userAccess }: Dependencies,
  { permission, approvedByUser, approvedBy }: ApprovalRecord,
): Promise<string | null> {
  if (permission === null) return gone.permission;
  const by = { username: approvedByUser ?? approvedBy ?? 'system', how: 'approved request' };
  const { outcome } = await userAccess.change(permission.userId, (user) => patchOf(user, permission), by);
  if (outcome === 'notFound') return gone.user;
  return outcome === 'lastAdministrator' ? lastAdministrator : null;
}

/** What approving brings about (design, 22), each once however often it is carried out. */
export function createCarryOut(dependencies: Dependencies) {
  const { trail, clock, users } = dependencies;

  async function bringAbout(place: Place, approval: ApprovalRecord): Promise<Outcome> {
    if (approval.type === 'audit_publish') return { notDoneBecause: await publish(place, approval), taskId: null };
    if (approval.type === 'user_permission')
      return { notDoneBecause: await grant(dependencies, approval), taskId: null };
    const makesTask = place !== null && approval.autoCreateTask;
    return { notDoneBecause: null, taskId: makesTask ? await makeTask(dependencies, place, approval) : null };
  }

  return {
    /** Why it cannot be approved as things are now; null where it can. */
    async refusal(place: Place, approval: ApprovalRecord): Promise<string | null> {
      if (approval.type === 'audit_publish') {
        const audit = place && approval.auditId && (await place.audits.get(approval.auditId));
        return audit ? null : `${gone.audit} Deny the request.`;
      }
      return approval.type === 'user_permission' ? permissionRefusal(users, approval.permission) : null;
    },

    /** Does what follows from an approved one and notes that it is done, or why it could not be. */
    async run(place: Place, approvals: Collection<ApprovalRecord>, approval: ApprovalRecord): Promise<ApprovalRecord> {
      const { notDoneBecause, taskId } = await bringAbout(place, approval);
      const finished = await changeAndSeal(trail, approvals, approval.id, (current) => {
        if (!current.isUnfinished) return current;
        const now = clock.now();
        const { id: approvalId, type, title: target, approvedByUser, approvedBy } = current;
        const tenantId = tenantOfApproval(current);
        const user = approvedByUser ?? approvedBy ?? 'system';
        const carried = { ...current, isUnfinished: false, notDoneBecause, taskId, finishedAt: now.toISOString() };
        // Its run told of the decision, and the task has an entry of its own.
        if (current.decidedIn !== null && notDoneBecause === null && type !== 'user_permission') return carried;
        return withEntry(
          carried,
          { eventType: 'approval_carried_out', user, target, tenantId, details: { approvalId, type, notDoneBecause } },
          now,
        );
      });
      if (!finished) return approval;
      return finished;
    },
  };
}

export type CarryOut = ReturnType<typeof createCarryOut>;
