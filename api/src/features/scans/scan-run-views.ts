import { datasetLabel, datasetTerms } from '@tenantry/contract/dataset-labels';
import type { RunOutcome } from '@tenantry/contract/scan-outcome';
import type { RunScan, ScanRun } from '@tenantry/contract/scan-runs';
import type { ScanCounts } from '../../store/scan-runs.ts';
import { hasEnded, type ScanRecord, type ScanStore } from '../../store/scans.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { runOutcome } from './run-outcome.ts';
import type { RunInScope } from './scan-run-scope.ts';
import { outcomesOf } from './scan-run-worker.ts';

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

/** Once none of its scans goes on: as it was kept, or from the scans in the minute before that. */
async function outcomeOf(
  scans: Pick<ScanStore, 'everyOfRun'>,
  { run, scope, tenantIds }: RunInScope,
  counts: ScanCounts,
  state: ScanRun['state'],
): Promise<RunOutcome | null> {
  if (state === 'starting' || counts.queued + counts.running > 0) return null;
  if (run.ended && !run.outcomes) return null;
  const mine = new Set(tenantIds);
  const outcomes = run.outcomes ?? outcomesOf(await scans.everyOfRun(scope, run.id));
  const inScope = outcomes.filter(({ tenantId }) => mine.has(tenantId));
  return runOutcome(inScope);
}

/** A run with what its scans came to, as far as they are in the caller's scope. */
export async function scanRunView(
  scans: Pick<ScanStore, 'countsOfRun' | 'everyOfRun'>,
  seen: RunInScope,
): Promise<ScanRun> {
  const { run, scope, tenantIds, begun, skipped, isPartial } = seen;
  // Counts that were kept are of all of its scans.
  const counts = (!isPartial && run.ended) || (await scans.countsOfRun(scope, run.id));
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const state = stateOf(seen, counts);
  return {
    runId: run.id,
    isPartial,
    state,
    startedAt: run.startedAt,
    startedBy: run.startedBy,
    total: tenantIds.length,
    started: begun,
    ...counts,
    cancelled: counts.cancelled + skipped,
    elsewhere: Math.max(0, begun - counted),
    retriedAs: retriedAs(seen),
    outcome: await outcomeOf(scans, seen, counts, state),
  };
}

/** What Microsoft refused or did not give; a license that is missing is no fault of the scan. */
function unreadOf({ datasets: states }: ScanRecord): string[] {
  return Object.entries(states).flatMap(([name, state]) =>
    state === 'notPermitted' || state === 'couldNotCheck' ? [termOf(name)] : [],
  );
}

const termOf = (name: string): string =>
  Object.hasOwn(datasetTerms, name) ? datasetTerms[name as keyof typeof datasetTerms] : datasetLabel(name);

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
    outcome: scan.outcome,
    unread: hasEnded(scan) ? unreadOf(scan) : [],
  };
}
