import { emergencyExemptions } from '../../audit/emergency-accounts.ts';
import { type AuditOutcome, evaluateFacts } from '../../audit/evaluate.ts';
import type { Facts } from '../../audit/facts.ts';
import { settleTrail, withTrail } from '../../domain/audit-trail/outbox.ts';
import { planAfterFailure } from '../../domain/scan-plan/scan-plan.ts';
import type { ActivityLog } from '../../ports/activity-log.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import { type RecordStore, update } from '../../ports/collection.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { Trail, TrailEntry } from '../../ports/trail.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { LastSignInStore } from '../../store/last-sign-ins.ts';
import type { ScanRecord } from '../../store/scans.ts';
import { createSettingsArchive } from '../../store/settings-archive.ts';
import { type TenantRecords, tenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { type ActiveScans, type Lease, leaseMs } from './active-scans.ts';
import { forgetOldScans } from './forget-old-scans.ts';
import { createScanCheckpoints } from './scan-checkpoints.ts';
import { createScanCollection } from './scan-collection.ts';
import { saveResults } from './scan-results.ts';
import { hasEnded } from './scan-service.ts';

type Dependencies = {
  store: RecordStore;
  blobs: Blobs;
  queue: WorkQueue;
  activeScans: ActiveScans;
  microsoft365: Microsoft365;
  lastSignIns: LastSignInStore;
  trail: Trail;
  activityLog: ActivityLog;
  clock: Clock;
  log(message: string): void;
};

/** Tries that end in an error of ours. */
const maxAttempts = 5;
/** Tries that end with the process: a scan that kills its worker is not to kill workers for ever. */
const maxTaken = 12;

/** The worker lost its scan: cancelled, or taken over after its lease ran out. Nothing more is written. */
class ScanLostError extends Error {}

/** Works one message of the queue. Delivered twice, late or after a crash, it does the work once. */
export function createScanWorker(dependencies: Dependencies) {
  const { store, blobs, queue, activeScans, microsoft365, lastSignIns, trail, activityLog, clock, log } = dependencies;
  const tenants = store.partition<TenantRecord>(containers.tenants, globalPartition);
  const archive = createSettingsArchive(blobs);
  const collect = createScanCollection({ microsoft365, lastSignIns, archive, clock });

  /** Ends the scan, once, with its entry in the trail. */
  async function end(
    tenant: TenantRecords,
    scanLogId: string,
    change: Partial<ScanRecord>,
    trailed: Pick<TrailEntry, 'eventType' | 'details'>,
  ): Promise<void> {
    const at = clock.now();
    const { name: target, id: tenantId } = tenant.tenant;
    const entry = { user: 'system', target, tenantId, ...trailed };
    const ended = await update(tenant.scans, scanLogId, (scan): ScanRecord => {
      if (hasEnded(scan)) return scan;
      const durationMs = at.getTime() - Date.parse(scan.timestamp);
      return withTrail({ ...scan, ...change, completedAt: at.toISOString(), durationMs }, entry, at);
    });
    if (ended) await settleTrail(tenant.scans, ended, trail);
  }

  async function fail(tenant: TenantRecords, scanLogId: string, errorMessage: string): Promise<void> {
    const entry = { eventType: 'scan_failed', details: { scanLogId, errorMessage } } as const;
    await end(tenant, scanLogId, { status: 'failed', errorMessage }, entry);
    const { name, id: tenantId } = tenant.tenant;
    await update(tenants, tenantId, (stored) => planAfterFailure(stored, clock.now()));
    await activityLog.add({ type: 'warning', message: `Scan of ${name} failed: ${errorMessage}`, tenantId });
  }

  async function complete(
    tenant: TenantRecords,
    scan: ScanRecord,
    outcome: AuditOutcome,
    facts: Facts,
    graphCalls: number,
    signal: AbortSignal,
  ) {
    // From here on the scan can no longer be cancelled: all of it is written, or a worker that takes it up writes the rest.
    const saving = await update(
      tenant.scans,
      scan.id,
      (stored): ScanRecord =>
        hasEnded(stored) ? stored : { ...stored, savingSince: stored.savingSince ?? clock.now().toISOString() },
    );
    if (!saving || hasEnded(saving)) throw new ScanLostError();
    const { m365TenantId: entraTenantId, isMock: isSimulated } = tenant.tenant;
    const clientId = await microsoft365.clientId({ entraTenantId, isSimulated });
    const saved = await saveResults({ store, trail, tenant, scan, outcome, facts, clientId, now: clock.now(), signal });
    await archive.keep(scan, facts);
    await archive.clean(scan.tenantId, clock.now());
    await forgetOldScans(tenant, clock.now());
    const change: Partial<ScanRecord> = {
      status: 'completed',
      userCount: saved.userCount,
      findingsGenerated: saved.findingsGenerated,
      approvalsCreated: saved.approvalsCreated,
      score: outcome.score,
      coverage: outcome.coverage,
      graphCalls: saving.graphCalls + graphCalls,
    };
    const details = { scanLogId: scan.id, score: outcome.score, findings: saved.findingsGenerated };
    await end(tenant, scan.id, change, { eventType: 'scan_completed', details });
    const { name, id: tenantId } = tenant.tenant;
    const { evaluated, applicable } = outcome.coverage;
    const score = outcome.score === null ? 'no score' : `score ${outcome.score}/100`;
    await activityLog.add({
      type: 'api',
      message: `Scan of ${name} completed: ${score}, ${evaluated} of ${applicable} checks, ${saved.findingsGenerated} findings`,
      tenantId,
    });
  }

  async function work(tenant: TenantRecords, scan: ScanRecord, signal: AbortSignal): Promise<void> {
    const checkpoints = createScanCheckpoints(blobs, scan, clock);
    const { facts, graphCalls } = await collect(tenant, scan, checkpoints, signal);
    signal.throwIfAborted();
    // The last sign-ins may be of another day.
    const { signInActivity: _stored, ...read } = facts;
    const answered = Object.values(read).filter((result) => result.state === 'ok');
    if (answered.length === 0) {
      const [first] = Object.values(facts).flatMap((result) => (result.state === 'failed' ? [result] : []));
      const code = `${first?.status} ${first?.code}`.trim();
      const why = first ? `${first.message || 'no reason was given'} (${code})` : 'nothing was collected';
      await fail(tenant, scan.id, `Microsoft Graph gave no data: ${why}`);
    } else {
      const now = new Date(scan.timestamp);
      const exemptions = emergencyExemptions(tenant.tenant.emergencyAccounts, now);
      const outcome = evaluateFacts(facts, { now, exemptions });
      await complete(tenant, scan, outcome, facts, graphCalls, signal);
    }
    await checkpoints.clear();
  }

  /** Renews the lease while the scan runs, and stops the scan when the lease is lost. */
  async function underLease(lease: Lease, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    const renewal = setInterval(() => {
      lease.renew().then(
        (held) => {
          if (!held) controller.abort(new ScanLostError());
        },
        (error: unknown) => log(`A lease could not be renewed, trying again: ${error}`),
      );
    }, leaseMs / 4);
    try {
      await run(controller.signal);
    } finally {
      clearInterval(renewal);
    }
  }

  const isOfItsWorld = ({ tenant }: TenantRecords, { scanType }: ScanRecord) =>
    (scanType === 'simulated') === tenant.isMock;

  async function begin(
    tenantId: string,
    scanLogId: string,
  ): Promise<{ tenant: TenantRecords; scan: ScanRecord } | null> {
    const stored = await tenants.get(tenantId);
    if (!stored) return null;
    const tenant = tenantRecords(store, stored.value);
    const scan = await update(
      tenant.scans,
      scanLogId,
      (value): ScanRecord =>
        hasEnded(value) || !isOfItsWorld(tenant, value)
          ? value
          : { ...value, status: 'running', attempts: value.attempts + 1 },
    );
    if (!scan) return null;
    await settleTrail(tenant.scans, scan, trail);
    if (!hasEnded(scan) && !isOfItsWorld(tenant, scan)) {
      // It is of what the tenant was before it went live, or was simulated.
      const errorMessage = 'Cancelled: the tenant went live or was simulated meanwhile';
      const entry = { eventType: 'scan_cancelled', details: { scanLogId } } as const;
      await end(tenant, scanLogId, { status: 'cancelled', errorMessage }, entry);
      return null;
    }
    if (!hasEnded(scan)) return { tenant, scan };
    // Its worker died after the last record and before it had cleared up.
    await clearUp(scan);
    return null;
  }

  /** What a scan that has ended kept for the case of its worker's death. */
  const clearUp = (scan: ScanRecord) =>
    createScanCheckpoints(blobs, { ...scan, attempts: scan.attempts + 1 }, clock).clear();

  /** Cancelled under way: whoever took it over instead needs what is kept. */
  async function clearUpWhereEnded({ tenant, scan }: { tenant: TenantRecords; scan: ScanRecord }): Promise<void> {
    const stored = await tenant.scans.get(scan.id);
    if (stored && hasEnded(stored.value)) await clearUp(stored.value);
  }

  return {
    async work(message: { tenantId: string; scanLogId: string }): Promise<void> {
      const { tenantId, scanLogId } = message;
      const lease = await activeScans.acquire(tenantId, scanLogId);
      if (!lease) return;
      let begun: Awaited<ReturnType<typeof begin>> = null;
      try {
        begun = await begin(tenantId, scanLogId);
        if (begun && begun.scan.attempts > maxTaken) {
          await fail(
            begun.tenant,
            scanLogId,
            `Its worker ended ${maxTaken} times without a result. The log of the service says why.`,
          );
        } else if (begun) {
          const { tenant, scan } = begun;
          await underLease(lease, (signal) => work(tenant, scan, signal));
        }
        await activeScans.end(tenantId, scanLogId);
      } catch (error) {
        if (error instanceof ScanLostError) {
          if (begun) await clearUpWhereEnded(begun);
          return;
        }
        log(`Scan ${scanLogId} broke off: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
        if (begun && begun.scan.attempts >= maxAttempts) {
          await fail(begun.tenant, scanLogId, `It broke off ${maxAttempts} times. The log of the service says why.`);
          await activeScans.end(tenantId, scanLogId);
          return;
        }
        await lease.release();
        await queue.send('scan-work', { tenantId, scanLogId }, 5000 * 2 ** (begun?.scan.attempts ?? 1));
      }
    },

    /** Puts scans whose worker died, or whose message was lost, into the queue again: called each minute and at the start. */
    async takeUp(): Promise<void> {
      for await (const { tenantId, scanLogId, delayMs } of activeScans.toSend()) {
        await queue.send('scan-work', { tenantId, scanLogId }, delayMs);
      }
    },
  };
}
