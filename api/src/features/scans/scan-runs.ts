import type { Parsed } from '@tenantry/contract/endpoint';
import type { listScanRuns, listScansOfRun, ScanRun } from '@tenantry/contract/scan-runs';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce, update } from '../../ports/collection.ts';
import type { Trail, TrailEvent } from '../../ports/trail.ts';
import type { ScanRunRecord } from '../../store/scan-runs.ts';
import { initiatorOf } from './new-scan.ts';
import { claimRetry } from './retry-scan-run.ts';
import { pageOfRuns, type RunInScope, readRun, runInScope, runNotFound } from './scan-run-scope.ts';
import { runScanView, scanRunView } from './scan-run-views.ts';
import { cancelScans, type RunWorkDependencies, requeueRuns, sendRun, workRun } from './scan-run-worker.ts';

type Dependencies = RunWorkDependencies & { trail: Trail };

function entry(eventType: TrailEvent, runId: string, tenantIds: readonly string[], caller: Caller) {
  const details = { runId, tenants: tenantIds.length };
  return { eventType, user: caller.user.username, target: 'scan run', tenantId: null, details };
}

/** The new run; where there is one of this id, that one as it is. */
async function create(
  { scanRuns, trail, queue, clock }: Dependencies,
  id: string,
  { tenantIds, askedForAll }: { tenantIds: readonly string[]; askedForAll: boolean },
  caller: Caller,
): Promise<ScanRunRecord> {
  const now = clock.now();
  const run: ScanRunRecord = {
    id,
    tenantIds: [...tenantIds],
    askedForAll,
    begun: 0,
    startedBy: caller.name,
    startedByUserId: caller.userId,
    startedByUser: caller.user.username,
    startedAt: now.toISOString(),
    cancelledAt: null,
    ...emptyOutbox,
  };
  const record = withEntry(run, entry('scan_run_started', id, tenantIds, caller), now);
  const created = await createOnce(scanRuns, record);
  if (!created) {
    const present = await scanRuns.get(id);
    if (!present) throw new Error(`The run ${id} exists and cannot be read`);
    return present.value;
  }
  await settleOutbox(scanRuns, record, trail, created.etag);
  await sendRun(queue, run.id);
  return record;
}

/** The run of this key, made now or by an earlier call. */
async function start(
  dependencies: Dependencies,
  caller: Caller,
  asked: readonly string[] | 'all',
  key: string,
): Promise<RunInScope> {
  const inScope = (await dependencies.tenants.ofScope(caller.scope)).map(({ id }) => id);
  const known = new Set(inScope);
  const wanted = asked === 'all' ? inScope : [...new Set(asked)];
  if (wanted.some((id) => !known.has(id))) {
    throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
  }
  if (wanted.length === 0) throw new AppError('CONFLICT', 'There is no tenant to scan. Connect one first.');
  const run = await create(dependencies, key, { tenantIds: wanted, askedForAll: asked === 'all' }, caller);
  // "All" sent again is the same run, though a tenant was connected meanwhile; a list is the same where its tenants are.
  const isSame =
    (asked === 'all' && run.askedForAll === true) || run.tenantIds.toSorted().join() === wanted.toSorted().join();
  const seen = runInScope(run, caller);
  if (run.startedByUserId !== caller.userId || !isSame || !seen) {
    throw new AppError('CONFLICT', 'This key was used for another run. Make a new one for each.');
  }
  return seen;
}

/** Whoever looks after the whole run cancels it; others the part that they look after. */
async function cancel(dependencies: Dependencies, runId: string, caller: Caller): Promise<RunInScope> {
  const { scanRuns, scanStore, trail, clock } = dependencies;
  const now = clock.now();
  const by = initiatorOf(caller);
  await readRun(scanRuns, runId, caller);
  const run = await update(scanRuns, runId, (current) => {
    const seen = runInScope(current, caller);
    if (!seen || seen.isCancelled) return current;
    const told = entry('scan_run_cancelled', runId, seen.tenantIds, caller);
    const part = { tenantIds: [...seen.tenantIds], by };
    const cancelled = seen.isPartial
      ? { ...current, cancelledParts: [...(current.cancelledParts ?? []), part] }
      : { ...current, cancelledAt: now.toISOString(), cancelledBy: by };
    return withEntry(cancelled, told, now);
  });
  const after = run && runInScope(run, caller);
  if (!after) throw runNotFound();
  await settleOutbox(scanRuns, run, trail);
  await cancelScans(dependencies, run, await scanStore.everyOfRun(caller.scope, runId), by);
  return after;
}

/** Scans of many tenants: begun by a queue worker in steps, counted from the scans themselves. */
export function createScanRuns(dependencies: Dependencies) {
  const { tenants, scanRuns, scanStore } = dependencies;
  const view = (seen: RunInScope): Promise<ScanRun> => scanRunView(scanStore, seen);

  return {
    /**
     * @param asked tenants of the caller's scope, or all of them
     * @param key the same for a call that is sent again: then it answers the run that the first one made
     * @throws AppError TENANT_NOT_FOUND
     */
    start: async (caller: Caller, asked: readonly string[] | 'all', key: string = crypto.randomUUID()) =>
      view(await start(dependencies, caller, asked, key)),

    /** The runs that a caller may see, the newest first. */
    async list(
      caller: Caller,
      query: Parsed<typeof listScanRuns.query>,
    ): Promise<Parsed<typeof listScanRuns.response>> {
      const page = await pageOfRuns(scanRuns, caller, query);
      return { ...page, items: await Promise.all(page.items.map(view)) };
    },

    /** The run's scans of tenants in the caller's scope, which may have become narrower since. @throws AppError NOT_FOUND */
    async scansOf(
      runId: string,
      caller: Caller,
      query: Parsed<typeof listScansOfRun.query>,
    ): Promise<Parsed<typeof listScansOfRun.response>> {
      await readRun(scanRuns, runId, caller);
      const page = await scanStore.pageOfRun(caller.scope, runId, query);
      const names = await tenants.ofRecords(caller.scope, page.items);
      return { ...page, items: page.items.map((scan) => runScanView(scan, names)) };
    },

    get: async (runId: string, caller: Caller) => view(await readRun(scanRuns, runId, caller)),

    cancel: async (runId: string, caller: Caller) => view(await cancel(dependencies, runId, caller)),

    /**
     * Scans again what failed, was cancelled or was never begun, of the tenants in scope. Once for each of them: asked again,
     * it answers the run that was made then.
     * @throws AppError CONFLICT where the run goes on, where there is nothing, or where somebody else did so
     */
    async retry(runId: string, caller: Caller): Promise<ScanRun> {
      const { id, tenantIds } = await claimRetry(dependencies, runId, caller);
      const retried = await create(dependencies, id, { tenantIds, askedForAll: false }, caller);
      const seen = runInScope(retried, caller);
      if (!seen) throw new AppError('CONFLICT', `${retried.startedBy} has retried this run.`);
      return view(seen);
    },

    /** Works one message of the queue. */
    work: (runId: string) => workRun(dependencies, runId),

    requeue: () => requeueRuns(dependencies),
  };
}

export type ScanRuns = ReturnType<typeof createScanRuns>;
