import type { Decision } from '@tenantry/contract/approvals';
import { conditionOf } from '../../audit/findings/finding-condition.ts';
import { type Collection, update } from '../../ports/collection.ts';
import {
  type ApprovalRecord,
  type ApprovalStore,
  type AskedFinding,
  type Assignment,
  type StoredOutcome,
  tenantOfApproval,
} from '../../store/approvals.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { settleOutbox, withEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { wakeHeldReports } from '../report-deliveries/wake-held.ts';
import type { CarryOut } from './carry-out.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'trail' | 'clock' | 'log'> & {
  approvals: ApprovalStore;
  carryOut: CarryOut;
};

/** Where an approval lies: with its tenant, or with those of the installation (null). */
export type ApprovalPlace = TenantRecords | null;

/** `name` is what people read, `username` what the trail holds. */
export type By = { username: string; name: string };

/** A client's answer to the question that they saw, and what they said of it: it decides only while that one is asked. */
type ClientAnswer = { askedAt: string; comment: string | null };

type Decided = {
  decision: Decision;
  notes?: string | null | undefined;
  /** How the task of an approval begins. */
  assignment?: Assignment | null | undefined;
  /** The run that decides it with others, and tells the trail of all (decision-runs.ts). */
  runId?: string | undefined;
  /** A contact of the client decides, who was asked. */
  client?: ClientAnswer;
};

/** `alreadyDecided`: also of a client who is not asked any more, where it is pending still. `refused`: it is pending still, and cannot be approved for a reason that whoever decides has to know. */
export type DecisionResult =
  | { outcome: 'done'; approval: ApprovalRecord }
  | { outcome: 'alreadyDecided'; approval: ApprovalRecord }
  | { outcome: 'refused'; approval: ApprovalRecord; because: string }
  | { outcome: 'notFound' };

const recordedFields = ['status', 'reviewNotes', 'approvedBy', 'approvedAt'] as const;
/** As many as one run of the timer works; the rest follow with the next one. */
const finishedAtOnce = 50;

/** The findings of an approval, each with its condition: what was denied has to be known, and an earlier version does not say it. */
async function foundConditions(place: ApprovalPlace, { findings }: ApprovalRecord): Promise<AskedFinding[]> {
  return Promise.all(
    findings.map(async (asked) => {
      const finding = asked.condition === null && place !== null ? await place.findings.get(asked.id) : null;
      if (!finding) return asked;
      const { verdictStatus: status, evidence, affectedEntities: affected, affectedCount } = finding.value;
      return { ...asked, condition: conditionOf({ status, evidence, affected, affectedCount }) };
    }),
  );
}

function collectionOf({ approvals }: Dependencies, place: ApprovalPlace): Collection<ApprovalRecord> {
  return place?.approvals ?? approvals.systemWide;
}

/** Changes what is pending, with its entry, and settles that. @returns null where there is no such approval */
async function changePending(
  parts: Dependencies,
  place: ApprovalPlace,
  id: string,
  change: (pending: ApprovalRecord, at: string) => ApprovalRecord,
  { username }: By,
  isByClient = false,
): Promise<{ changed: boolean; approval: ApprovalRecord } | null> {
  const collection = collectionOf(parts, place);
  let changed = false;
  const approval = await update(collection, id, (current) => {
    changed = current.status === 'pending';
    if (!changed) return current;
    const now = parts.clock.now();
    const after = change(current, now.toISOString());
    if (after === current) return current;
    // A run tells of all that it decides in one entry; what a user may see from now on is told by itself.
    if (after.decidedIn !== null && after.type !== 'user_permission') return after;
    const eventType = after.status === 'pending' ? 'approval_changed' : (`approval_${after.status}` as const);
    const { id: approvalId, type, title: target } = current;
    const details = {
      approvalId,
      type,
      ...whatChanged(current, after, recordedFields),
      ...(isByClient && { byClient: true }),
    };
    return withEntry(after, { eventType, user: username, target, tenantId: tenantOfApproval(current), details }, now);
  });
  if (!approval) return null;
  if (changed) await settleOutbox(collection, approval, parts.trail);
  return { changed, approval };
}

/** Does what follows from an approval. A failure is left to the timer: the decision stands. */
async function tryToFinish(
  parts: Dependencies,
  place: ApprovalPlace,
  approval: ApprovalRecord,
): Promise<ApprovalRecord> {
  if (!approval.isUnfinished) return approval;
  try {
    return await parts.carryOut.run(place, collectionOf(parts, place), approval);
  } catch (error) {
    parts.log('What follows from an approval was not done', { approvalId: approval.id, error });
    return approval;
  }
}

