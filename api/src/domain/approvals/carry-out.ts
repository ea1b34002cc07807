import type { Role } from '@tenantry/contract/auth';
import { findingImpact } from '../../audit/finding-titles.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Collection, update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { type ApprovalRecord, type PermissionAsked, tenantOfApproval } from '../../store/approvals.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { settleOutbox, withEntry } from '../audit-trail/outbox.ts';
import { createTask } from '../tasks/create-task.ts';

/** What a permission that was approved changes of a user. */
export type GrantedAccess = {
  userId: string;
  role: Role | null;
  tenantIds: PermissionAsked['tenantIds'];
  /** As the trail names whoever approved it. */
  by: string;
  approvalId: string;
};

/** The users as approvals need them: who may do what is theirs to say. */
export type UserAccess = {
  /** Why it cannot be given; null where it can. */
  refusal(access: GrantedAccess): Promise<string | null>;
  /** Gives it; given already, it changes nothing. @returns why it could not be given; null where it was */
  grant(access: GrantedAccess): Promise<string | null>;
};

type Dependencies = { trail: Trail; clock: Clock; userAccess: UserAccess };
type Place = TenantRecords | null;

const gone = {
  audit: 'The audit of this report was deleted.',
  permission: 'This request does not say which permission it asks for.',
};

function accessOf({ id, permission, approvedByUser, approvedBy }: ApprovalRecord): GrantedAccess | null {
  if (permission === null) return null;
  const { userId, role, tenantIds } = permission;
  return { userId, role, tenantIds, by: approvedByUser ?? approvedBy ?? 'system', approvalId: id };
}

/** The task of an approval: what it mends is told by the finding where there is one. Made already, it stays as it is. */
async function makeTask({ trail, clock }: Dependencies, place: TenantRecords, approval: ApprovalRecord): Promise<null> {
  const { id, title, description, priority, linkedFindingId, checkId, auditId, approvedBy, approvedByUser } = approval;
  const finding = linkedFindingId === null ? null : ((await place.findings.get(linkedFindingId))?.value ?? null);
  const category = finding?.category ?? approval.category;
  if (category === null) throw new Error(`The approval ${id} asks for a task of no category`);
  await createTask({ trail, clock }, place, {
    title,
    description,
    category,
    priority,
    impact: checkId === null ? null : findingImpact(checkId),
    origin: 'approval',
    linkedApprovalId: id,
    approvalTitle: title,
    linkedFindingId,
    checkId: finding?.checkId ?? checkId,
    auditId,
    isSimulated: finding?.isSimulated ?? place.tenant.isMock,
    createdBy: approvedBy ?? 'system',
    user: approvedByUser ?? approvedBy ?? 'system',
  });
  return null;
}

/** The report of an audit is released to the client: when and by whom stands on the audit that it is made of. */
async function publish(place: Place, { id, auditId, approvedAt, approvedBy }: ApprovalRecord): Promise<string | null> {
  if (place === null || auditId === null || approvedAt === null) return gone.audit;
  const published = { at: approvedAt, by: approvedBy ?? 'system', approvalId: id };
  const audit = await update(place.audits, auditId, (one) => (one.published ? one : { ...one, published }));
  return audit ? null : gone.audit;
}

/** What approving brings about (design, 22), each once however often it is carried out. */
export function createCarryOut(dependencies: Dependencies) {
  const { trail, clock, userAccess } = dependencies;

  async function bringAbout(place: Place, approval: ApprovalRecord): Promise<string | null> {
    if (approval.type === 'audit_publish') return publish(place, approval);
    if (approval.type === 'user_permission') {
      const access = accessOf(approval);
      return access === null ? gone.permission : userAccess.grant(access);
    }
    return place !== null && approval.autoCreateTask ? makeTask(dependencies, place, approval) : null;
  }

  return {
    /** Why it cannot be approved as things are now; null where it can. */
    async refusal(place: Place, approval: ApprovalRecord): Promise<string | null> {
      if (approval.type === 'audit_publish') {
        const audit = place && approval.auditId && (await place.audits.get(approval.auditId));
        return audit ? null : `${gone.audit} Deny the request.`;
      }
      if (approval.type !== 'user_permission') return null;
      const access = accessOf(approval);
      return access === null ? gone.permission : userAccess.refusal(access);
    },

    /** Does what follows from an approved one and notes that it is done, or why it could not be. */
    async run(place: Place, approvals: Collection<ApprovalRecord>, approval: ApprovalRecord): Promise<ApprovalRecord> {
      const notDoneBecause = await bringAbout(place, approval);
      const finished = await update(approvals, approval.id, (current) => {
        if (!current.isUnfinished) return current;
        const now = clock.now();
        const { id: approvalId, type, title: target, approvedByUser, approvedBy } = current;
        const tenantId = tenantOfApproval(current);
        const user = approvedByUser ?? approvedBy ?? 'system';
        return withEntry(
          { ...current, isUnfinished: false, notDoneBecause, finishedAt: now.toISOString() },
          { eventType: 'approval_carried_out', user, target, tenantId, details: { approvalId, type, notDoneBecause } },
          now,
        );
      });
      if (!finished) return approval;
      await settleOutbox(approvals, finished, trail);
      return finished;
    },
  };
}

export type CarryOut = ReturnType<typeof createCarryOut>;
