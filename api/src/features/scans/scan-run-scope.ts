import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { ScanRunRecord, ScanRunStore } from '../../store/scan-runs.ts';
import { isInScope, type Scope } from '../../store/scope.ts';

/** A run as one caller may see it: the tenants of it that are in the scope, and what became of them. */
export type RunInScope = {
  run: ScanRunRecord;
  scope: Scope;
  tenantIds: readonly string[];
  /** How many of them were begun. */
  begun: number;
  /** How many of them were cancelled when their turn came, before a scan of theirs began. */
  skipped: number;
  /** There are some whose turn has not come yet. */
  isStarting: boolean;
  isPartial: boolean;
  /** No further scan of any of them is started. */
  isCancelled: boolean;
};

export const runNotFound = () => new AppError('NOT_FOUND', 'There is no such run.');

/** The tenants whose scans somebody cancelled who does not look after the whole run. */
export const cancelledTenants = ({ cancelledParts = [] }: ScanRunRecord): Set<string> =>
  new Set(cancelledParts.flatMap(({ tenantIds }) => tenantIds));

/**
 * Whoever started a run sees it, and those who see every tenant; of its tenants, those in scope now. A scope may have become
 * narrower since the start: a run that has none left in it is not there.
 */
export function runInScope(run: ScanRunRecord, { userId, scope }: Pick<Caller, 'userId' | 'scope'>): RunInScope | null {
  if (run.startedByUserId !== userId && scope.kind !== 'all') return null;
  const isMine = (tenantId: string) => isInScope(scope, tenantId);
  const tenantIds = run.tenantIds.filter(isMine);
  if (tenantIds.length === 0) return null;
  const cancelled = cancelledTenants(run);
  const skipped = new Set(run.skipped);
  const reached = run.tenantIds.slice(0, run.begun).filter(isMine);
  const isCancelled = run.cancelledAt !== null || tenantIds.every((id) => cancelled.has(id));
  return {
    run,
    scope,
    tenantIds,
    begun: reached.filter((id) => !skipped.has(id)).length,
    skipped: reached.filter((id) => skipped.has(id)).length,
    isStarting: !isCancelled && reached.length < tenantIds.length,
    isPartial: tenantIds.length < run.tenantIds.length,
    isCancelled,
  };
}

/** @throws AppError NOT_FOUND, alike for a run that is not there and one of which nothing is the caller's */
export async function readRun(scanRuns: Pick<ScanRunStore, 'get'>, runId: string, caller: Caller): Promise<RunInScope> {
  const stored = await scanRuns.get(runId);
  const seen = stored && runInScope(stored.value, caller);
  if (!seen) throw runNotFound();
  return seen;
}

/** A page of the runs that the caller may see, the newest first, and how many there are. */
export async function pageOfRuns(
  scanRuns: ScanRunStore,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ items: RunInScope[]; total: number; nextCursor?: string }> {
  const inScope = (runs: readonly ScanRunRecord[]) => runs.flatMap((run) => runInScope(run, caller) ?? []);
  const first = await scanRuns.page(caller, page);
  if (caller.scope.kind === 'all') return { ...first, items: inScope(first.items) };
  let total = 0;
  for await (const run of scanRuns.startedBy(caller.userId)) if (runInScope(run, caller)) total += 1;
  // A page may be shorter for the runs that were left out, and is never empty where more follow.
  let { items: read, nextCursor } = first;
  let items = inScope(read);
  while (items.length === 0 && nextCursor !== undefined) {
    ({ items: read, nextCursor } = await scanRuns.page(caller, { ...page, cursor: nextCursor }));
    items = inScope(read);
  }
  return { items, total, ...(nextCursor === undefined ? {} : { nextCursor }) };
}
