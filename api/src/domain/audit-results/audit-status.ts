import type { AuditStatus } from '@tenantry/contract/audits';
import { minimumCoveragePercent } from '../../audit/findings/score.ts';
import type { AuditRecord } from '../../store/audits.ts';

type Judged = Pick<AuditRecord, 'overallStatus' | 'criticalIssues'> & {
  data: Pick<AuditRecord['data'], 'coverage'>;
};

const words = { OK: 'pass', Warning: 'warning', Critical: 'fail' } as const;

function whyUnknown({ criticalIssues, data: { coverage } }: Judged): string {
  if (coverage.evaluated === 0) return 'No check could be judged.';
  const covered = `Only ${coverage.percent}% of the checks could be judged, and an overall status needs at least ${minimumCoveragePercent}%.`;
  if (criticalIssues === 0) return covered;
  const found =
    criticalIssues === 1
      ? 'One check of critical severity fails or warns'
      : `${criticalIssues} checks of critical severity fail or warn`;
  return `${covered} ${found} all the same.`;
}

/**
 * The overall status in the words of the API; null, with the reason, where too few checks could be judged to say. A critical check
 * that fails is known, whatever else is not.
 */
export function auditStatus(audit: Judged): AuditStatus {
  const { overallStatus, data } = audit;
  const isKnown = overallStatus === 'Critical' || data.coverage.percent >= minimumCoveragePercent;
  return overallStatus === 'Unknown' || !isKnown
    ? { overallStatus: null, overallStatusUnknownBecause: whyUnknown(audit) }
    : { overallStatus: words[overallStatus], overallStatusUnknownBecause: null };
}
