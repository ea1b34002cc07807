import { forecastsOf } from '../../../audit/findings/forecast/forecast.ts';
import { scoreToTell, whyNoScore } from '../../../audit/findings/score.ts';
import { exemptionsOf } from '../../../audit/snapshot/snapshot-declarations.ts';
import type { GainBase } from '../../../domain/work/gain-of-work.ts';
import type { AuditResult } from '../audit-result.ts';
import { recordsOf } from './records-of-audit.ts';

const known = new WeakMap<AuditResult, GainBase>();

/** What gains of work are counted in, as the end of a scan works it out; once for all files of an audit. */
export function gainBaseOfAudit(result: AuditResult): GainBase {
  const base = known.get(result) ?? workedOut(result);
  known.set(result, base);
  return base;
}

function workedOut(result: AuditResult): GainBase {
  const { outcome, facts, declarations, takenAt } = result;
  const { verdicts, score, coverage } = outcome;
  const now = new Date(takenAt);
  const open = recordsOf(result).filter(({ status }) => status === 'OPEN');
  const checkIds = new Set(open.map(({ checkId }) => checkId));
  const options = { now, exemptions: exemptionsOf(declarations, facts, now) };
  return {
    verdicts,
    score: scoreToTell(score, coverage),
    scoreUnknownBecause: whyNoScore(score, coverage),
    forecasts: [...forecastsOf(facts, verdicts, checkIds, options)],
  };
}
