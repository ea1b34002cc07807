import type { Verdict } from '@tenantry/contract/verdicts';
import { isFinding, isUnknown } from '../../audit/findings/is-finding.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { endedWithin } from '../../domain/deadline/ended-within.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { Seen } from '../../domain/rechecks/look-again.ts';
import { recheckResult } from '../../domain/rechecks/recheck-result.ts';
import { endedRecheck, isBeingRechecked, queuedRecheck, type RecheckEnd } from '../../domain/rechecks/recheck-state.ts';
import type { RecheckMessage, RecheckSubject } from '../../domain/rechecks/recheck-worker.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { FindingRecord, FindingStore } from '../../store/findings.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { noSuchFinding } from './finding-status.ts';

const sendFindingRecheck = (queue: WorkQueue, { id: findingId, ...message }: RecheckMessage, delayMs = 0) =>
  queue.send('upkeep', { kind: 'recheck-finding', ...message, findingId }, delayMs);

const outcomeOf = (verdict: Verdict): RecheckEnd['outcome'] =>
  isUnknown(verdict) ? 'unknown' : isFinding(verdict) ? 'stillFails' : 'passed';

function endOf({ id, checkId }: FindingRecord, { verdicts, before, look, whyUnread }: Seen): RecheckEnd {
  const [verdict] = verdicts;
  if (!verdict) throw new Error(`The finding ${id} has no check`);
  const outcome = outcomeOf(verdict);
  const unread = outcome === 'unknown' ? whyUnread(checkId) : '';
  const result = recheckResult({ verdict, finding: before.get(checkId) ?? null }, verdicts, look);
  return { outcome, message: `${verdict.message}${unread}`, result };
}

function ended(finding: FindingRecord, end: RecheckEnd, now: Date): FindingRecord {
  const { id: findingId, recheck, title: target, tenantId } = finding;
  if (!recheck) return finding;
  const details = { findingId, recheckId: recheck.id, outcome: end.outcome, message: end.message };
  const entry = { eventType: 'finding_rechecked', user: recheck.requestedByUser, target, tenantId, details } as const;
  return withEntry({ ...finding, ...endedRecheck(recheck, end, now) }, entry, now);
}

/** The checks of findings that somebody has looked at again: where one passes, its finding is resolved. */
export const findingRechecks = (findings: Pick<FindingStore, 'recheckWaiting'>): RecheckSubject<FindingRecord> => ({
  idField: 'findingId',
  send: sendFindingRecheck,
  recordsOf: (tenant) => tenant.findings,
  waiting: (before, limit) => findings.recheckWaiting(everyTenant, before, limit),
  checksOf: ({ checkId }) => [checkId],
  endOf,
  ended,
});

type Dependencies = Pick<CommonParts, 'queue' | 'trail' | 'clock'> & {
  /** How long a call waits for the re-check to end before it answers that it goes on. */
  answerAfterMs: number;
};

/** The finding with a re-check that waits for its worker; the same where one is under way. */
function asked(finding: FindingRecord, { name, user: { username: user } }: Caller, now: Date): FindingRecord {
  if (isBeingRechecked(finding)) return finding;
  const queued = queuedRecheck({ name, user }, now);
  const { id: findingId, title: target, tenantId } = finding;
  const details = { findingId, recheckId: queued.recheck?.id ?? null };
  const entry = { eventType: 'finding_recheck_requested', user, target, tenantId, details } as const;
  return withEntry({ ...finding, ...queued }, entry, now);
}

/**
 * Has the check of a finding looked at again. Whoever asks while that goes on joins it.
 * @returns the finding as it is when the look has ended, or when the call answers
 * @throws AppError NOT_FOUND
 */
export async function recheckFinding(
  { queue, trail, clock, answerAfterMs }: Dependencies,
  { tenant, findings }: TenantRecords,
  findingId: string,
  by: Caller,
): Promise<FindingRecord> {
  let isOurs = false;
  const finding = await changeAndSeal(trail, findings, findingId, (current) => {
    const next = asked(current, by, clock.now());
    isOurs = next !== current;
    return next;
  });
  if (!finding) throw new AppError('NOT_FOUND', noSuchFinding);
  if (isOurs && finding.recheck) {
    await sendFindingRecheck(queue, { tenantId: tenant.id, id: findingId, recheckId: finding.recheck.id });
  }
  return endedWithin(finding, {
    clock,
    ms: answerAfterMs,
    read: async () => (await findings.get(findingId))?.value ?? null,
    hasEnded: (current) => !isBeingRechecked(current),
  });
}
