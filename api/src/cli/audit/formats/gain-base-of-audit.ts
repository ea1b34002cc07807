import { forecastsOf } from '../../../audit/findings/forecast/forecast.ts';
import { scoreToTell, whyNoScore } from '../../../audit/findings/score.ts';
import { exemptionsOf } from '../../../audit/snapshot/snapshot-declarations.ts';
import type { GainBase } from '../../../domain/work/gain-of-work.ts';
import type { FindingRecord } from '../../../store/findings.ts';
import type { AuditResult } from '../audit-result.ts';

/** What gains of work are counted in, as the end of a scan works it out. `open`: the findings that work is done for. */
export function gainBaseOfAudit(
  { outcome, facts, declarations, takenAt }: AuditResult,
  open: readonly FindingRecord[],
): GainBase {
  const { verdicts, score, coverage } = outcome;
  const now = new Date(takenAt);
  const checkIds = new Set(open.map(({ checkId }) => checkId));
  const options = { now, exemptions: exemptionsOf(declarations, facts, now) };
  return {
    verdicts,
    score: scoreToTell(score, coverage),
    scoreUnknownBecause: whyNoScore(score, coverage),
    forecasts: [...forecastsOf(facts, verdicts, checkIds, options)],
  };
}
