import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { acquireLease, type Lease, type LeaseEntity, leaseHeldForMs } from '../../domain/lease/lease.ts';
import { dayMs } from '../../domain/scan-plan/scan-plan.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { StateTable } from '../../ports/state.ts';
import type { Trail } from '../../ports/trail.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import { everyTenant } from '../../store/scope.ts';
import type { SyncLogStore } from '../../store/sync-logs.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { DirectorySync, TenantRecord } from '../../store/tenants.ts';
import { createDirectoryProgress, noCounts } from './directory-progress.ts';
import { type Run, type RunOutcome, runDirectory } from './directory-run.ts';
import { createSyncLog } from './sync-log.ts';

type Dependencies = {
  tenants: TenantStore;
  syncLogs: SyncLogStore;
  blobs: Blobs;
  leases: StateTable<LeaseEntity>;
  queue: WorkQueue;
  microsoft365: Microsoft365;
  trail: Pick<Trail, 'recordOutbox'>;
  clock: Clock;
  log(message: string): void;
};

/** Five thousand tenants a day are four a minute; the rest is for days on which it lay still. */
const tenantsAMinute = 20;
/** A tenant whose message was lost, or whose worker died, is picked again after this long. */
const claimMs = 15 * 60_000;
const leaseForMs = 10 * 60_000;
const hourMs = 3_600_000;
const maxAttempts = 5;

/** The accounts of the tenants' directories, read once a day and when somebody asks. */
export type DirectorySyncService = {
  /** Begins a synchronization unless one is under way, whoever asks and however often. */
  request(tenantId: string, by: string): Promise<TenantRecord | null>;
  /** Puts tenants that are due into the queue, the most overdue first. Several processes may do so at once. */
  sweep(): Promise<number>;
  /** Works one message. Delivered twice, late or after a crash, it does the work once. */
  work(tenantId: string): Promise<void>;
};

const isUnderWay = (sync: DirectorySync | null | undefined): sync is DirectorySync =>
  sync?.state === 'queued' || sync?.state === 'running';

const queued = (at: Date): DirectorySync => ({
  state: 'queued',
  queuedAt: at.toISOString(),
  startedAt: null,
  endedAt: null,
  attempts: 0,
  failure: null,
});

