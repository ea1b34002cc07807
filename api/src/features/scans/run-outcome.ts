import type { RunOutcome, ScanOutcome } from '@tenantry/contract/scan-outcome';

const sumOf = (outcomes: readonly ScanOutcome[], of: (outcome: ScanOutcome) => number): number =>
  outcomes.reduce((sum, outcome) => sum + of(outcome), 0);

/** What scans of several tenants found together. Averages are of the tenants that have both scores, so that they compare. Pure. */
export function runOutcome(outcomes: readonly ScanOutcome[]): RunOutcome {
  const scores = outcomes.flatMap(({ scoreBefore: before, score: after }) =>
    before === null || after === null ? [] : [{ before, after }],
  );
  const average = (of: 'before' | 'after') =>
    scores.length === 0 ? null : Math.round(scores.reduce((sum, one) => sum + one[of], 0) / scores.length);
  return {
    tenants: outcomes.length,
    newFindings: sumOf(outcomes, ({ newFindings }) => newFindings),
    resolvedFindings: sumOf(outcomes, ({ resolvedFindings }) => resolvedFindings),
    criticalFindings: sumOf(outcomes, ({ criticalFindings }) => criticalFindings),
    scored: scores.length,
    scoreBefore: average('before'),
    score: average('after'),
    better: scores.filter(({ before, after }) => after > before).length,
    worse: scores.filter(({ before, after }) => after < before).length,
    uncheckedChecks: sumOf(outcomes, ({ uncheckedChecks }) => uncheckedChecks),
    uncheckedTenants: outcomes.filter(({ uncheckedChecks }) => uncheckedChecks > 0).length,
  };
}
