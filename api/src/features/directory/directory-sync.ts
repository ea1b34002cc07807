import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { acquireLease, type Lease, leaseHeldForMs } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { everyTenant } from '../../store/scope.ts';
import type { SyncLogStore } from '../../store/sync-logs.ts';
import type { DirectorySync, TenantRecord } from '../../store/tenants.ts';
import { createDirectoryProgress, type DirectoryProgressStore } from './directory-progress.ts';
import { type Run, type RunOutcome, runDirectory } from './directory-run.ts';
import { after, claimMs, endRun, givenUp, maxAttempts } from './end-directory-run.ts';
import { createSyncLog, type SyncLog } from './sync-log.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'leases' | 'queue' | 'microsoft365' | 'clock' | 'log'> & {
  trail: Pick<Trail, 'recordOutbox'>;
};
type Sync = Dependencies & { progress: DirectoryProgressStore; syncLog: SyncLog };

/** Five thousand tenants a day are four a minute; the others are for catching up after a standstill. */
const tenantsAMinute = 20;
const leaseForMs = 10 * 60_000;

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

const send = ({ queue }: Sync, tenantId: string, delayMs = 0) =>
  queue.send('upkeep', { kind: 'directory-sync', tenantId }, delayMs);

async function request(sync: Sync, tenantId: string, by: string): Promise<TenantRecord | null> {
  const { tenants, trail, clock } = sync;
  const at = clock.now();
  let isNew = false;
  const tenant = await changeAndSeal(trail, tenants, tenantId, (current): TenantRecord => {
    isNew = !isUnderWay(current.directorySync);
    if (!isNew) return current;
    const entry = { eventType: 'directory_sync_requested', user: by, target: current.name, tenantId } as const;
    const asked = { ...current, directorySync: queued(at), directorySyncDueAt: after(at, claimMs) };
    return withEntry(asked, { ...entry, details: {} }, at);
  });
  if (!tenant) return null;
  if (isNew) await send(sync, tenantId);
  return tenant;
}

async function sweep(sync: Sync): Promise<number> {
  const now = sync.clock.now();
  const claim = (tenant: TenantRecord): TenantRecord => ({
    ...tenant,
    directorySync: isUnderWay(tenant.directorySync) ? tenant.directorySync : queued(now),
    directorySyncDueAt: after(now, claimMs),
  });
  let sent = 0;
  const due = sync.tenants.due(everyTenant, 'directorySyncDueAt', { now, limit: tenantsAMinute, claim });
  for await (const { id } of due) {
    await send(sync, id);
    sent += 1;
  }
  return sent;
}

/** Begins the run that was queued, or resumes the one that a worker left; null where there is nothing to do. */
async function begin({ tenants, syncLog, clock }: Sync, tenantId: string) {
  const now = clock.now();
  const tenant = await update(tenants, tenantId, (current): TenantRecord => {
    const sync = current.directorySync;
    if (!isUnderWay(sync)) return current;
    const startedAt = sync.startedAt ?? now.toISOString();
    return {
      ...current,
      directorySyncDueAt: after(now, claimMs),
      directorySync: { ...sync, state: 'running', startedAt, attempts: sync.attempts + 1 },
    };
  });
  const sync = tenant?.directorySync;
  if (!tenant || !isUnderWay(sync) || sync.startedAt === null) return null;
  const run: Run = { tenantId, startedAt: sync.startedAt, isSimulated: tenant.isMock };
  await syncLog.begin(run);
  return { tenant, run, attempts: sync.attempts };
}

/** Whether the run is still this worker's: its lease holds, and nobody has called the run off. */
async function isOurs({ tenants }: Sync, lease: Lease, { tenantId, startedAt, isSimulated }: Run): Promise<boolean> {
  if (!(await lease.isHeld())) return false;
  const current = (await tenants.get(tenantId))?.value;
  const isSameRun = current?.directorySync?.state === 'running' && current.directorySync.startedAt === startedAt;
  return isSameRun && current.isMock === isSimulated;
}

async function work(sync: Sync, tenantId: string): Promise<void> {
  const { leases, clock } = sync;
  const leaseKey = `directory-${tenantId}`;
  const lease = await acquireLease(leases, leaseKey, { clock, forMs: leaseForMs });
  // The lease may be that of a worker that has just died, even after the run's end: the message comes again when it would have run out.
  if (!lease) return send(sync, tenantId, (await leaseHeldForMs(leases, leaseKey, clock)) + 1000);
  let outcome: RunOutcome;
  try {
    const begun = await begin(sync, tenantId);
    if (!begun) return;
    const { tenant, run, attempts } = begun;
    outcome =
      attempts > maxAttempts
        ? await givenUp(sync, run)
        : await runDirectory(sync, run, tenant, () => isOurs(sync, lease, run));
    if (outcome.kind !== 'lost') await endRun(sync, run, outcome);
  } finally {
    await lease.release();
  }
  if (outcome.kind === 'unfinished') await send(sync, tenantId);
}

/** The accounts of the tenants' directories, read once a day and when somebody asks. */
export function createDirectorySync(dependencies: Dependencies & { syncLogs: SyncLogStore; blobs: Blobs }) {
  const { syncLogs, blobs } = dependencies;
  const sync: Sync = { ...dependencies, progress: createDirectoryProgress(blobs), syncLog: createSyncLog(syncLogs) };
  return {
    /** Begins a synchronization unless one is under way, whoever asks and however often. */
    request: (tenantId: string, by: string) => request(sync, tenantId, by),

    /** Puts tenants that are due into the queue, the most overdue first. Several processes may do so at once. */
    sweep: () => sweep(sync),

    /** Works one message. Delivered twice, late or after a crash, it does the work once. */
    work: (tenantId: string) => work(sync, tenantId),
  };
}

export type DirectorySyncService = ReturnType<typeof createDirectorySync>;
