import { beyondAcceptance, conditionOf, type FindingCondition } from '../../audit/findings/finding-condition.ts';
import type { FindingVerdict } from '../../audit/findings/is-finding.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import type { BaselineException, FindingRecord } from '../../store/findings.ts';
import { withEntry } from '../audit-trail/outbox.ts';

type Excepted = Pick<FindingRecord, 'exceptions' | 'exceptedUntil'>;

/** The fields of a finding that hold these exceptions. */
export function withExceptions(exceptions: readonly BaselineException[]): Required<Excepted> {
  const ends = exceptions.map(({ expiresAt }) => expiresAt).sort();
  return { exceptions, exceptedUntil: ends.at(-1) ?? '' };
}

/** The exceptions that a finding had, as the next look keeps them. */
export const exceptionsOf = (before: Excepted | null): Excepted =>
  before?.exceptions === undefined ? {} : withExceptions(before.exceptions);

/** What was found is gone, and what was decided about it with it. */
export const withoutExceptions = (before: Excepted): Excepted =>
  before.exceptions === undefined ? {} : withExceptions([]);

/** What was found, as an exception is held against it. @throws Error where nothing was */
export function conditionOfFinding(finding: FindingRecord): FindingCondition {
  const { id, evidence, affectedEntities: affected, affectedCount, verdictStatus: status } = finding;
  const condition = conditionOf({ status, evidence, affected, affectedCount });
  if (!condition) throw new Error(`The finding ${id} has no condition`);
  return condition;
}

/** Why an exception no longer holds; null where it does. The same rule ends an acceptance (decision 009). */
function whyOver(exception: BaselineException, now: FindingCondition | null, at: string): string | null {
  if (exception.expiresAt <= at) return 'expired';
  return now && beyondAcceptance(exception.condition, now, 'excepted');
}

const exceptionEntry = (
  finding: FindingRecord,
  { user, because, ended }: { user: string; because: string; ended: readonly BaselineException[] },
): TrailEntry => ({
  eventType: 'baseline_exception_ended',
  user,
  target: finding.title,
  tenantId: finding.tenantId,
  details: {
    findingId: finding.id,
    checkId: finding.checkId,
    baselines: ended.map(({ baselineId }) => baselineId),
    because,
  },
});

/** A finding without the exceptions that what is seen now goes beyond, or whose day is over; each with its entry in the trail. */
export function heldExceptions(
  finding: FindingRecord,
  verdict: FindingVerdict,
  { at, now }: { at: string; now: Date },
): FindingRecord {
  const condition = conditionOf(verdict);
  let kept = finding;
  for (const exception of finding.exceptions ?? []) {
    const because = whyOver(exception, condition, at);
    if (because === null) continue;
    const others = (kept.exceptions ?? []).filter((one) => one !== exception);
    const entry = exceptionEntry(finding, { user: 'system', because, ended: [exception] });
    kept = withEntry({ ...kept, ...withExceptions(others) }, entry, now);
  }
  return kept;
}
