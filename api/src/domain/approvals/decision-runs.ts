import type { Decision } from '@tenantry/contract/approvals';
import { systemWideId, tenantIdOfRecordId } from '@tenantry/contract/ids';
import { createOnce, update } from '../../ports/collection.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { ApprovalRecord, Assignment } from '../../store/approvals.ts';
import type { DecisionConflict, DecisionRunRecord, DecisionRunStore } from '../../store/decision-runs.ts';
import { everyTenant, isInScope } from '../../store/scope.ts';
import { mayWorkIn, type UserStore } from '../../store/users.ts';
import { emptyOutbox, settleOutbox, withEntry } from '../audit-trail/outbox.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import type { ApprovalDecisions, By } from './decide-approval.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'trail' | 'clock' | 'log'> & {
  decisionRuns: DecisionRunStore;
  decisions: ApprovalDecisions;
  users: Pick<UserStore, 'get'>;
  queue: WorkQueue;
};

/** What is wanted of the requests of a run. */
export type WantedDecision = { decision: Decision; notes: string | null; assignment: Assignment | null };

/** What became of one of them; `approval` as it is then. */
type MemberOutcome = {
  id: string;
  outcome: 'done' | 'alreadyDecided' | 'notFound' | 'refused' | 'failed';
  message: string;
  approval: ApprovalRecord | null;
};

/** As many are decided for one message and told in one entry of the trail. */
const decidedAtOnce = 250;
const sideBySide = 10;
const conflictsKept = 100;
/** Longer than a message waits, and than its work takes. */
const lostAfterMs = 2 * 60_000;
const resentAtOnce = 50;

const send = (queue: WorkQueue, runId: string) => queue.send('upkeep', { kind: 'decision-run', runId });

export function alreadyDecidedText({ status, approvedBy, approvedAt, closedBecause }: ApprovalRecord): string {
  if (status === 'closed') return `Approval already closed. ${closedBecause ?? ''}`.trim();
  const at = approvedAt === null ? '' : ` on ${approvedAt.slice(0, 10)}`;
  return `Approval already processed: ${status} by ${approvedBy ?? 'somebody'}${at}.`;
}

/** Whether the task of a request of a tenant can be given to whom the decision names: they are read once for a message. */
async function assigneeMayWork({ users }: Dependencies, { assignment }: DecisionRunRecord) {
  const assignee = assignment?.assignee;
  if (!assignee) return () => true;
  const user = (await users.get(assignee.userId))?.value;
  return (tenantId: string) => user !== undefined && mayWorkIn(user, tenantId);
}

/** Whether whoever started a run may still decide a request: they are read once for a message. */
async function starterMayDecide({ users }: Dependencies, { startedByUserId }: DecisionRunRecord) {
  const user = (await users.get(startedByUserId))?.value;
  const mayDecide = user !== undefined && !user.isDisabled && user.role === 'admin';
  return (tenantId: string) => mayDecide && isInScope(user.scope, tenantId);
}

type May = { work: (tenantId: string) => boolean; decide: (tenantId: string) => boolean };

async function decideMember(
  dependencies: Dependencies,
  run: DecisionRunRecord,
  id: string,
  may: May,
): Promise<MemberOutcome> {
  const { tenants, decisions, log } = dependencies;
  try {
    const tenantId = tenantIdOfRecordId(id);
    const place = tenantId === systemWideId ? null : await tenants.open(everyTenant, tenantId);
    const isGone = tenantId !== systemWideId && place === null;
    if (!may.decide(tenantId)) {
      const message = `${run.startedBy} may not decide this any more.`;
      return { id, outcome: 'refused', message, approval: null };
    }
    if (place !== null && !may.work(tenantId)) {
      const message = `${run.assignment?.assignee?.name ?? 'The assignee'} may not work in this tenant.`;
      return { id, outcome: 'refused', message, approval: null };
    }
    const { decision, notes, assignment, id: runId } = run;
    const by = { username: run.startedByUser, name: run.startedBy };
    const wanted = { decision, notes: notes ?? undefined, assignment, runId };
    const result = isGone ? null : await decisions.decide(place, id, wanted, by);
    if (result === null || result.outcome === 'notFound') {
      return { id, outcome: 'notFound', message: 'There is no such approval.', approval: null };
    }
    const { outcome, approval } = result;
    // Decided by this very run before its worker died.
    const isOurs = outcome === 'alreadyDecided' && approval.decidedIn === runId;
    if (outcome === 'done' || isOurs) return { id, outcome: 'done', message: `The request was ${decision}.`, approval };
    return { id, outcome, message: outcome === 'refused' ? result.because : alreadyDecidedText(approval), approval };
  } catch (error) {
    log('The approval was not decided', { approvalId: id, runId: run.id, error });
    return { id, outcome: 'failed', message: 'It could not be decided. Try again.', approval: null };
  }
}

/** Of several tenants an entry is of none; the requests that it names tell which. */
function tenantOf(ids: readonly string[]): string | null {
  const tenantIds = new Set(ids.map(tenantIdOfRecordId));
  const [only] = tenantIds;
  return tenantIds.size === 1 && only !== undefined && only !== systemWideId ? only : null;
}

