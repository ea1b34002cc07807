import type { ScanRun } from '@tenantry/contract/scan-runs';
import type { ScanStatus } from '@tenantry/contract/scans';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import { all, type RecordStore, update } from '../../ports/collection.ts';
import type { Trail, TrailEvent } from '../../ports/trail.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import { containers, globalPartition } from '../../records/containers.ts';
import { nothingPending, settleTrail, withTrail } from '../../records/pending-trail.ts';
import type { ScanRecord, ScanRunRecord } from '../../records/record-types.ts';
import { tenantRecords } from '../../records/tenant-records.ts';
import { tenantCollection, tenantsOfScope } from '../../records/tenants-of-scope.ts';
import { hasEnded, type ScanService } from './scan-service.ts';

type Dependencies = { store: RecordStore; queue: WorkQueue; scans: ScanService; trail: Trail; clock: Clock };

/** As many are begun before the message comes back: a worker that dies costs as many looks at what is there. */
const begunAtOnce = 25;
const statuses: readonly ScanStatus[] = ['queued', 'running', 'completed', 'failed', 'cancelled'];
const retryDelayMs = 30_000;

const notFound = () => new AppError('NOT_FOUND', 'There is no such run.');

/** Scans of many tenants: begun by a queue worker in steps, counted from the scans themselves. */
export function createScanRuns({ store, queue, scans, trail, clock }: Dependencies) {
  const runs = store.partition<ScanRunRecord>(containers.scanRuns, globalPartition);
  const scansOfAll = () => store.across<ScanRecord>(containers.scanLogs);
  const send = (runId: string, delayMs = 0) => queue.send('upkeep', { kind: 'scan-run', runId }, delayMs);

  /** A run is for whoever started it, and for those who see every tenant. */
  async function read(runId: string, caller: Caller): Promise<ScanRunRecord> {
    const stored = await runs.get(runId);
    const mine = stored?.value.startedByUserId === caller.userId || caller.scope.kind === 'all';
    if (!stored || !mine) throw notFound();
    return stored.value;
  }

  async function view(run: ScanRunRecord): Promise<ScanRun> {
    const counts = await Promise.all(
      statuses.map((status) =>
        scansOfAll().count([
          { field: 'runId', op: 'eq', value: run.id },
          { field: 'status', op: 'eq', value: status },
        ]),
      ),
    );
    const [queued = 0, running = 0, completed = 0, failed = 0, cancelled = 0] = counts;
    const isBegun = run.begun >= run.tenantIds.length;
    const goesOn = queued + running > 0;
    return {
      runId: run.id,
      state: run.cancelledAt !== null ? 'cancelled' : !isBegun ? 'starting' : goesOn ? 'running' : 'ended',
      startedAt: run.startedAt,
      startedBy: run.startedBy,
      total: run.tenantIds.length,
      started: run.begun,
      queued,
      running,
      completed,
      failed,
      cancelled,
    };
  }

  function entry(eventType: TrailEvent, run: Pick<ScanRunRecord, 'id' | 'tenantIds'>, caller: Caller) {
    const details = { runId: run.id, tenants: run.tenantIds.length };
    return { eventType, user: caller.user.username, target: 'scan run', tenantId: null, details };
  }

  async function create(tenantIds: readonly string[], caller: Caller): Promise<ScanRun> {
    const now = clock.now();
    const run: ScanRunRecord = {
      id: crypto.randomUUID(),
      tenantIds: [...tenantIds],
      begun: 0,
      startedBy: caller.name,
      startedByUserId: caller.userId,
      startedAt: now.toISOString(),
      cancelledAt: null,
      ...nothingPending,
    };
    const record = withTrail(run, entry('scan_run_started', run, caller), now);
    await runs.create(record);
    await settleTrail(runs, record, trail);
    await send(run.id);
    return view(record);
  }

  /** @returns false where it could not be begun yet */
  async function beginOne(run: ScanRunRecord, tenantId: string): Promise<boolean> {
    const tenant = await tenantCollection(store).get(tenantId);
    if (!tenant) return true;
    try {
      const initiator = { name: run.startedBy, user: run.startedBy };
      await scans.startForRun(tenantRecords(store, tenant.value), run.id, initiator);
      return true;
    } catch (error) {
      // Somebody is just starting a scan of this tenant: it will be there in a moment.
      if (error instanceof AppError && error.code === 'CONFLICT') return false;
      throw error;
    }
  }

  async function scansOf(runId: string): Promise<ScanRecord[]> {
    const found: ScanRecord[] = [];
    const where = [{ field: 'runId', op: 'eq' as const, value: runId }];
    for await (const scan of all(scansOfAll(), { where })) found.push(scan);
    return found;
  }

  return {
    /** @param asked tenants of the caller's scope, or all of them. @throws AppError TENANT_NOT_FOUND */
    async start(caller: Caller, asked: readonly string[] | 'all'): Promise<ScanRun> {
      const inScope = (await tenantsOfScope(store, caller.scope)).map(({ id }) => id);
      const known = new Set(inScope);
      const wanted = asked === 'all' ? inScope : [...new Set(asked)];
      if (wanted.some((id) => !known.has(id))) {
        throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or it is not yours to see.');
      }
      if (wanted.length === 0) throw new AppError('CONFLICT', 'There is no tenant to scan. Connect one first.');
      return create(wanted, caller);
    },

    get: async (runId: string, caller: Caller) => view(await read(runId, caller)),

    async cancel(runId: string, caller: Caller): Promise<ScanRun> {
      const now = clock.now();
      await read(runId, caller);
      const run = await update(runs, runId, (current) =>
        current.cancelledAt !== null
          ? current
          : withTrail(
              { ...current, cancelledAt: now.toISOString() },
              entry('scan_run_cancelled', current, caller),
              now,
            ),
      );
      if (!run) throw notFound();
      await settleTrail(runs, run, trail);
      for (const scan of await scansOf(runId)) {
        if (hasEnded(scan)) continue;
        const tenant = await tenantCollection(store).get(scan.tenantId);
        if (tenant) await scans.cancelIfItCan(tenantRecords(store, tenant.value), scan.id, caller);
      }
      return view(run);
    },

    /** @throws AppError CONFLICT where no scan of the run failed or was cancelled */
    async retry(runId: string, caller: Caller): Promise<ScanRun> {
      await read(runId, caller);
      const again = (await scansOf(runId)).filter(({ status }) => status === 'failed' || status === 'cancelled');
      const known = new Set((await tenantsOfScope(store, caller.scope)).map(({ id }) => id));
      const tenantIds = again.map(({ tenantId }) => tenantId).filter((id) => known.has(id));
      if (tenantIds.length === 0) throw new AppError('CONFLICT', 'No scan of this run failed or was cancelled.');
      return create(tenantIds, caller);
    },

    /** Begins some scans of a run and hands the rest on. Delivered twice, or after a crash, it begins none twice. */
    async work(runId: string): Promise<void> {
      const stored = await runs.get(runId);
      if (!stored || stored.value.cancelledAt !== null) return;
      const run = stored.value;
      const part = run.tenantIds.slice(run.begun, run.begun + begunAtOnce);
      let begun = 0;
      for (const tenantId of part) {
        if (!(await beginOne(run, tenantId))) break;
        begun += 1;
      }
      const reached = run.begun + begun;
      await update(runs, runId, (current) => ({ ...current, begun: Math.max(current.begun, reached) }));
      if (reached < run.tenantIds.length) await send(runId, begun < part.length ? retryDelayMs : 0);
    },

    /** Runs whose message was lost: called each minute. */
    async takeUp(): Promise<void> {
      const since = new Date(clock.now().getTime() - 24 * 3_600_000).toISOString();
      for await (const run of all(runs, { where: [{ field: 'startedAt', op: 'gte', value: since }] })) {
        if (run.cancelledAt === null && run.begun < run.tenantIds.length) await send(run.id);
      }
    },
  };
}

export type ScanRuns = ReturnType<typeof createScanRuns>;
