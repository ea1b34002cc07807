import type { Parsed } from '@tenantry/contract/endpoint';
import type { listScanRuns, listScansOfRun, ScanRun } from '@tenantry/contract/scan-runs';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce, update } from '../../ports/collection.ts';
import type { Trail, TrailEvent } from '../../ports/trail.ts';
import type { ScanRunRecord } from '../../store/scan-runs.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { initiatorOf } from './new-scan.ts';
import { runScanView, scanRunView } from './scan-run-views.ts';
import { cancelScans, type RunWorkDependencies, requeueRuns, sendRun, workRun } from './scan-run-worker.ts';

type Dependencies = RunWorkDependencies & { trail: Trail };

const notFound = () => new AppError('NOT_FOUND', 'There is no such run.');

/** Whether a run is this caller's to see: whoever started it, and those who see every tenant. */
const maySeeRun = (run: ScanRunRecord, caller: Caller): boolean =>
  run.startedByUserId === caller.userId || caller.scope.kind === 'all';

async function read({ scanRuns }: Dependencies, runId: string, caller: Caller): Promise<ScanRunRecord> {
  const stored = await scanRuns.get(runId);
  if (!stored || !maySeeRun(stored.value, caller)) throw notFound();
  return stored.value;
}

function entry(eventType: TrailEvent, run: Pick<ScanRunRecord, 'id' | 'tenantIds'>, caller: Caller) {
  const details = { runId: run.id, tenants: run.tenantIds.length };
  return { eventType, user: caller.user.username, target: 'scan run', tenantId: null, details };
}

