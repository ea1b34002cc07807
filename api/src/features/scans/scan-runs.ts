import type { Parsed } from '@tenantry/contract/endpoint';
import type { listScanRuns, listScansOfRun, ScanRun } from '@tenantry/contract/scan-runs';
import { nothingPending, settleTrail, withTrail } from '../../domain/audit-trail/outbox.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import { all, RecordChangedError, RecordExistsError, type RecordStore, update } from '../../ports/collection.ts';
import type { Trail, TrailEvent } from '../../ports/trail.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { ScanRunRecord } from '../../store/scan-runs.ts';
import type { ScanRecord } from '../../store/scans.ts';
import { tenantRecords } from '../../store/tenant-records.ts';
import { tenantCollection, tenantsOfScope } from '../../store/tenants-of-scope.ts';
import { maySeeRun, scanCounts, scanRunsOf, scanRunView, scansOfRun } from './scan-run-views.ts';
import { hasEnded, type Initiator, initiatorOf, type ScanService } from './scan-service.ts';

type Dependencies = { store: RecordStore; queue: WorkQueue; scans: ScanService; trail: Trail; clock: Clock };

/** As many are begun before the message comes back: a worker that dies costs as many looks at what is there. */
const begunAtOnce = 25;
const retryDelayMs = 30_000;
/** Longer than a message waits, and than its work takes. */
const lostAfterMs = 2 * 60_000;
/** A worker that was just beginning scans when the run was cancelled is done with it by then. */
const cancelledForMs = 15 * 60_000;

const keyIsTaken = () => new AppError('CONFLICT', 'This key was used for another run. Make a new one for each.');
const notFound = () => new AppError('NOT_FOUND', 'There is no such run.');

