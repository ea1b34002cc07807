import type { Verdict } from '@tenantry/contract/verdicts';
import type { AuditOutcome } from '../../findings/evaluate.ts';
import { conditionOf } from '../../findings/finding-condition.ts';

/** What a verdict comes to, apart from all names. */
function shapeOf(verdict: Verdict): Record<string, unknown> {
  const condition = conditionOf(verdict);
  return {
    status: verdict.status,
    severity: verdict.severity,
    'number of affected objects': verdict.affectedCount,
    'kinds of affected objects': verdict.affected.map(({ type }) => type).sort(),
    'number of observations': verdict.evidence.length,
    'missing license': verdict.needsLicense ?? null,
    'what closes it for nothing': verdict.closedBy ?? null,
    'number of settings': condition === null ? null : Object.keys(condition.settings).length,
    'number of gaps': condition?.gaps?.length ?? null,
  };
}

/**
 * Where two outcomes differ in more than names: nothing where both say the same. A redacted audit that does not say the
 * same must not be handed out.
 */
export function sameVerdicts(one: AuditOutcome, other: AuditOutcome): string[] {
  const others = new Map(other.verdicts.map((verdict) => [verdict.checkId, verdict]));
  const differences = one.verdicts.flatMap((verdict) => {
    const found = others.get(verdict.checkId);
    if (found === undefined) return [`${verdict.checkId}: there is no such verdict`];
    const shape = shapeOf(found);
    return Object.entries(shapeOf(verdict)).flatMap(([name, value]) => {
      const [was, is] = [JSON.stringify(value), JSON.stringify(shape[name])];
      return was === is ? [] : [`${verdict.checkId}: ${name} is ${is} instead of ${was}`];
    });
  });
  const figures = (outcome: AuditOutcome) => [outcome.score, outcome.coverage.percent];
  const [was, is] = [one, other].map((outcome) => JSON.stringify(figures(outcome)));
  return was === is ? differences : [...differences, `score and coverage are ${is} instead of ${was}`];
}