/** The new run; where there is one of this id, that one as it is. */
async function create(
  { scanRuns, trail, queue, clock }: Dependencies,
  id: string,
  tenantIds: readonly string[],
  caller: Caller,
): Promise<ScanRunRecord> {
  const now = clock.now();
  const run: ScanRunRecord = {
    id,
    tenantIds: [...tenantIds],
    begun: 0,
    startedBy: caller.name,
    startedByUserId: caller.userId,
    startedByUser: caller.user.username,
    startedAt: now.toISOString(),
    cancelledAt: null,
    ...emptyOutbox,
  };
  const record = withEntry(run, entry('scan_run_started', run, caller), now);
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

async function retryOf(dependencies: Dependencies, run: ScanRunRecord, caller: Caller): Promise<ScanRunRecord> {
  const { tenants, scanRuns, scanStore } = dependencies;
  const { queued, running } = await scanStore.countsOfRun(everyTenant, run.id);
  const isCancelled = run.cancelledAt !== null;
  if (queued + running > 0 || (!isCancelled && run.begun < run.tenantIds.length)) {
    throw new AppError('CONFLICT', 'This run has not ended. Wait for its end, or cancel it.');
  }
  const begun = await scanStore.everyOfRun(everyTenant, run.id);
  const unsuccessful = begun.filter(({ status }) => status === 'failed' || status === 'cancelled');
  const known = new Set((await tenants.ofScope(caller.scope)).map(({ id }) => id));
  const again = new Set([...unsuccessful.map(({ tenantId }) => tenantId), ...run.tenantIds.slice(run.begun)]);
  const tenantIds = [...again].filter((id) => known.has(id));
  if (tenantIds.length === 0) throw new AppError('CONFLICT', 'No scan of this run failed or was cancelled.');
  const fresh = crypto.randomUUID();
  const claimed = await update(scanRuns, run.id, (current) =>
    current.retriedAs ? current : { ...current, retriedAs: fresh },
  );
  return create(dependencies, claimed?.retriedAs ?? fresh, tenantIds, caller);
}

/** Whether a run is of these tenants. `all` may also be those that were there when it began: later ones make it no other. */
function isOf(run: ScanRunRecord, asked: readonly string[] | 'all', inScope: readonly TenantRecord[]): boolean {
  const idsOf = (tenants: readonly TenantRecord[]) => tenants.map(({ id }) => id);
  const isSame = (ids: readonly string[]) => [...new Set(ids)].sort().join() === run.tenantIds.toSorted().join();
  if (asked !== 'all') return isSame(asked);
  return isSame(idsOf(inScope)) || isSame(idsOf(inScope.filter(({ createdAt }) => createdAt <= run.startedAt)));
}

/** The run of this key, made now or by an earlier call. */
async function start(
  dependencies: Dependencies,
  caller: Caller,
  asked: readonly string[] | 'all',
  key: string,
): Promise<ScanRunRecord> {
  const inScope = await dependencies.tenants.ofScope(caller.scope);
  const known = new Set(inScope.map(({ id }) => id));
  const wanted = asked === 'all' ? [...known] : [...new Set(asked)];
  if (wanted.some((id) => !known.has(id))) {
    throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or it is not yours to see.');
  }
  if (wanted.length === 0) throw new AppError('CONFLICT', 'There is no tenant to scan. Connect one first.');
  const run = await create(dependencies, key, wanted, caller);
  if (run.startedByUserId !== caller.userId || !isOf(run, asked, inScope)) {
    throw new AppError('CONFLICT', 'This key was used for another run. Make a new one for each.');
  }
  return run;
}

async function cancel(dependencies: Dependencies, runId: string, caller: Caller): Promise<ScanRunRecord> {
  const { scanRuns, scanStore, trail, clock } = dependencies;
  const now = clock.now();
  const by = initiatorOf(caller);
  await read(dependencies, runId, caller);
  const run = await update(scanRuns, runId, (current) => {
    if (current.cancelledAt !== null) return current;
    const cancelled = { ...current, cancelledAt: now.toISOString(), cancelledBy: by };
    return withEntry(cancelled, entry('scan_run_cancelled', current, caller), now);
  });
  if (!run) throw notFound();
  await settleOutbox(scanRuns, run, trail);
  await cancelScans(dependencies, run, await scanStore.everyOfRun(everyTenant, runId), by);
  return run;
}

/** Scans of many tenants: begun by a queue worker in steps, counted from the scans themselves. */
export function createScanRuns(dependencies: Dependencies) {
  const { tenants, scanRuns, scanStore } = dependencies;
  const view = (run: ScanRunRecord): Promise<ScanRun> => scanRunView(scanStore, run);

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
      const page = await scanRuns.page(caller, query);
      return { ...page, items: await Promise.all(page.items.map(view)) };
    },

    /** The run's scans of tenants in the caller's scope, which may have become narrower since. @throws AppError NOT_FOUND */
    async scansOf(
      runId: string,
      caller: Caller,
      query: Parsed<typeof listScansOfRun.query>,
    ): Promise<Parsed<typeof listScansOfRun.response>> {
      await read(dependencies, runId, caller);
      const page = await scanStore.pageOfRun(caller.scope, runId, query);
      const names = await tenants.ofRecords(caller.scope, page.items);
      return { ...page, items: page.items.map((scan) => runScanView(scan, names)) };
    },

    get: async (runId: string, caller: Caller) => view(await read(dependencies, runId, caller)),

    cancel: async (runId: string, caller: Caller) => view(await cancel(dependencies, runId, caller)),

    /**
     * Scans again what failed, was cancelled or was never begun. Once for each run: asked again, it answers the run that
     * was made then.
     * @throws AppError CONFLICT where the run goes on, where there is nothing, or where somebody else did so
     */
    async retry(runId: string, caller: Caller): Promise<ScanRun> {
      const run = await read(dependencies, runId, caller);
      const made = run.retriedAs ? (await scanRuns.get(run.retriedAs))?.value : undefined;
      const retried = made ?? (await retryOf(dependencies, run, caller));
      if (!maySeeRun(retried, caller)) throw new AppError('CONFLICT', `${retried.startedBy} has retried this run.`);
      return view(retried);
    },

    /** Works one message of the queue. */
    work: (runId: string) => workRun(dependencies, runId),

    requeue: () => requeueRuns(dependencies),
  };
}

export type ScanRuns = ReturnType<typeof createScanRuns>;
