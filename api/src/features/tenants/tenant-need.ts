import type { TenantHealth, TenantTrouble } from '@tenantry/contract/tenant-health';
import type { TenantReason, TenantSummary } from '@tenantry/contract/tenant-summaries';
import { minimumCoveragePercent } from '../../audit/findings/score.ts';
import type { TenantRecord } from '../../store/tenants.ts';

const noFinding = { severity: null, checkId: null, findingId: null } as const;

/** Why a tenant needs somebody: what stands in the way of every other answer first, then its most pressing finding. */
export function topReason({ audit }: Pick<TenantRecord, 'audit'>, trouble: TenantTrouble | null): TenantReason | null {
  if (trouble !== null) return { kind: 'trouble', text: trouble.reason, ...noFinding };
  if (audit === null) return { kind: 'notScanned', text: 'Not scanned yet', ...noFinding };
  if (audit.topFinding !== null) {
    const { title: text, ...finding } = audit.topFinding;
    return { kind: 'finding', text, ...finding };
  }
  const { percent } = audit.coverage;
  if (percent < minimumCoveragePercent) {
    return { kind: 'lowCoverage', text: `Only ${percent}% of the checks could be judged`, ...noFinding };
  }
  return null;
}

/** What is known to be broken, then what cannot be seen, then what should be better, then what was never looked at. */
const rank: Record<TenantHealth, number> = { Critical: 0, Failing: 1, Warning: 2, Unknown: 3, OK: 4 };

const most = 999_999;
const descending = (count: number | null) => String(most - Math.min(count ?? 0, most)).padStart(6, '0');

/**
 * A tenant's place among those that need somebody, as a text: by what may be an attack under way, a critical change, status, then those whose scans fail, then by critical issues,
 * alerts of Microsoft, whether it became worse, open issues and score. Its name and id decide between equals.
 */
export function needKey(summary: TenantSummary): string {
  const { incident, recentChanges, status, trouble, criticalIssues, openAlerts, change, openIssuesCount, secureScore } =
    summary;
  return [
    incident === null ? 1 : 0,
    recentChanges.critical > 0 ? 0 : 1,
    rank[status],
    trouble === null ? 1 : 0,
    descending(criticalIssues),
    descending(openAlerts),
    change?.direction === 'worse' ? 0 : 1,
    descending(openIssuesCount),
    String(Math.round(secureScore ?? 999)).padStart(3, '0'),
    nameKey(summary),
  ].join(' ');
}

/** Its place by name. */
export const nameKey = ({ tenantName, tenantId }: Pick<TenantSummary, 'tenantName' | 'tenantId'>): string =>
  `${tenantName.toLowerCase()} ${tenantId}`;
