import { mayAskClient } from '@tenantry/contract/approvals';
import type { AskedApproval, answerAskedApproval } from '@tenantry/contract/client-decisions';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { ApprovalDecisions } from '../../domain/approvals/decide-approval.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { askedApproval, type Reader, waitsForClient } from '../../domain/client-decisions/client-decisions.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, requireClient } from '../../http/caller.ts';
import type { TrailEvent } from '../../ports/trail.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { approvalNotFound } from './approval-service.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'clock' | 'queue'> & { approvalDecisions: ApprovalDecisions };

const forStaff: Reader = { isClient: false, provider: null };

const isOver = () => new AppError('CONFLICT', 'This was decided meanwhile. Reload to see how.');
const isNotAsked = () => new AppError('CONFLICT', 'You are not asked about this any more. Reload to see what waits.');

const asked = (record: ApprovalRecord, reader: Reader): AskedApproval => {
  const view = askedApproval(record, reader);
  if (!view) throw isNotAsked();
  return view;
};

/** Changes a pending approval of the tenant with an entry of this event. @throws AppError NOT_FOUND, CONFLICT */
async function changed(
  { trail, clock }: Dependencies,
  { approvals, tenant }: TenantRecords,
  id: string,
  eventType: TrailEvent,
  { user }: Caller,
  change: (pending: ApprovalRecord, at: string) => ApprovalRecord,
): Promise<ApprovalRecord> {
  const now = clock.now();
  const record = await changeAndSeal(trail, approvals, id, (current) => {
    if (current.status !== 'pending') throw isOver();
    const next = change(current, now.toISOString());
    if (next === current) return current;
    const details = { approvalId: id, message: next.client?.message ?? '' };
    const entry = { eventType, user: user.username, target: current.title, tenantId: tenant.id, details } as const;
    return withEntry(next, entry, now);
  });
  if (!record) throw approvalNotFound();
  return record;
}

/**
 * Asks the client. The approval goes on waiting, for their answer or an administrator's, whichever comes first. Asked again with another
 * text, that one counts; a client who was asked and declined decided it.
 * @throws AppError NOT_FOUND, CONFLICT where it is decided, or is nothing to ask a client
 */
export async function ask(
  dependencies: Dependencies,
  tenant: TenantRecords,
  id: string,
  message: string,
  caller: Caller,
): Promise<AskedApproval> {
  if (!tenant.tenant.clientRoom?.isOpen) {
    throw new AppError('CONFLICT', 'The client room of this tenant is closed. Open it under Client Portal first.');
  }
  const record = await changed(dependencies, tenant, id, 'client_asked', caller, (pending, at) => {
    if (!mayAskClient(pending.type))
      throw new AppError('CONFLICT', 'Clients are asked about work and changes alone. Decide this one yourself.');
    if (waitsForClient(pending) && pending.client?.message === message) return pending;
    return { ...pending, client: { message, askedBy: caller.name, askedAt: at, outcome: null }, updatedAt: at };
  });
  await dependencies.queue.send('upkeep', { kind: 'client-asked', id });
  return asked(record, forStaff);
}

/** Takes back what the client was asked; the approval waits for an administrator alone. @throws AppError NOT_FOUND, CONFLICT */
export async function withdraw(
  dependencies: Dependencies,
  tenant: TenantRecords,
  id: string,
  caller: Caller,
): Promise<AskedApproval> {
  const record = await changed(dependencies, tenant, id, 'client_question_withdrawn', caller, (pending, at) => {
    const { client } = pending;
    if (!client?.outcome && client) {
      const outcome = { answer: 'withdrawn', by: caller.name, at, comment: null } as const;
      return { ...pending, client: { ...client, outcome }, updatedAt: at };
    }
    return pending;
  });
  return asked(record, forStaff);
}

const decisionOf = { approved: 'approved', declined: 'denied' } as const;

/**
 * A client's answer decides the approval as an administrator's would, under the client's own name.
 * @throws AppError FORBIDDEN for staff, NOT_FOUND, CONFLICT where it is decided, not asked, or cannot be carried out
 */
export async function answer(
  { approvalDecisions }: Dependencies,
  tenant: TenantRecords,
  id: string,
  { answer: said, askedAt, comment }: Parsed<typeof answerAskedApproval.body>,
  { caller, provider }: { caller: Caller; provider: string | null },
): Promise<AskedApproval> {
  requireClient(caller);
  const reader: Reader = { isClient: true, provider };
  const present = (await tenant.approvals.get(id))?.value;
  // What they were never asked is not there for them.
  if (!present?.client) throw approvalNotFound();
  const { outcome } = present.client;
  const by = { username: caller.user.username, name: caller.name };
  // The same answer of the same person twice is one.
  if (outcome?.byUser === by.username && outcome.answer === said) return asked(present, reader);
  if (!waitsForClient(present)) throw isOver();
  const answered = { decision: decisionOf[said], client: { askedAt, comment: comment || null } };
  const result = await approvalDecisions.decide(tenant, id, answered, by);
  switch (result.outcome) {
    case 'done':
      return asked(result.approval, reader);
    case 'refused':
      throw new AppError('CONFLICT', result.because);
    case 'alreadyDecided': {
      const mine = result.approval.client?.outcome;
      if (mine?.byUser === by.username && mine.answer === said) return asked(result.approval, reader);
      throw result.approval.status === 'pending' ? isNotAsked() : isOver();
    }
    case 'notFound':
      throw approvalNotFound();
  }
}
