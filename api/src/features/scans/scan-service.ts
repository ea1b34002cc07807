import { tenantRecordId } from '@tenantry/contract/ids';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { datasetNames } from '../../audit/datasets.ts';
import { nothingPending, settleTrail, withTrail } from '../../domain/audit-trail/outbox.ts';
import { planAtStart } from '../../domain/scan-plan/scan-plan.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { ActivityLog } from '../../ports/activity-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { RecordExistsError, type RecordStore, update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { ActiveScans } from './active-scans.ts';

type Dependencies = {
  store: RecordStore;
  activeScans: ActiveScans;
  queue: WorkQueue;
  trail: Trail;
  activityLog: ActivityLog;
  clock: Clock;
  /** How long a start waits for the scan to end before it answers that it goes on. */
  answerAfterMs: number;
};

export const hasEnded = (scan: Pick<ScanRecord, 'status'>) =>
  scan.status === 'completed' || scan.status === 'failed' || scan.status === 'cancelled';

/** Registered but never written (its process died in between): after this long it may be replaced. */
const orphanAfterMs = 30_000;
const pollEveryMs = 200;

export type ScanService = {
  /** Starts a scan, or joins the one that runs. */
  start(tenant: TenantRecords, caller: Caller): Promise<ScanStarted>;
  /** The same without anybody who waits for it. @throws AppError CONFLICT where one is just being started */
  startScheduled(tenant: TenantRecords): Promise<void>;
  /** The same for a run: begun once for each tenant and run, however often this is called. */
  startForRun(tenant: TenantRecords, runId: string, initiator: Initiator): Promise<ScanRecord>;
  /** @throws AppError NOT_FOUND */
  get(tenant: TenantRecords, scanLogId: string): Promise<ScanRecord>;
  /** @throws AppError NOT_FOUND, SCAN_ENDED */
  cancel(tenant: TenantRecords, scanLogId: string, caller: Caller): Promise<ScanRecord>;
  /** The scan as it is afterwards: cancelled, or as it was where it can no longer be; null where there is none. */
  cancelIfItCan(tenant: TenantRecords, scanLogId: string, by: Initiator): Promise<ScanRecord | null>;
  /** Cancels what runs of a tenant that no scan starts of any more. False while a scan saves its results, or just begins. */
  stopAll(tenant: TenantRecords, because: string): Promise<boolean>;
  /** @throws AppError NOT_FOUND, CONFLICT where the scan did not fail and was not cancelled */
  retry(tenant: TenantRecords, scanLogId: string, caller: Caller): Promise<ScanStarted>;
};

/** Who asks for a scan: a user, or the schedule. `user`: as the trail names them. */
export type Initiator = { name: string; user: string };

const schedule: Initiator = { name: 'schedule', user: 'system' };
export const initiatorOf = (caller: Caller): Initiator => ({ name: caller.name, user: caller.user.username });

function newScan(tenant: TenantRecord, initiator: Initiator, runId: string | null, now: Date): ScanRecord {
  return {
    id: tenantRecordId(tenant.id, `scan-${runId ?? crypto.randomUUID()}`),
    tenantId: tenant.id,
    runId,
    scanType: tenant.isMock ? 'simulated' : 'live_graph',
    status: 'queued',
    initiatedBy: initiator.name,
    timestamp: now.toISOString(),
    completedAt: null,
    durationMs: null,
    datasets: Object.fromEntries(datasetNames.map((name) => [name, 'waiting' as const])),
    userCount: null,
    findingsGenerated: null,
    approvalsCreated: null,
    score: null,
    coverage: null,
    graphCalls: 0,
    attempts: 0,
    savingSince: null,
    errorMessage: null,
    ...nothingPending,
  };
}

function triggered(scan: ScanRecord, tenant: TenantRecord, initiator: Initiator, now: Date): ScanRecord {
  const details = { scanLogId: scan.id, scanType: scan.scanType, initiatedBy: initiator.name };
  const entry = {
    eventType: 'scan_triggered',
    user: initiator.user,
    target: tenant.name,
    tenantId: tenant.id,
    details,
  } as const;
  return withTrail(scan, entry, now);
}

/** @param by.name as the scan tells it: who cancelled it, or why it was */
function cancelled(scan: ScanRecord, tenant: TenantRecord, by: Initiator, now: Date): ScanRecord {
  const entry = {
    eventType: 'scan_cancelled',
    user: by.user,
    target: tenant.name,
    tenantId: tenant.id,
    details: { scanLogId: scan.id },
  } as const;
  const ended: ScanRecord = {
    ...scan,
    status: 'cancelled',
    completedAt: now.toISOString(),
    durationMs: now.getTime() - Date.parse(scan.timestamp),
    errorMessage: by.user === 'system' ? `Cancelled: ${by.name}` : `Cancelled by ${by.name}`,
  };
  return withTrail(ended, entry, now);
}

export function scanView(scan: ScanRecord, tenant: TenantRecord): Scan {
  const datasets = Object.entries(scan.datasets).map(([name, state]) => ({ name, state }));
  return {
    scanLogId: scan.id,
    tenantId: scan.tenantId,
    tenantName: tenant.name,
    status: scan.status,
    startedAt: scan.timestamp,
    completedAt: scan.completedAt,
    progress: { done: datasets.filter((one) => one.state !== 'waiting').length, total: datasets.length, datasets },
    userCount: scan.userCount,
    findingsGenerated: scan.findingsGenerated,
    approvalsCreated: scan.approvalsCreated,
    score: scan.score,
    coverage: scan.coverage,
    duration: scan.durationMs,
    errorMessage: scan.errorMessage,
  };
}

function startedView(scan: ScanRecord, tenant: TenantRecord): ScanStarted {
  const { id: scanLogId, status } = scan;
  const message = {
    queued: `Scan started for ${tenant.name}`,
    running: `Scan running for ${tenant.name}`,
    completed: `Scan completed for ${tenant.name}`,
    failed: scan.errorMessage ?? `The scan of ${tenant.name} failed`,
    cancelled: `The scan of ${tenant.name} was cancelled`,
  }[status];
  if (status !== 'completed') return { message, scanLogId, status };
  return {
    message,
    scanLogId,
    status,
    data: {
      tenantName: tenant.name,
      userCount: scan.userCount,
      findingsGenerated: scan.findingsGenerated ?? 0,
      approvalsCreated: scan.approvalsCreated ?? 0,
      duration: scan.durationMs ?? 0,
      scanLogId,
    },
  };
}

export function createScanService(dependencies: Dependencies): ScanService {
  const { store, activeScans, queue, trail, activityLog, clock, answerAfterMs } = dependencies;
  const tenants = store.partition<TenantRecord>(containers.tenants, globalPartition);

  async function ended(tenant: TenantRecords, scan: ScanRecord): Promise<ScanRecord> {
    const deadline = clock.now().getTime() + answerAfterMs;
    let current = scan;
    while (!hasEnded(current) && clock.now().getTime() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
      current = (await tenant.scans.get(scan.id))?.value ?? current;
    }
    return current;
  }

  /** The scan that the tenant's registration names; null after an orphaned registration was removed. */
  async function joined(tenant: TenantRecords, scanLogId: string): Promise<ScanRecord | null> {
    const running = await tenant.scans.get(scanLogId);
    if (running && !hasEnded(running.value)) return running.value;
    const entity = await activeScans.find(tenant.tenant.id);
    const ageMs = entity ? clock.now().getTime() - Date.parse(entity.createdAt) : Number.POSITIVE_INFINITY;
    if (!running && ageMs < orphanAfterMs) {
      throw new AppError('CONFLICT', 'A scan of this tenant is just being started. Try again in a moment.');
    }
    await activeScans.end(tenant.tenant.id, scanLogId);
    return null;
  }

  /** The scan of this run, where an earlier try has begun it; else null, and it is there from now on. */
  async function begunBefore(tenant: TenantRecords, scan: ScanRecord): Promise<ScanRecord | null> {
    try {
      await tenant.scans.create(scan);
      return null;
    } catch (error) {
      if (!(error instanceof RecordExistsError)) throw error;
    }
    const present = await get(tenant, scan.id);
    if (hasEnded(present)) await activeScans.end(tenant.tenant.id, scan.id);
    return present;
  }

  /** Somebody else's scan counts for the run too, unless it counts for another one. */
  async function joinedToRun(tenant: TenantRecords, running: ScanRecord, runId: string): Promise<ScanRecord> {
    const joined = await update(tenant.scans, running.id, (scan) => (scan.runId === null ? { ...scan, runId } : scan));
    return joined ?? running;
  }

  /** Whether the tenant is still what the scan is for: read once the scan is registered, so that a change after it sees it. */
  async function checkSameWorld(tenant: TenantRecord, scanLogId: string): Promise<void> {
    const stored = (await tenants.get(tenant.id))?.value;
    if (stored && !stored.purgingSince && stored.isMock === tenant.isMock) return;
    await activeScans.end(tenant.id, scanLogId);
    throw new AppError('CONFLICT', 'This tenant is just going live or being simulated. Try again in a minute.');
  }

  /** Starts a scan, or finds the one that runs. */
  async function begin(tenant: TenantRecords, initiator: Initiator, runId: string | null = null): Promise<ScanRecord> {
    const now = clock.now();
    const scan = triggered(newScan(tenant.tenant, initiator, runId, now), tenant.tenant, initiator, now);
    for (;;) {
      const present = await activeScans.begin(tenant.tenant.id, scan.id);
      if (present === null) break;
      const running = await joined(tenant, present);
      if (running) return runId === null ? running : joinedToRun(tenant, running, runId);
    }
    await checkSameWorld(tenant.tenant, scan.id);
    const present = runId === null ? null : await begunBefore(tenant, scan);
    if (present) return present;
    if (runId === null) await tenant.scans.create(scan);
    // Before a worker knows of it: what the worker plans at the end is later.
    await update(tenants, tenant.tenant.id, (stored) => planAtStart(stored, now));
    await queue.send('scan-work', { tenantId: tenant.tenant.id, scanLogId: scan.id });
    await settleTrail(tenant.scans, scan, trail);
    const byUser = initiator !== schedule;
    await activityLog.add({
      type: byUser ? 'user' : 'system',
      message: byUser ? `${initiator.name} started a scan` : 'A scheduled scan was started',
      tenantId: tenant.tenant.id,
    });
    return scan;
  }

  async function start(tenant: TenantRecords, caller: Caller): Promise<ScanStarted> {
    const scan = await begin(tenant, initiatorOf(caller));
    return startedView(await ended(tenant, scan), tenant.tenant);
  }

  async function get(tenant: TenantRecords, scanLogId: string): Promise<ScanRecord> {
    const stored = await tenant.scans.get(scanLogId);
    if (!stored) throw new AppError('NOT_FOUND', 'There is no such scan.');
    return stored.value;
  }

  async function cancelIfItCan(tenant: TenantRecords, scanLogId: string, by: Initiator): Promise<ScanRecord | null> {
    const changed = await update(tenant.scans, scanLogId, (scan) =>
      hasEnded(scan) || scan.savingSince !== null ? scan : cancelled(scan, tenant.tenant, by, clock.now()),
    );
    if (changed?.status !== 'cancelled') return changed;
    // The worker finds its registration gone at its next look and stops.
    await activeScans.end(tenant.tenant.id, scanLogId);
    await settleTrail(tenant.scans, changed, trail);
    return changed;
  }
  return {
    start,
    get,

    async startScheduled(tenant) {
      await begin(tenant, schedule);
    },

    startForRun: (tenant, runId, initiator) => begin(tenant, initiator, runId),

    async cancel(tenant, scanLogId, caller) {
      const changed = await cancelIfItCan(tenant, scanLogId, initiatorOf(caller));
      if (!changed) throw new AppError('NOT_FOUND', 'There is no such scan.');
      if (changed.status !== 'cancelled') {
        const state = hasEnded(changed) ? 'has ended' : 'is already saving its results';
        throw new AppError('SCAN_ENDED', `This scan ${state} and cannot be cancelled.`);
      }
      return changed;
    },

    cancelIfItCan,

    async stopAll(tenant, because) {
      const { items } = await tenant.scans.query({
        where: [{ field: 'status', op: 'in', value: ['queued', 'running'] }],
      });
      for (const { id } of items) {
        const scan = await cancelIfItCan(tenant, id, { name: because, user: 'system' });
        if (scan && !hasEnded(scan)) return false;
      }
      return (await activeScans.find(tenant.tenant.id)) === null;
    },

    async retry(tenant, scanLogId, caller) {
      const scan = await get(tenant, scanLogId);
      if (scan.status !== 'failed' && scan.status !== 'cancelled') {
        throw new AppError('CONFLICT', 'Only a scan that failed or was cancelled can be retried.');
      }
      return start(tenant, caller);
    },
  };
}