/** Scans of many tenants: begun by a queue worker in steps, counted from the scans themselves. */
export function createScanRuns({ store, queue, scans, trail, clock }: Dependencies) {
  const runs = store.partition<ScanRunRecord>(containers.scanRuns, globalPartition);
  const scansOfAll = () => store.across<ScanRecord>(containers.scanLogs);
  const send = (runId: string, delayMs = 0) => queue.send('upkeep', { kind: 'scan-run', runId }, delayMs);

  /** A run is for whoever started it, and for those who see every tenant. */
  async function read(runId: string, caller: Caller): Promise<ScanRunRecord> {
    const stored = await runs.get(runId);
    if (!stored || !maySeeRun(stored.value, caller)) throw notFound();
    return stored.value;
  }

  const view = (run: ScanRunRecord): Promise<ScanRun> => scanRunView(store, run);

  function entry(eventType: TrailEvent, run: Pick<ScanRunRecord, 'id' | 'tenantIds'>, caller: Caller) {
    const details = { runId: run.id, tenants: run.tenantIds.length };
    return { eventType, user: caller.user.username, target: 'scan run', tenantId: null, details };
  }

  /** The new run; where there is one of this id, that one as it is. */
  async function create(id: string, tenantIds: readonly string[], caller: Caller): Promise<ScanRunRecord> {
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
      ...nothingPending,
    };
    const record = withTrail(run, entry('scan_run_started', run, caller), now);
    try {
      await runs.create(record);
    } catch (error) {
      if (!(error instanceof RecordExistsError)) throw error;
      const present = await runs.get(id);
      if (!present) throw error;
      return present.value;
    }
    await settleTrail(runs, record, trail);
    await send(run.id);
    return record;
  }

  /** @returns the scan; null where there is no such tenant any more, `later` where it could not be begun yet */
  async function beginOne(run: ScanRunRecord, tenantId: string): Promise<ScanRecord | null | 'later'> {
    const stored = await tenantCollection(store).get(tenantId);
    if (!stored) return null;
    try {
      const initiator = { name: run.startedBy, user: run.startedByUser };
      return await scans.startForRun(tenantRecords(store, stored.value), run.id, initiator);
    } catch (error) {
      // Somebody is just starting a scan of this tenant: it will be there in a moment.
      if (error instanceof AppError && error.code === 'CONFLICT') return 'later';
      throw error;
    }
  }

  async function cancelAll(run: ScanRunRecord, begun: readonly ScanRecord[], by: Initiator): Promise<void> {
    for (const scan of begun) {
      if (scan.runId !== run.id || hasEnded(scan)) continue;
      const tenant = await tenantCollection(store).get(scan.tenantId);
      if (tenant) await scans.cancelIfItCan(tenantRecords(store, tenant.value), scan.id, by);
    }
  }

  /** Counts the scans of a run for the last time, so that nobody has to do so again. */
  async function keepCounts(run: ScanRunRecord): Promise<void> {
    const cancelledAgoMs = run.cancelledAt === null ? null : clock.now().getTime() - Date.parse(run.cancelledAt);
    const isOver = cancelledAgoMs === null ? run.begun >= run.tenantIds.length : cancelledAgoMs > cancelledForMs;
    if (!isOver || run.ended) return;
    const ended = await scanCounts(store, run.id);
    if (ended.queued + ended.running === 0) await update(runs, run.id, (current) => ({ ...current, ended }));
  }

  /** Whether nothing was heard of the run's message for so long that it is lost. Each message sends the next one itself. */
  async function claimResend(runId: string): Promise<boolean> {
    const now = clock.now();
    const stored = await runs.get(runId);
    if (!stored) return false;
    const { sentAt, startedAt } = stored.value;
    if (now.getTime() - Date.parse(sentAt ?? startedAt) < lostAfterMs) return false;
    try {
      await runs.replace({ ...stored.value, sentAt: now.toISOString() }, stored.etag);
      return true;
    } catch (error) {
      if (error instanceof RecordChangedError) return false;
      throw error;
    }
  }

  async function scansOf(runId: string): Promise<ScanRecord[]> {
    const found: ScanRecord[] = [];
    const where = [{ field: 'runId', op: 'eq' as const, value: runId }];
    for await (const scan of all(scansOfAll(), { where })) found.push(scan);
    return found;
  }

  async function retryOf(run: ScanRunRecord, caller: Caller): Promise<ScanRunRecord> {
    const { queued, running } = await scanCounts(store, run.id);
    const isCancelled = run.cancelledAt !== null;
    if (queued + running > 0 || (!isCancelled && run.begun < run.tenantIds.length)) {
      throw new AppError('CONFLICT', 'This run has not ended. Wait for its end, or cancel it.');
    }
    const unsuccessful = (await scansOf(run.id)).filter(({ status }) => status === 'failed' || status === 'cancelled');
    const known = new Set((await tenantsOfScope(store, caller.scope)).map(({ id }) => id));
    const again = new Set([...unsuccessful.map(({ tenantId }) => tenantId), ...run.tenantIds.slice(run.begun)]);
    const tenantIds = [...again].filter((id) => known.has(id));
    if (tenantIds.length === 0) throw new AppError('CONFLICT', 'No scan of this run failed or was cancelled.');
    const fresh = crypto.randomUUID();
    const claimed = await update(runs, run.id, (current) =>
      current.retriedAs ? current : { ...current, retriedAs: fresh },
    );
    return create(claimed?.retriedAs ?? fresh, tenantIds, caller);
  }

  return {
    /**
     * @param asked tenants of the caller's scope, or all of them
     * @param key the same for a call that is sent again: then it answers the run that the first one made
     * @throws AppError TENANT_NOT_FOUND
     */
    async start(caller: Caller, asked: readonly string[] | 'all', key?: string): Promise<ScanRun> {
      const inScope = (await tenantsOfScope(store, caller.scope)).map(({ id }) => id);
      const known = new Set(inScope);
      const wanted = asked === 'all' ? inScope : [...new Set(asked)];
      if (wanted.some((id) => !known.has(id))) {
        throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or it is not yours to see.');
      }
      if (wanted.length === 0) throw new AppError('CONFLICT', 'There is no tenant to scan. Connect one first.');
      const run = await create(key ?? crypto.randomUUID(), wanted, caller);
      const isOurs = run.startedByUserId === caller.userId;
      if (!isOurs || (asked !== 'all' && run.tenantIds.join() !== wanted.join())) throw keyIsTaken();
      return view(run);
    },

    list: (caller: Caller, query: Parsed<typeof listScanRuns.query>) => scanRunsOf(store, caller, query),

    /** @throws AppError NOT_FOUND */
    async scansOf(runId: string, caller: Caller, query: Parsed<typeof listScansOfRun.query>) {
      await read(runId, caller);
      return scansOfRun(store, runId, caller.scope, query);
    },

    get: async (runId: string, caller: Caller) => view(await read(runId, caller)),

    async cancel(runId: string, caller: Caller): Promise<ScanRun> {
      const now = clock.now();
      await read(runId, caller);
      const run = await update(runs, runId, (current) =>
        current.cancelledAt !== null
          ? current
          : withTrail(
              { ...current, cancelledAt: now.toISOString(), cancelledBy: initiatorOf(caller) },
              entry('scan_run_cancelled', current, caller),
              now,
            ),
      );
      if (!run) throw notFound();
      await settleTrail(runs, run, trail);
      await cancelAll(run, await scansOf(runId), initiatorOf(caller));
      return view(run);
    },

    /**
     * Scans again what failed, was cancelled or was never begun. Once for each run: asked again, it answers the run that
     * was made then.
     * @throws AppError CONFLICT where the run goes on, where there is nothing, or where somebody else did so
     */
    async retry(runId: string, caller: Caller): Promise<ScanRun> {
      const run = await read(runId, caller);
      const made = run.retriedAs ? (await runs.get(run.retriedAs))?.value : undefined;
      const retried = made ?? (await retryOf(run, caller));
      if (!maySeeRun(retried, caller)) throw new AppError('CONFLICT', `${retried.startedBy} has retried this run.`);
      return view(retried);
    },

    /** Begins some scans of a run and hands the rest on. Delivered twice, or after a crash, it begins none twice. */
    async work(runId: string): Promise<void> {
      const stored = await runs.get(runId);
      if (!stored || stored.value.cancelledAt !== null) return;
      const run = stored.value;
      const part = run.tenantIds.slice(run.begun, run.begun + begunAtOnce);
      const begun: ScanRecord[] = [];
      let reached = run.begun;
      for (const tenantId of part) {
        const scan = await beginOne(run, tenantId);
        if (scan === 'later') break;
        if (scan) begun.push(scan);
        reached += 1;
      }
      const sentAt = clock.now().toISOString();
      const after = await update(runs, runId, (current) => ({
        ...current,
        begun: Math.max(current.begun, reached),
        sentAt,
      }));
      // Cancelled meanwhile: whoever did it may have looked for its scans before these were there.
      if (after?.cancelledBy) await cancelAll(run, begun, after.cancelledBy);
      else if (reached < run.tenantIds.length) {
        await send(runId, reached < run.begun + part.length ? retryDelayMs : 0);
      }
    },

    /** Runs whose message was lost, and those that are over: called each minute. */
    async takeUp(): Promise<void> {
      const since = new Date(clock.now().getTime() - 24 * 3_600_000).toISOString();
      for await (const run of all(runs, { where: [{ field: 'startedAt', op: 'gte', value: since }] })) {
        if (run.cancelledAt !== null || run.begun >= run.tenantIds.length) await keepCounts(run);
        else if (await claimResend(run.id)) await send(run.id);
      }
    },
  };
}

export type ScanRuns = ReturnType<typeof createScanRuns>;
