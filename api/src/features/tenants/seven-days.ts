import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import type { TenantChange, TenantSummary } from '@tenantry/contract/tenant-summaries';
import { comparedOverMs, figuresAt } from '../../domain/audit-results/figure-history.ts';
import type { AuditSummary } from '../../store/tenants.ts';

type Change = Pick<TenantSummary, 'change' | 'changeUnknownBecause'>;

const unknown = (changeUnknownBecause: string): Change => ({ change: null, changeUnknownBecause });

function directionOf(score: number | null, openIssues: number): TenantChange['direction'] {
  if ((score ?? 0) < 0 || openIssues > 0) return 'worse';
  return (score ?? 0) > 0 || openIssues < 0 ? 'better' : 'same';
}

/** Whether a tenant is worse or better than seven days ago; unknown, with the reason, where that cannot be told. */
export function sevenDaysOf(audit: AuditSummary | null, trouble: TenantTrouble | null, now: Date): Change {
  if (audit === null) return unknown('Never audited.');
  if (trouble !== null) return unknown('No new data while scans fail.');
  const before = figuresAt(audit.history, new Date(now.getTime() - comparedOverMs));
  if (!before) return unknown('First audited less than 7 days ago.');
  if (before.at === audit.auditedAt) return unknown('Not audited in the last 7 days.');
  const score = audit.score === null || before.score === null ? null : audit.score - before.score;
  const openIssues = audit.openIssues - before.openIssues;
  const direction = directionOf(score, openIssues);
  // A check that gives no answer any more takes its failure out of the score.
  if (direction === 'better' && audit.coverage.evaluated < before.evaluated) {
    return unknown('Fewer checks could be judged than 7 days ago.');
  }
  return { change: { since: before.at, score, openIssues, direction }, changeUnknownBecause: null };
}
