import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { update } from '../../ports/collection.ts';
import type { ScanRunRecord } from '../../store/scan-runs.ts';
import { type RunInScope, readRun, runInScope, runNotFound } from './scan-run-scope.ts';
import type { RunWorkDependencies } from './scan-run-worker.ts';

/** A run that scans again some tenants of another one. */
type Retry = { id: string; tenantIds: readonly string[] };

/** Runs that scan again what a run left. Those of before tell of one, which had all of it. */
function retriesOf({ retries, retriedAs, tenantIds }: ScanRunRecord): { runId: string; tenantIds: string[] }[] {
  return retries ?? (retriedAs ? [{ runId: retriedAs, tenantIds }] : []);
}

/** The caller's tenants whose scans failed, were cancelled or never began. @throws AppError CONFLICT while the run goes on */
async function leftOver({ tenants, scanStore }: RunWorkDependencies, seen: RunInScope): Promise<string[]> {
  const { run, scope, isStarting } = seen;
  const { queued, running } = await scanStore.countsOfRun(scope, run.id);
  if (queued + running > 0 || isStarting) {
    throw new AppError('CONFLICT', 'This run has not finished. Wait for it to finish, or cancel it.');
  }
  const scans = await scanStore.everyOfRun(scope, run.id);
  const known = new Set((await tenants.ofScope(scope)).map(({ id }) => id));
  const again = new Set([
    ...scans.filter(({ status }) => status === 'failed' || status === 'cancelled').map(({ tenantId }) => tenantId),
    ...run.tenantIds.slice(run.begun),
    ...(run.skipped ?? []),
  ]);
  return seen.tenantIds.filter((id) => again.has(id) && known.has(id));
}

/**
 * The run that scans again what is left of the caller's tenants: the one that somebody asked for before, else a new one,
 * which is written on the run before it is made. Each tenant is in one of them.
 * @throws AppError NOT_FOUND; CONFLICT where the run goes on, or nothing is left
 */
export async function claimRetry(dependencies: RunWorkDependencies, runId: string, caller: Caller): Promise<Retry> {
  const { scanRuns } = dependencies;
  const seen = await readRun(scanRuns, runId, caller);
  const isMine = new Set(seen.tenantIds);
  const openFor = (run: ScanRunRecord, left: readonly string[]) => {
    const taken = new Set(retriesOf(run).flatMap(({ tenantIds }) => tenantIds));
    return left.filter((id) => !taken.has(id));
  };
  const madeIn = (run: ScanRunRecord) => retriesOf(run).findLast((one) => one.tenantIds.some((id) => isMine.has(id)));
  const before = madeIn(seen.run);
  const left = before && openFor(seen.run, seen.tenantIds).length === 0 ? [] : await leftOver(dependencies, seen);
  const fresh = crypto.randomUUID();
  const after = await update(scanRuns, runId, (current) => {
    const tenantIds = openFor(current, left);
    if (tenantIds.length === 0 || !runInScope(current, caller)) return current;
    const retries = [...retriesOf(current), { runId: fresh, tenantIds }];
    return { ...current, retries, retriedAs: current.retriedAs ?? fresh };
  });
  if (!after) throw runNotFound();
  const made = madeIn(after);
  if (!made) throw new AppError('CONFLICT', 'No scan of this run failed or was canceled.');
  // Where it was claimed and never made, the caller makes their part of it.
  return { id: made.runId, tenantIds: made.tenantIds.filter((id) => isMine.has(id)) };
}