/**
 * What a client's decision leaves on the approval beside it: their answer. Nothing of anybody else's.
 * @returns undefined where a client decides who is not asked any more
 */
function answeredBy(
  { client }: ApprovalRecord,
  { name, username }: By,
  said: ClientAnswer | undefined,
  { decision, at }: { decision: Decision; at: string },
): Pick<ApprovalRecord, 'client' | 'clientAnsweredAt'> | undefined {
  if (!said) return {};
  if (!client || client.outcome || client.askedAt !== said.askedAt) return undefined;
  const answer = decision === 'approved' ? 'approved' : 'declined';
  const outcome: StoredOutcome = { answer, by: name, byUser: username, at, comment: said.comment };
  return { client: { ...client, outcome }, clientAnsweredAt: at };
}

/**
 * Approves or denies.
 * @param notes undefined leaves those that are kept already
 */
async function decide(
  parts: Dependencies,
  place: ApprovalPlace,
  id: string,
  { decision, notes, assignment = null, runId, client: said }: Decided,
  by: By,
): Promise<DecisionResult> {
  const found = (await collectionOf(parts, place).get(id))?.value;
  if (!found) return { outcome: 'notFound' };
  if (found.status !== 'pending') return { outcome: 'alreadyDecided', approval: found };
  const because = decision === 'approved' ? await parts.carryOut.refusal(place, found) : null;
  if (because !== null) return { outcome: 'refused', approval: found, because };
  const findings = await foundConditions(place, found);
  const own = findings.find((one) => one.id === found.linkedFindingId);
  const condition = found.condition ?? own?.condition ?? null;
  const follows = decision === 'approved' && (found.type !== 'system_change' || found.autoCreateTask);
  const decided = await changePending(
    parts,
    place,
    id,
    (pending, at) => {
      const client = answeredBy(pending, by, said, { decision, at });
      return client === undefined
        ? pending
        : {
            ...pending,
            ...client,
            status: decision,
            condition,
            findings,
            assignment: decision === 'approved' ? assignment : null,
            decidedIn: runId ?? null,
            reviewNotes: notes === undefined ? pending.reviewNotes : notes || null,
            approvedBy: by.name,
            approvedByUser: by.username,
            approvedAt: at,
            isUnfinished: follows,
            updatedAt: at,
          };
    },
    by,
  );
  if (!decided) return { outcome: 'notFound' };
  if (!decided.changed || decided.approval.status === 'pending')
    return { outcome: 'alreadyDecided', approval: decided.approval };
  const approval = await tryToFinish(parts, place, decided.approval);
  await wakeHeldReports(parts, place, approval);
  return { outcome: 'done', approval };
}

/** Keeps notes on what is pending; undefined leaves those that are there. */
async function note(
  parts: Dependencies,
  place: ApprovalPlace,
  id: string,
  notes: string | null | undefined,
  by: By,
): Promise<DecisionResult> {
  const withNotes = (one: ApprovalRecord, at: string): ApprovalRecord => {
    const reviewNotes = notes === undefined ? one.reviewNotes : notes || null;
    return reviewNotes === one.reviewNotes ? one : { ...one, reviewNotes, updatedAt: at };
  };
  const noted = await changePending(parts, place, id, withNotes, by);
  if (!noted) return { outcome: 'notFound' };
  return { outcome: noted.changed ? 'done' : 'alreadyDecided', approval: noted.approval };
}

/** Does what processes left undone when they died: called each minute. @returns how many */
async function finishWaiting(parts: Dependencies): Promise<number> {
  let finished = 0;
  for (const approval of await parts.approvals.unfinished(everyTenant, finishedAtOnce)) {
    const tenantId = tenantOfApproval(approval);
    const place = tenantId === null ? null : await parts.tenants.open(everyTenant, tenantId);
    // Of a tenant that is gone its approvals go too.
    if (tenantId !== null && place === null) continue;
    if (!(await tryToFinish(parts, place, approval)).isUnfinished) finished += 1;
  }
  return finished;
}

/**
 * Decisions on approvals (design, 22 and 9): one stands, whoever else decides at the same time. What follows from it is written
 * on the approval first and carried out after; the timer takes up what a process left.
 */
export function createApprovalDecisions(parts: Dependencies) {
  return {
    collectionOf: (place: ApprovalPlace) => collectionOf(parts, place),
    decide: (place: ApprovalPlace, id: string, decided: Decided, by: By) => decide(parts, place, id, decided, by),
    note: (place: ApprovalPlace, id: string, notes: string | null | undefined, by: By) =>
      note(parts, place, id, notes, by),
    finishWaiting: () => finishWaiting(parts),
  };
}

export type ApprovalDecisions = ReturnType<typeof createApprovalDecisions>;
