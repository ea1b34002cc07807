import type { Category, Coverage, Severity, Verdict } from '@tenantry/contract/verdicts';

/** What a check weighs in the score. An informational check says something, but moves no score. */
export const severityWeight: Record<Severity, number> = { critical: 10, high: 6, medium: 3, low: 1, info: 0 };
const points = { pass: 1, warning: 0.5, fail: 0 } as const;

/** Below this share of evaluated checks a tenant is never called OK. */
export const minimumCoveragePercent = 60;

export type AuditStatus = 'OK' | 'Warning' | 'Critical';
export type CategoryResult = {
  category: Category;
  score: number | null;
  status: AuditStatus | null;
  coverage: Coverage;
  passed: number;
  warnings: number;
  failed: number;
};

type Judged = Verdict & { status: keyof typeof points };

/** Whether a status is a judgment, which counts in the score. */
export const isJudgedStatus = (status: Verdict['status']): status is keyof typeof points => status in points;

const isJudged = (verdict: Verdict): verdict is Judged => isJudgedStatus(verdict.status);

/** How much could be judged of what applies: nothing that nobody looked at leaves the share (decision 062). */
export function coverageOf(verdicts: readonly Verdict[]): Coverage {
  const count = (is: (verdict: Verdict) => boolean) => verdicts.filter(is).length;
  const notOffered = count(({ status }) => status === 'notOffered');
  const notSetUp = count(({ status, needsFeature }) => status === 'couldNotCheck' && needsFeature !== undefined);
  const applicable = count(({ status }) => status !== 'notApplicable');
  const evaluated = count(isJudged);
  const percent = applicable === 0 ? 0 : Math.floor((100 * evaluated) / applicable);
  return { evaluated, applicable, percent, ...(notSetUp > 0 && { notSetUp }), ...(notOffered > 0 && { notOffered }) };
}

function weigh(verdicts: readonly Verdict[]): { reached: number; possible: number } {
  let reached = 0;
  let possible = 0;
  for (const verdict of verdicts.filter(isJudged)) {
    const weight = severityWeight[verdict.severity];
    reached += weight * points[verdict.status];
    possible += weight;
  }
  return { reached, possible };
}

/**
 * 0 to 100: the weighted share of points over the checks that were evaluated. Null where none of weight was.
 * Rounded to the nearest whole number, but 100 only where nothing is amiss.
 */
export function scoreOf(verdicts: readonly Verdict[]): number | null {
  const { reached, possible } = weigh(verdicts);
  if (possible === 0) return null;
  const score = Math.round((100 * reached) / possible);
  return score === 100 && reached < possible ? 99 : score;
}

/** The same before it is rounded, to take one from another; 0 where there is none. */
export function exactScoreOf(verdicts: readonly Verdict[]): number {
  const { reached, possible } = weigh(verdicts);
  return possible === 0 ? 0 : (100 * reached) / possible;
}

/**
 * Critical: a critical check fails. OK: at least 60% of the checks evaluated, among them every critical one that licenses
 * and cloud allow, no failure of weight high or above, and a score of 80 or more. Everything between is Warning. Null where
 * nothing was evaluated.
 */
export function statusOf(verdicts: readonly Verdict[]): AuditStatus | null {
  const judged = verdicts.filter(isJudged);
  if (judged.length === 0) return null;
  const failed = judged.filter((verdict) => verdict.status === 'fail');
  if (failed.some((verdict) => verdict.severity === 'critical')) return 'Critical';
  const score = scoreOf(verdicts);
  const severe = failed.some((verdict) => verdict.severity === 'high');
  const critical = judged.some((verdict) => verdict.severity === 'critical' && verdict.status === 'warning');
  const isCriticalMissing = verdicts.some(
    ({ severity, status }) => severity === 'critical' && (status === 'couldNotCheck' || status === 'notPermitted'),
  );
  const covered = !isCriticalMissing && coverageOf(verdicts).percent >= minimumCoveragePercent;
  return covered && !severe && !critical && (score === null || score >= 80) ? 'OK' : 'Warning';
}

/** How many checks were not made of those that apply. */
export const notChecked = ({ evaluated, applicable }: Coverage): number => applicable - evaluated;

/** Of the checks that apply, those that a scan can make as the tenant is set up, in its cloud. */
const withinReach = ({ applicable, notSetUp = 0, notOffered = 0 }: Coverage): number =>
  applicable - notSetUp - notOffered;

const isMostlyUnread = (coverage: Coverage): boolean =>
  100 * coverage.evaluated < minimumCoveragePercent * withinReach(coverage);

/**
 * The score that may be told, always beside its coverage; none where so much was refused or not read that a handful of checks
 * would say 100. What waits to be set up, or is not offered, keeps back no score: the coverage tells of it.
 */
export const scoreToTell = (score: number | null, coverage: Coverage): number | null =>
  isMostlyUnread(coverage) ? null : score;

/** Why no score is told; null where one is. */
export function whyNoScore(score: number | null, coverage: Coverage): string | null {
  if (scoreToTell(score, coverage) !== null) return null;
  const { evaluated } = coverage;
  if (evaluated === 0) return 'No check could be judged.';
  return isMostlyUnread(coverage)
    ? `Only ${evaluated} of ${withinReach(coverage)} checks that need nothing set up could be judged: below ${minimumCoveragePercent}% no score is told.`
    : 'No check that counts in the score could be judged.';
}

export function categoryResult(category: Category, verdicts: readonly Verdict[]): CategoryResult {
  const own = verdicts.filter((verdict) => verdict.category === category);
  const count = (status: Verdict['status']): number => own.filter((verdict) => verdict.status === status).length;
  return {
    category,
    score: scoreOf(own),
    status: statusOf(own),
    coverage: coverageOf(own),
    passed: count('pass'),
    warnings: count('warning'),
    failed: count('fail'),
  };
}
