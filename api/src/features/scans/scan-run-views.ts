import type { RunScan, ScanRun } from '@tenantry/contract/scan-runs';
import type { ScanCounts } from '../../store/scan-runs.ts';
import type { ScanRecord, ScanStore } from '../../store/scans.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { RunInScope } from './scan-run-scope.ts';

function stateOf({ isStarting, isCancelled }: RunInScope, { queued, running }: ScanCounts): ScanRun['state'] {
  if (isCancelled) return 'cancelled';
  if (isStarting) return 'starting';
  return queued + running > 0 ? 'running' : 'ended';
}

/** The run that scans again what it left of the caller's tenants; the newest of several. */
function retriedAs({ run, tenantIds }: RunInScope): string | null {
  if (!run.retries) return run.retriedAs ?? null;
  const mine = new Set(tenantIds);
  return run.retries.findLast((retry) => retry.tenantIds.some((id) => mine.has(id)))?.runId ?? null;
}

/** A run with what its scans came to, as far as they are in the caller's scope. */
export async function scanRunView(scans: Pick<ScanStore, 'countsOfRun'>, seen: RunInScope): Promise<ScanRun> {
  const { run, scope, tenantIds, begun, skipped, isPartial } = seen;
  // Counts that were kept are of all of its scans.
  const counts = (!isPartial && run.ended) || (await scans.countsOfRun(scope, run.id));
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    runId: run.id,
    isPartial,
    state: stateOf(seen, counts),
    startedAt: run.startedAt,
    startedBy: run.startedBy,
    total: tenantIds.length,
    started: begun,
    ...counts,
    cancelled: counts.cancelled + skipped,
    elsewhere: Math.max(0, begun - counted),
    retriedAs: retriedAs(seen),
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
