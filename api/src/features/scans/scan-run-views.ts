import type { RunScan, ScanRun } from '@tenantry/contract/scan-runs';
import type { ScanCounts, ScanRunRecord } from '../../store/scan-runs.ts';
import type { ScanRecord, ScanStore } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';

function stateOf(run: ScanRunRecord, { queued, running }: ScanCounts): ScanRun['state'] {
  if (run.cancelledAt !== null) return 'cancelled';
  if (run.begun < run.tenantIds.length) return 'starting';
  return queued + running > 0 ? 'running' : 'ended';
}

/** A run with what its scans came to. Its figures are of the whole run, whoever looks at it. */
export async function scanRunView(scans: Pick<ScanStore, 'countsOfRun'>, run: ScanRunRecord): Promise<ScanRun> {
  const counts = run.ended ?? (await scans.countsOfRun(everyTenant, run.id));
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    runId: run.id,
    state: stateOf(run, counts),
    startedAt: run.startedAt,
    startedBy: run.startedBy,
    total: run.tenantIds.length,
    started: run.begun,
    ...counts,
    elsewhere: Math.max(0, run.begun - counted),
    retriedAs: run.retriedAs ?? null,
  };
}

/** @param tenants of the caller's scope, by id */
export function runScanView(scan: ScanRecord, tenants: ReadonlyMap<string, TenantRecord>): RunScan {
  return {
    scanLogId: scan.id,
    tenantId: scan.tenantId,
    tenantName: tenants.get(scan.tenantId)?.displayName ?? scan.tenantId,
    status: scan.status,
    startedAt: scan.timestamp,
    completedAt: scan.completedAt,
    duration: scan.durationMs,
    errorMessage: scan.errorMessage,
  };
}
