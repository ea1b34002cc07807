import type { ScanOutcome } from '@tenantry/contract/scan-outcome';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import { countedOnce } from '../../audit/findings/license-group.ts';
import { notChecked } from '../../audit/findings/score.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Counted = Pick<FindingRecord, 'scanLogId' | 'change' | 'severity' | 'checkId' | 'needsLicense'>;

/** The score of the completed scan before this one; null before the first. */
async function scoreBefore({ scans }: TenantRecords, { timestamp }: ScanRecord): Promise<number | null> {
  const { items } = await scans.query({
    where: [
      { field: 'status', op: 'eq', value: 'completed' },
      { field: 'timestamp', op: 'lt', value: timestamp },
    ],
    orderBy: { field: 'timestamp', direction: 'desc' },
    limit: 1,
  });
  return items[0]?.score ?? null;
}

/**
 * What a scan found, for the run that it is part of. Told from the findings as they are after it, each of which names the scan
 * that last changed it: a scan that is resumed tells the same.
 */
export async function scanOutcome(
  tenant: TenantRecords,
  scan: ScanRecord,
  { coverage, score }: Pick<AuditOutcome, 'coverage' | 'score'>,
  saved: { findings: readonly Counted[]; criticalIssues: number },
): Promise<ScanOutcome> {
  const own = saved.findings.filter(({ scanLogId }) => scanLogId === scan.id);
  return {
    newFindings: countedOnce(own.filter(({ change }) => change === 'new' || change === 'reopened')).length,
    resolvedFindings: own.filter(({ change }) => change === 'resolved').length,
    criticalFindings: saved.criticalIssues,
    scoreBefore: await scoreBefore(tenant, scan),
    score,
    uncheckedChecks: notChecked(coverage),
  };
}
