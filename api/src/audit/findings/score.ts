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

/** What nobody could judge, however much was read. */
const isOutside: ReadonlySet<Verdict['status']> = new Set(['notApplicable', 'notOffered']);

/**
 * How much could be judged of what applies. What needs a feature that the tenant goes without applies once it is set up
 * (decision 044). What the tenant's cloud does not offer is counted beside it (decision 054).
 */
export function coverageOf(verdicts: readonly Verdict[]): Coverage {
  const notOffered = verdicts.filter(({ status }) => status === 'notOffered').length;
  const applicable = verdicts.filter(
    ({ status, needsFeature }) => !isOutside.has(status) && needsFeature === undefined,
  ).length;
  const evaluated = verdicts.filter(isJudged).length;
  const percent = applicable === 0 ? 0 : Math.floor((100 * evaluated) / applicable);
  return { evaluated, applicable, percent, ...(notOffered > 0 && { notOffered }) };
}

/**
 * 0 to 100: the weighted share of points over the checks that were evaluated. Null where none of weight was.
 * Rounded to the nearest whole number, but 100 only where nothing is amiss.
 */
export function scoreOf(verdicts: readonly Verdict[]): number | null {
  let reached = 0;
  let possible = 0;
  for (const verdict of verdicts.filter(isJudged)) {
    const weight = severityWeight[verdict.severity];
    reached += weight * points[verdict.status];
    possible += weight;
  }
  if (possible === 0) return null;
  const score = Math.round((100 * reached) / possible);
  return score === 100 && reached < possible ? 99 : score;
}

/**
 * The points, unrounded, that the score would gain if these checks passed and nothing else changed. Weights add up, so that what
 * several bring together is the sum of what each brings. A check that was not judged is no part of the score and brings nothing.
 */
export function scoreGain(verdicts: readonly Verdict[], checkIds: ReadonlySet<string>): number {
  let missing = 0;
  let possible = 0;
  for (const { checkId, severity, status } of verdicts.filter(isJudged)) {
    possible += severityWeight[severity];
    if (checkIds.has(checkId)) missing += severityWeight[severity] * (1 - points[status]);
  }
  return possible === 0 ? 0 : (100 * missing) / possible;
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

/** The score that may be told: none below the coverage that an overall status needs, where a handful of checks would say 100. */
export const scoreToTell = (score: number | null, { percent }: Coverage): number | null =>
  percent < minimumCoveragePercent ? null : score;

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
