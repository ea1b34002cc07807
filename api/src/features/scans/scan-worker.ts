import { emergencyExemptions } from '../../audit/checks/emergency-accounts.ts';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { changeAndSeal } from '../../domain/audit-trail/outbox.ts';
import { underLease } from '../../domain/lease/under-lease.ts';
import { askAfterScan, forgetDisputesOfScan } from '../../domain/microsoft-answers/ask-at-scan.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { ConfigurationCollection } from '../../domain/tenant-configuration/configuration-collection.ts';
import { hasEnded, type ScanRecord } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { type ActiveScans, type Lease, leaseMs } from './active-scans.ts';
import {
  completeScan,
  type EndDependencies,
  endForChangedMode,
  failScan,
  noteFailed,
  ScanLostError,
} from './end-scan.ts';
import { createScanCheckpoints } from './scan-checkpoints.ts';
import { collectForScan } from './scan-collection.ts';
import { isUnread } from './scan-failure.ts';

type Dependencies = EndDependencies &
  Pick<CommonParts, 'tenants' | 'blobs' | 'queue' | 'lastSignIns' | 'log' | 'systemConfig'> & {
    activeScans: ActiveScans;
    configurationCollection: ConfigurationCollection;
  };

type Begun = { tenant: TenantRecords; scan: ScanRecord };

/** After so many tries that ended in an error of our own code the scan fails. */
const maxAttempts = 5;
/** After so many tries in all it fails too: a scan that kills its worker must not do so for ever. */
const maxTaken = 12;

const isOfSameMode = ({ tenant }: TenantRecords, { scanType }: ScanRecord) =>
  (scanType === 'simulated') === tenant.isMock;

/** Deletes the checkpoints of a scan that has ended. */
const clearCheckpoints = ({ blobs, clock }: Dependencies, scan: ScanRecord) =>
  createScanCheckpoints(blobs, { ...scan, attempts: scan.attempts + 1 }, clock).clear();

/** Begins or resumes the scan. @returns null where there is nothing to do, or no longer */
async function begin(dependencies: Dependencies, tenantId: string, scanLogId: string): Promise<Begun | null> {
  const tenant = await dependencies.tenants.open(everyTenant, tenantId);
  if (!tenant) return null;
  const scan = await changeAndSeal(
    dependencies.trail,
    tenant.scans,
    scanLogId,
    (value): ScanRecord =>
      hasEnded(value) || !isOfSameMode(tenant, value)
        ? value
        : { ...value, status: 'running', attempts: value.attempts + 1 },
  );
  if (!scan) return null;
  if (!hasEnded(scan) && !isOfSameMode(tenant, scan)) {
    await endForChangedMode(dependencies, tenant, scanLogId);
    return null;
  }
  if (!hasEnded(scan)) return { tenant, scan };
  // Its worker died after the last record and before it had cleared up.
  await noteFailed(dependencies, tenant, scan);
  if (scan.status === 'completed') await forgetDisputesOfScan(tenant, scan);
  await clearCheckpoints(dependencies, scan);
  return null;
}

async function scanTenant(dependencies: Dependencies, { tenant, scan }: Begun, signal: AbortSignal): Promise<void> {
  const { blobs, clock } = dependencies;
  const checkpoints = createScanCheckpoints(blobs, scan, clock);
  const { facts, graphCalls } = await collectForScan(dependencies, { tenant, scan, checkpoints, signal });
  signal.throwIfAborted();
  if (!isUnread(facts)) {
    const now = new Date(scan.timestamp);
    const exemptions = emergencyExemptions(tenant.tenant.emergencyAccounts, now);
    const outcome = evaluateFacts(facts, { now, exemptions });
    await completeScan(dependencies, tenant, scan, { outcome, facts, exemptions, graphCalls }, signal);
    await askAfterScan(dependencies, tenant, { facts, verdicts: outcome.verdicts, exemptions, now }, signal);
  } else {
    const [first] = Object.values(facts).flatMap((result) => (result.state === 'failed' ? [result] : []));
    const code = `${first?.status} ${first?.code}`.trim();
    const why = first ? `${first.message || 'no reason was given'} (${code})` : 'nothing was collected';
    await failScan(dependencies, tenant, scan.id, `Microsoft Graph gave no data: ${why}`);
  }
  await checkpoints.clear();
}

const underOurs = ({ log }: Dependencies, lease: Lease, run: (signal: AbortSignal) => Promise<void>) =>
  underLease(
    lease,
    {
      everyMs: leaseMs / 4,
      lost: () => new ScanLostError(),
      notRenewed: (error) => log('The lease of a scan was not renewed', { error }),
    },
    run,
  );

/** A cancelled scan needs its checkpoints no more; one that another worker has resumed does. */
async function clearWhereEnded(dependencies: Dependencies, { tenant, scan }: Begun): Promise<void> {
  const stored = await tenant.scans.get(scan.id);
  if (stored && hasEnded(stored.value)) await clearCheckpoints(dependencies, stored.value);
}

/** An error of ours: the scan is requeued, later each time, and fails after some tries. */
async function afterError(
  dependencies: Dependencies,
  { tenantId, scanLogId }: { tenantId: string; scanLogId: string },
  begun: Begun | null,
  lease: Lease,
): Promise<void> {
  if (begun && begun.scan.attempts >= maxAttempts) {
    const message = `It was interrupted ${maxAttempts} times. See the service log.`;
    await failScan(dependencies, begun.tenant, scanLogId, message);
    await dependencies.activeScans.end(tenantId, scanLogId);
    return;
  }
  await lease.release();
  const delayMs = 5000 * 2 ** (begun?.scan.attempts ?? 1);
  await dependencies.queue.send('scan-work', { tenantId, scanLogId }, delayMs);
}

/** Works one message of the queue. Delivered twice, late or after a crash, it does the work once. */
export function createScanWorker(dependencies: Dependencies) {
  const { activeScans, queue, log } = dependencies;
  return {
    async work(message: { tenantId: string; scanLogId: string }): Promise<void> {
      const { tenantId, scanLogId } = message;
      const lease = await activeScans.acquire(tenantId, scanLogId);
      if (!lease) return;
      let begun: Begun | null = null;
      try {
        begun = await begin(dependencies, tenantId, scanLogId);
        if (begun && begun.scan.attempts > maxTaken) {
          const why = `Its worker stopped ${maxTaken} times without a result. See the service log.`;
          await failScan(dependencies, begun.tenant, scanLogId, why);
        } else if (begun) {
          const scan = begun;
          await underOurs(dependencies, lease, (signal) => scanTenant(dependencies, scan, signal));
        }
        await activeScans.end(tenantId, scanLogId);
      } catch (error) {
        if (error instanceof ScanLostError) {
          if (begun) await clearWhereEnded(dependencies, begun);
          return;
        }
        log('The scan broke off', { tenantId, scanId: scanLogId, error });
        await afterError(dependencies, message, begun, lease);
      }
    },

    /** Requeues scans whose worker died, or whose message was lost: called each minute and at the start. */
    async requeue(): Promise<void> {
      for await (const { tenantId, scanLogId, delayMs } of activeScans.toSend()) {
        await queue.send('scan-work', { tenantId, scanLogId }, delayMs);
      }
    },
  };
}

export type ScanWorker = ReturnType<typeof createScanWorker>;
