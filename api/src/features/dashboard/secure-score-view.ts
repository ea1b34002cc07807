import type { SecureScore } from '@tenantry/contract/dashboard';
import { exactSecureScorePercent, secureScorePercent } from '@tenantry/contract/secure-score';
import type { AuditRecord } from '../../store/audits.ts';

/** Less than this, in percentage points, is no trend. */
const steadyWithin = 0.5;

/** Microsoft's Secure Score as the latest audit saw it. */
export function secureScoreView(audit: AuditRecord | null): SecureScore {
  const history = audit?.data.secureScoreHistory ?? [];
  const [first, last] = [history[0], history.at(-1)];
  if (!audit || !first || !last) {
    return {
      currentScore: null,
      maxScore: null,
      percentage: null,
      trend: null,
      trendValue: null,
      lastUpdated: null,
      history: [],
      unknownBecause: audit?.data.secureScoreUnknownBecause ?? 'This tenant has never been scanned.',
    };
  }
  const change = Math.round((exactSecureScorePercent(last) - exactSecureScorePercent(first)) * 10) / 10;
  return {
    currentScore: last.currentScore,
    maxScore: last.maxScore,
    percentage: secureScorePercent(last),
    trend: history.length < 2 ? null : Math.abs(change) < steadyWithin ? 'stable' : change > 0 ? 'up' : 'down',
    trendValue: history.length < 2 ? null : change,
    lastUpdated: last.date,
    history,
    unknownBecause: null,
  };
}
