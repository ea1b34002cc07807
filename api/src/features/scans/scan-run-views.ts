import type { Parsed } from '@tenantry/contract/endpoint';
import type { listScanRuns, listScansOfRun, RunScan, ScanRun } from '@tenantry/contract/scan-runs';
import type { ScanStatus } from '@tenantry/contract/scans';
import type { Caller } from '../../http/caller.ts';
import type { Condition, RecordStore } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { ScanCounts, ScanRunRecord } from '../../store/scan-runs.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { Scope } from '../../store/scope.ts';
import { tenantCollection } from '../../store/tenants-of-scope.ts';

const ofRun = (runId: string): Condition => ({ field: 'runId', op: 'eq', value: runId });

/**
 * How the scans of a run stand now. Counted in the order of their lives: one that goes on meanwhile is counted twice at the
 * worst, and never left out, since a run is over when none is left that goes on.
 */
export async function scanCounts(store: RecordStore, runId: string): Promise<ScanCounts> {
  const scans = store.across<ScanRecord>(containers.scanLogs);
  const count = (status: ScanStatus) => scans.count([ofRun(runId), { field: 'status', op: 'eq', value: status }]);
  const queued = await count('queued');
  const running = await count('running');
  const [completed, failed, cancelled] = await Promise.all([count('completed'), count('failed'), count('cancelled')]);
  return { queued, running, completed, failed, cancelled };
}

function stateOf(run: ScanRunRecord, { queued, running }: ScanCounts): ScanRun['state'] {
  if (run.cancelledAt !== null) return 'cancelled';
  if (run.begun < run.tenantIds.length) return 'starting';
  return queued + running > 0 ? 'running' : 'ended';
}

/** A run with what its scans came to. */
export async function scanRunView(store: RecordStore, run: ScanRunRecord): Promise<ScanRun> {
  const counts = run.ended ?? (await scanCounts(store, run.id));
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

/** Whether a run is this caller's to see: whoever started it, and those who see every tenant. */
export const maySeeRun = (run: ScanRunRecord, caller: Caller): boolean =>
  run.startedByUserId === caller.userId || caller.scope.kind === 'all';

/** Read model: the runs that a caller may see, the newest first. */
export async function scanRunsOf(
  store: RecordStore,
  caller: Caller,
  { limit, cursor }: Parsed<typeof listScanRuns.query>,
): Promise<Parsed<typeof listScanRuns.response>> {
  const runs = store.partition<ScanRunRecord>(containers.scanRuns, globalPartition);
  const where: Condition[] =
    caller.scope.kind === 'all' ? [] : [{ field: 'startedByUserId', op: 'eq', value: caller.userId }];
  const orderBy = { field: 'startedAt', direction: 'desc' } as const;
  const [page, total] = await Promise.all([
    runs.query({ where, orderBy, limit, ...(cursor ? { cursor } : {}) }),
    runs.count(where),
  ]);
  const items = await Promise.all(page.items.map((run) => scanRunView(store, run)));
  return { items, total, ...(page.nextCursor ? { nextCursor: page.nextCursor } : {}) };
}

async function tenantNames(store: RecordStore, scans: readonly ScanRecord[]): Promise<Map<string, string>> {
  const ids = [...new Set(scans.map(({ tenantId }) => tenantId))];
  const where: Condition[] = [{ field: 'id', op: 'in', value: ids }];
  const { items } = await tenantCollection(store).query({ where, limit: Math.max(ids.length, 1) });
  return new Map(items.map(({ id, displayName }) => [id, displayName]));
}

function runScan(scan: ScanRecord, names: Map<string, string>): RunScan {
  return {
    scanLogId: scan.id,
    tenantId: scan.tenantId,
    tenantName: names.get(scan.tenantId) ?? scan.tenantId,
    status: scan.status,
    startedAt: scan.timestamp,
    completedAt: scan.completedAt,
    duration: scan.durationMs,
    errorMessage: scan.errorMessage,
  };
}

/** Read model: the scans of a run, of tenants in a scope, the newest first. */
export async function scansOfRun(
  store: RecordStore,
  runId: string,
  scope: Scope,
  { status, limit, cursor }: Parsed<typeof listScansOfRun.query>,
): Promise<Parsed<typeof listScansOfRun.response>> {
  if (scope.kind === 'none') return { items: [], total: 0 };
  const scans = store.across<ScanRecord>(containers.scanLogs);
  const where: Condition[] = [ofRun(runId)];
  if (status) where.push({ field: 'status', op: 'eq', value: status });
  // A scope may have become narrower since.
  if (scope.kind === 'tenants') where.push({ field: 'tenantId', op: 'in', value: scope.tenantIds });
  const orderBy = { field: 'timestamp', direction: 'desc' } as const;
  const [page, total] = await Promise.all([
    scans.query({ where, orderBy, limit, ...(cursor ? { cursor } : {}) }),
    scans.count(where),
  ]);
  const names = await tenantNames(store, page.items);
  return {
    items: page.items.map((scan) => runScan(scan, names)),
    total,
    ...(page.nextCursor ? { nextCursor: page.nextCursor } : {}),
  };
}