/** The run with some more of its requests decided, and one entry in the trail that names them. */
function advanced(run: DecisionRunRecord, outcomes: readonly MemberOutcome[], now: Date): DecisionRunRecord {
  const done = outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
  const left = outcomes.filter(({ outcome }) => outcome !== 'done');
  const conflicts: DecisionConflict[] = left.map(({ id, message }) => ({ id, message }));
  const handled = run.handled + outcomes.length;
  const isOver = handled >= run.approvalIds.length;
  const next: DecisionRunRecord = {
    ...run,
    handled,
    decided: run.decided + done.length,
    conflicts: [...run.conflicts, ...conflicts].slice(0, conflictsKept),
    conflictCount: run.conflictCount + left.length,
    sentAt: isOver ? '' : now.toISOString(),
    endedAt: isOver ? now.toISOString() : null,
  };
  if (done.length === 0) return next;
  const { id: runId, decision, notes, assignment, startedByUser: user } = run;
  const target = `${done.length} ${done.length === 1 ? 'request' : 'requests'} ${decision}`;
  const details = { runId, decision, notes, assignment, approvalIds: done };
  return withEntry(next, { eventType: 'approvals_decided', user, target, tenantId: tenantOf(done), details }, now);
}

/** Decides the next of a run's requests. Delivered twice, late or after a crash, it decides and tells each once. */
async function workOn(
  dependencies: Dependencies,
  runId: string,
): Promise<{ run: DecisionRunRecord; outcomes: MemberOutcome[] } | null> {
  const { decisionRuns, trail, clock } = dependencies;
  const run = (await decisionRuns.runs.get(runId))?.value;
  if (!run) return null;
  const left = run.approvalIds.slice(run.handled, run.handled + decidedAtOnce);
  const may = { work: await assigneeMayWork(dependencies, run), decide: await starterMayDecide(dependencies, run) };
  const outcomes: MemberOutcome[] = [];
  while (left.length > 0) {
    const some = left.splice(0, sideBySide);
    outcomes.push(...(await Promise.all(some.map((id) => decideMember(dependencies, run, id, may)))));
  }
  const next = await update(decisionRuns.runs, runId, (current) =>
    current.endedAt !== null || current.handled !== run.handled ? current : advanced(current, outcomes, clock.now()),
  );
  if (!next) return null;
  await settleOutbox(decisionRuns.runs, next, trail);
  return { run: next, outcomes };
}

async function work(dependencies: Dependencies, runId: string): Promise<void> {
  const worked = await workOn(dependencies, runId);
  if (worked && worked.run.endedAt === null) await send(dependencies.queue, runId);
}

type Started = { run: DecisionRunRecord; outcomes: MemberOutcome[] };

/**
 * Begins a run. A few are decided before it answers, many by the queue. The same key again answers the run of before.
 * @param ids of requests that the caller may decide
 * @returns null where the key is that of somebody else's run
 */
async function start(
  dependencies: Dependencies,
  ids: readonly string[],
  wanted: WantedDecision,
  {
    by,
    userId,
    key = crypto.randomUUID(),
    isBackground,
  }: {
    by: By;
    userId: string;
    key?: string | undefined;
    isBackground: boolean;
  },
): Promise<Started | null> {
  const { decisionRuns, queue, clock } = dependencies;
  const at = clock.now().toISOString();
  const record: DecisionRunRecord = {
    id: key,
    ...wanted,
    approvalIds: [...new Set(ids)],
    handled: 0,
    decided: 0,
    conflicts: [],
    conflictCount: 0,
    startedBy: by.name,
    startedByUser: by.username,
    startedByUserId: userId,
    startedAt: at,
    sentAt: at,
    endedAt: null,
    ...emptyOutbox,
  };
  const created = await createOnce(decisionRuns.runs, record);
  if (!created) {
    const run = (await decisionRuns.runs.get(key))?.value;
    if (!run) throw new Error(`The decision run ${key} was deleted while it was being made`);
    return run.startedByUserId === userId ? { run, outcomes: [] } : null;
  }
  if (isBackground) {
    await send(queue, key);
    return { run: created.value, outcomes: [] };
  }
  return (await workOn(dependencies, key)) ?? { run: created.value, outcomes: [] };
}

/** Sends runs whose message was lost again. @returns how many */
async function requeue({ decisionRuns, queue, clock }: Dependencies): Promise<number> {
  const now = clock.now();
  let sent = 0;
  for (const { id, sentAt } of await decisionRuns.waiting(new Date(now.getTime() - lostAfterMs), resentAtOnce)) {
    const claimed = await update(decisionRuns.runs, id, (run) =>
      run.sentAt === sentAt ? { ...run, sentAt: now.toISOString() } : run,
    );
    if (claimed?.sentAt !== now.toISOString()) continue;
    await send(queue, id);
    sent += 1;
  }
  return sent;
}

/** One decision on several requests: each decided once, with one entry in the trail for all (decision 057). */
export function createDecisionRuns(dependencies: Dependencies) {
  return {
    start: (ids: readonly string[], wanted: WantedDecision, how: Parameters<typeof start>[3]) =>
      start(dependencies, ids, wanted, how),
    work: (runId: string) => work(dependencies, runId),
    /** Called each minute. @returns how many were sent again */
    requeue: () => requeue(dependencies),
    get: async (runId: string) => (await dependencies.decisionRuns.runs.get(runId))?.value ?? null,
  };
}

export type DecisionRuns = ReturnType<typeof createDecisionRuns>;
