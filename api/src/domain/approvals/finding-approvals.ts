import { tenantIdOfRecordId, tenantRecordId } from '@tenantry/contract/ids';
import type { Clock } from '../../ports/clock.ts';
import { type Collection, every } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { type ApprovalRecord, tenantOfApproval } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { changeAndSeal, withEntry } from '../audit-trail/outbox.ts';

/** Every approval that was asked for about a finding, in no order. */
export const approvalsOfFinding = (
  approvals: Pick<Collection<ApprovalRecord>, 'query'>,
  findingId: string,
): Promise<ApprovalRecord[]> => every(approvals, { where: [{ field: 'linkedFindingId', op: 'eq', value: findingId }] });

/** Every approval that the scanner asked for about a piece of work, in no order. */
export const approvalsOfRemedy = (
  approvals: Pick<Collection<ApprovalRecord>, 'query'>,
  remedyId: string,
): Promise<ApprovalRecord[]> => every(approvals, { where: [{ field: 'remedyId', op: 'eq', value: remedyId }] });

const numberOf = ({ id }: ApprovalRecord) => Number(/-(\d+)$/.exec(id)?.[1] ?? 0);

/**
 * The id of the next approval about a finding. It is derived, so that of two who ask at once, a scan that is saved twice or a
 * scan and a person, one alone creates it.
 */
export function nextApprovalId({ tenantId, id }: FindingRecord, before: readonly ApprovalRecord[]): string {
  const rest = id.slice(tenantRecordId(tenantId, 'f-').length);
  return tenantRecordId(tenantId, `a-${rest}-${Math.max(0, ...before.map(numberOf)) + 1}`);
}

/** The id of the scanner's next request for a piece of work: of a scan that is saved twice, one is made. */
export const nextWorkApprovalId = (tenantId: string, workId: string, before: readonly ApprovalRecord[]): string =>
  tenantRecordId(tenantId, `r-${workId}-${Math.max(0, ...before.map(numberOf)) + 1}`);

/** Every approval that was asked for to publish the report of an audit, in no order. */
export const approvalsOfReport = (
  approvals: Pick<Collection<ApprovalRecord>, 'query'>,
  auditId: string,
): Promise<ApprovalRecord[]> =>
  every(approvals, {
    where: [
      { field: 'type', op: 'eq', value: 'audit_publish' },
      { field: 'auditId', op: 'eq', value: auditId },
    ],
  });

/** The id of the next approval to publish the report of an audit: of two who ask at once, one alone creates it. */
export function nextPublishingId(auditId: string, before: readonly ApprovalRecord[]): string {
  const rest = auditId.slice(tenantRecordId(tenantIdOfRecordId(auditId), '').length);
  return tenantRecordId(tenantIdOfRecordId(auditId), `a-publish-${rest}-${before.length + 1}`);
}

type Closing = {
  approvals: Collection<ApprovalRecord>;
  trail: Pick<Trail, 'recordOutbox'>;
  clock: Clock;
};

/**
 * Closes what is still pending of these, since there is nothing left to decide: that is no denial, and binds nobody.
 * @param because in a sentence that an administrator reads
 * @param by as the trail names them
 */
export async function closePending(
  { approvals, trail, clock }: Closing,
  pending: readonly ApprovalRecord[],
  { because, by }: { because: string; by: string },
): Promise<void> {
  for (const { id } of pending.filter(({ status }) => status === 'pending')) {
    await changeAndSeal(trail, approvals, id, (current): ApprovalRecord => {
      if (current.status !== 'pending') return current;
      const now = clock.now();
      const { title: target } = current;
      const details = { approvalId: id, because, before: { status: 'pending' }, after: { status: 'closed' } };
      const at = now.toISOString();
      return withEntry(
        { ...current, status: 'closed', closedBecause: because, updatedAt: at, finishedAt: at },
        { eventType: 'approval_closed', user: by, target, tenantId: tenantOfApproval(current), details },
        now,
      );
    });
  }
}
