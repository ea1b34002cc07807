import type { Severity, Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import { findingTitle } from '../../audit/findings/finding-titles.ts';
import { type Forecast, verdictsAfter } from '../../audit/findings/forecast/forecast.ts';
import { isFinding } from '../../audit/findings/is-finding.ts';
import { exactScoreOf, scoreOf, scoreToTell, whyNoScore } from '../../audit/findings/score.ts';
import type { AuditRecord } from '../../store/audits.ts';

/** The audit that gains are counted in. */
export type GainBase = {
  verdicts: readonly Verdict[];
  /** Null where none is told. */
  score: number | null;
  scoreUnknownBecause: string | null;
  /** Null of an audit of before they were worked out. */
  forecasts: readonly Forecast[] | null;
};

/** A check whose verdict the work changes. */
type ChangedCheck = { checkId: string; title: string; severity: Severity };

/** What a piece of work brings. */
export type Gain = {
  /** Points of the score, to one decimal; null where no score is told, or the gain is not worked out. */
  points: number | null;
  /** The score that the audit would have. */
  score: number | null;
  /** Findings that would be none: those of the work, and of other work. */
  closes: ChangedCheck[];
  /** Failures that would be warnings. */
  improves: ChangedCheck[];
  /** Checks that would find something that they do not find now. */
  opens: ChangedCheck[];
};

export const forecastsComeWithTheNextScan = 'What each brings is worked out by the next scan.';

/** The audit as gains are counted in it; without one there is no score. */
export function gainBaseOf(audit: AuditRecord | null): GainBase {
  if (audit === null) {
    const scoreUnknownBecause = 'This tenant has never been scanned.';
    return { verdicts: [], score: null, scoreUnknownBecause, forecasts: null };
  }
  const { coverage, verdicts, forecasts = null } = audit.data;
  return {
    verdicts,
    score: scoreToTell(audit.overallScore, coverage),
    scoreUnknownBecause: whyNoScore(audit.overallScore, coverage),
    forecasts,
  };
}

const badness: Partial<Record<VerdictStatus, number>> = { pass: 0, warning: 1, fail: 2 };

const changed = ({ checkId, title, severity }: Verdict): ChangedCheck => ({
  checkId,
  title: findingTitle(checkId, title),
  severity,
});

/** To one decimal. */
const rounded = (points: number): number => Math.round(10 * points) / 10;

/**
 * What a piece of work brings to the audit: the one rule of points, for every place that tells them. The verdicts are those that
 * judging with the work done gave at the end of the scan, and nothing is added up: what several pieces of work close is in the gain of each.
 * Null where that was not worked out, as in audits of before.
 * @param work its id, and its open findings
 */
export function gainOfWork(
  { id, members }: { id: string; members: readonly { checkId: string }[] },
  { verdicts, score, forecasts }: GainBase,
): Gain | null {
  if (forecasts === null) return null;
  const forecast = forecasts.find(({ workId }) => workId === id) ?? null;
  const after = verdictsAfter(verdicts, forecast, new Set(members.map(({ checkId }) => checkId)));
  const gain: Gain = {
    points: score === null ? null : rounded(exactScoreOf(after) - exactScoreOf(verdicts)),
    score: score === null ? null : scoreOf(after),
    closes: [],
    improves: [],
    opens: [],
  };
  verdicts.forEach((before, index) => {
    const then = after[index] ?? before;
    const [was, is] = [badness[before.status], badness[then.status]];
    if (before.severity === 'info' || is === undefined || was === is) return;
    if (isFinding(before) && is === 0) gain.closes.push(changed(before));
    else if (was !== undefined && is < was) gain.improves.push(changed(before));
    else if (is > 0) gain.opens.push(changed(before));
  });
  return gain;
}