export function createDirectorySync(dependencies: Dependencies): DirectorySyncService {
  const { tenants, blobs, leases, queue, trail, clock, log } = dependencies;
  const progress = createDirectoryProgress(blobs);
  const syncLog = createSyncLog(dependencies.syncLogs);
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
  const send = (tenantId: string, delayMs = 0) => queue.send('upkeep', { kind: 'directory-sync', tenantId }, delayMs);
  const leaseKey = (tenantId: string) => `directory-${tenantId}`;

  function claim(tenant: TenantRecord): TenantRecord {
    const { directorySync } = tenant;
    const sync = isUnderWay(directorySync) ? directorySync : queued(clock.now());
    return { ...tenant, directorySync: sync, directorySyncDueAt: inMs(claimMs) };
  }

  /** Begins the run that was queued, or resumes the one that a worker left; null where there is nothing to do. */
  async function begin(tenantId: string): Promise<{ tenant: TenantRecord; run: Run } | null> {
    const startedAt = clock.now().toISOString();
    const tenant = await update(tenants, tenantId, (current): TenantRecord => {
      const sync = current.directorySync;
      if (!isUnderWay(sync)) return current;
      const attempts = sync.attempts + 1;
      return {
        ...current,
        directorySyncDueAt: inMs(claimMs),
        directorySync: { ...sync, state: 'running', startedAt: sync.startedAt ?? startedAt, attempts },
      };
    });
    if (!tenant || !isUnderWay(tenant.directorySync) || tenant.directorySync.startedAt === null) return null;
    const run = { tenantId, startedAt: tenant.directorySync.startedAt, isSimulated: tenant.isMock };
    await syncLog.begin(run);
    return { tenant, run };
  }

  /** Whether the run is still this worker's: its lease holds, and nobody has called the run off. */
  const ours =
    (lease: Lease, { tenantId, startedAt, isSimulated }: Run) =>
    async () => {
      if (!(await lease.isHeld())) return false;
      const current = (await tenants.get(tenantId))?.value;
      const isSameRun = current?.directorySync?.state === 'running' && current.directorySync.startedAt === startedAt;
      return isSameRun && current.isMock === isSimulated;
    };

  /** Writes down how the run ended, and when the next one is. */
  async function end(
    { tenantId, startedAt, isSimulated }: Run,
    outcome: Exclude<RunOutcome, { kind: 'lost' }>,
  ): Promise<void> {
    const run = { tenantId, startedAt, isSimulated };
    const at = clock.now();
    if (outcome.kind === 'completed') {
      const { users: total, removed, calls, counts } = outcome;
      await syncLog.end(run, counts, { status: 'completed', total, removed, calls }, at);
    } else if (outcome.kind === 'failed') {
      const { failure, counts, calls } = outcome;
      log(`The directory of ${tenantId} was not read: ${failure.message}`);
      await syncLog.end(run, counts, { status: 'failed', errorMessage: failure.message, calls }, at);
    }
    await update(tenants, tenantId, (current): TenantRecord => {
      const sync = current.directorySync;
      if (sync?.state !== 'running' || sync.startedAt !== startedAt) return current;
      const after = { ...current, ...ended(sync, outcome, run, at) };
      // The connection was lost under way: trying again would fail alike until somebody has connected the tenant anew.
      return current.directorySyncDueAt === null ? { ...after, directorySyncDueAt: null } : after;
    });
    if (outcome.kind !== 'unfinished') await progress.forget(tenantId);
  }

  function ended(
    sync: DirectorySync,
    outcome: Exclude<RunOutcome, { kind: 'lost' }>,
    run: Run,
    at: Date,
  ): Partial<TenantRecord> {
    if (outcome.kind === 'unfinished') {
      return { directorySync: { ...sync, attempts: 0 }, directorySyncDueAt: inMs(claimMs) };
    }
    const endedAt = at.toISOString();
    if (outcome.kind !== 'completed') {
      const { failure, again } = outcome;
      return {
        directorySync: { ...sync, state: 'failed', endedAt, failure },
        directorySyncDueAt: inMs({ soon: hourMs, daily: dayMs }[again]),
      };
    }
    const nextMs = outcome.isWhole ? Math.max(Date.parse(run.startedAt) + dayMs, at.getTime() + hourMs) : null;
    return {
      directory: { users: outcome.users, syncedAt: run.startedAt, isSimulated: run.isSimulated },
      directorySync: { ...sync, state: 'completed', endedAt, attempts: 0, failure: null },
      // What could not be told for a reason that passes is asked again soon.
      directorySyncDueAt: nextMs === null ? inMs(hourMs) : new Date(nextMs).toISOString(),
    };
  }

  /** Its workers have died over it: what they had come to stands. */
  async function givenUp({ tenantId, startedAt }: Run): Promise<RunOutcome> {
    const { counts, calls } = (await progress.read(tenantId, startedAt)) ?? { counts: noCounts, calls: 0 };
    const message = `It broke off ${maxAttempts} times. The log of the service says why.`;
    return { kind: 'failed', failure: { reason: 'couldNotCheck', message }, again: 'soon', counts, calls };
  }

  return {
    async request(tenantId, by) {
      const at = clock.now();
      let isNew = false;
      const tenant = await update(tenants, tenantId, (current): TenantRecord => {
        isNew = !isUnderWay(current.directorySync);
        if (!isNew) return current;
        const entry = { eventType: 'directory_sync_requested', user: by, target: current.name, tenantId } as const;
        const asked = { ...current, directorySync: queued(at), directorySyncDueAt: inMs(claimMs) };
        return withEntry(asked, { ...entry, details: {} }, at);
      });
      if (!tenant) return null;
      await settleOutbox(tenants, tenant, trail);
      if (isNew) await send(tenantId);
      return tenant;
    },

    async sweep() {
      const now = clock.now();
      let sent = 0;
      for await (const { id } of tenants.due(everyTenant, 'directorySyncDueAt', {
        now,
        limit: tenantsAMinute,
        claim,
      })) {
        await send(id);
        sent += 1;
      }
      return sent;
    },

    async work(tenantId) {
      if (!isUnderWay((await tenants.get(tenantId))?.value.directorySync)) return;
      const lease = await acquireLease(leases, leaseKey(tenantId), { clock, forMs: leaseForMs });
      // It may be that of a worker that has just died: the message comes again when it would have run out.
      if (!lease) return send(tenantId, (await leaseHeldForMs(leases, leaseKey(tenantId), clock)) + 1000);
      let outcome: RunOutcome;
      try {
        const begun = await begin(tenantId);
        if (!begun) return;
        const { tenant, run } = begun;
        const isSpent = (tenant.directorySync?.attempts ?? 0) > maxAttempts;
        outcome = isSpent
          ? await givenUp(run)
          : await runDirectory({ ...dependencies, progress, syncLog }, run, tenant, ours(lease, run));
        if (outcome.kind !== 'lost') await end(run, outcome);
      } finally {
        await lease.release();
      }
      if (outcome.kind === 'unfinished') await send(tenantId);
    },
  };
}
