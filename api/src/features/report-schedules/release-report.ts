import { approvalsOfReport } from '../../domain/approvals/finding-approvals.ts';
import { AppError } from '../../http/app-error.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { UserRecord } from '../../store/users.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { changeDelivery, later, type Underway } from './delivery-states.ts';

/** Held reports are looked at when they are decided; where a process died over that, this often. */
const lookAgainMs = 3_600_000;
const unfinishedMs = 60_000;

/** `sending`: it may go. `wait`: not yet. Else why it may not, as a sentence. */
export type Release = { outcome: 'sending' } | { outcome: 'wait' } | { outcome: 'refused'; because: string };

/** What is asked already to publish this audit and may still be approved; null where nothing is. */
async function pendingRequest({ tenant }: Underway, auditId: string): Promise<ApprovalRecord | null> {
  const asked = await approvalsOfReport(tenant.approvals, auditId);
  return asked.find(({ status }) => status === 'pending' || status === 'approved') ?? null;
}

async function askOrJoin(
  parts: DeliveryParts,
  underway: Underway,
  owner: UserRecord,
  auditId: string,
): Promise<ApprovalRecord> {
  const known = await pendingRequest(underway, auditId);
  if (known) return known;
  const { schedule, delivery, tenant } = underway;
  const { id: userId, displayName: name, role, scope } = owner;
  const reason = `The schedule ${schedule.name} is to send it on ${delivery.period}.`;
  try {
    return await parts.askToPublish({ userId, name, role, scope, user: owner }, tenant, { auditId, reason });
  } catch (error) {
    // Somebody else asked at the same moment: theirs is the request.
    const theirs =
      error instanceof AppError && error.code === 'CONFLICT' ? await pendingRequest(underway, auditId) : null;
    if (theirs) return theirs;
    throw error;
  }
}

/** Whether the report may go now: what is held asks first, and what is published already may. */
export async function release(
  parts: DeliveryParts,
  underway: Underway,
  owner: UserRecord,
  auditId: string,
): Promise<Release> {
  const { tenant, schedule } = underway;
  const audit = (await tenant.audits.get(auditId))?.value;
  if (!audit) return { outcome: 'refused', because: 'The audit of this report was deleted.' };
  if (audit.published) return { outcome: 'sending' };
  if (schedule.release === 'send') return { outcome: 'sending' };
  const { id: approvalId } = await askOrJoin(parts, underway, owner, auditId);
  const told = 'It waits for an administrator to approve that it is published.';
  await changeDelivery(underway, (current) => ({
    ...current,
    state: 'held',
    approvalId,
    told,
    workAt: later(parts, lookAgainMs),
  }));
  return { outcome: 'wait' };
}

/** What became of the request that a report is held for. */
export async function heldOutcome(parts: DeliveryParts, underway: Underway): Promise<Release> {
  const { tenant, delivery } = underway;
  const stored = delivery.approvalId === null ? null : await tenant.approvals.get(delivery.approvalId);
  if (!stored) return { outcome: 'refused', because: 'The request to publish it is gone.' };
  const { status, approvedBy, isUnfinished, notDoneBecause, closedBecause } = stored.value;
  if (status === 'denied')
    return { outcome: 'refused', because: `${approvedBy ?? 'An administrator'} denied that it is published.` };
  if (status === 'closed')
    return { outcome: 'refused', because: closedBecause ?? 'The request to publish it was closed.' };
  if (status === 'approved' && !isUnfinished) {
    return notDoneBecause === null ? { outcome: 'sending' } : { outcome: 'refused', because: notDoneBecause };
  }
  const ms = status === 'approved' ? unfinishedMs : lookAgainMs;
  await changeDelivery(underway, (current) => ({ ...current, workAt: later(parts, ms) }));
  return { outcome: 'wait' };
}
