import type { ScanStarted } from '@tenantry/contract/scans';
import { endedWithin } from '../../domain/deadline/ended-within.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { hasEnded, type ScanRecord } from '../../store/scans.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { cancelAll, cancelIfPossible } from './cancel-scan.ts';
import { type Initiator, initiatorOf, type Starter, schedule, starterOf } from './new-scan.ts';
import { scanView, startedView } from './scan-views.ts';
import { beginScan, type StartDependencies } from './start-scan.ts';

type Dependencies = StartDependencies & {
  /** How long a start waits for the scan to end before it answers that it goes on. */
  answerAfterMs: number;
};

/** The scan as it is when it has ended, or when a start answers. */
const ended = ({ clock, answerAfterMs }: Dependencies, { scans }: TenantRecords, scan: ScanRecord) =>
  endedWithin(scan, {
    clock,
    ms: answerAfterMs,
    read: async () => (await scans.get(scan.id))?.value ?? null,
    hasEnded,
  });

async function found({ scans }: TenantRecords, scanLogId: string): Promise<ScanRecord> {
  const stored = await scans.get(scanLogId);
  if (!stored) throw new AppError('NOT_FOUND', 'There is no such scan.');
  return stored.value;
}

export function createScanService(dependencies: Dependencies) {
  /** Starts a scan, or joins the one that runs. */
  async function start(tenant: TenantRecords, caller: Caller): Promise<ScanStarted> {
    const scan = await beginScan(dependencies, tenant, starterOf(caller));
    return startedView(await ended(dependencies, tenant, scan), tenant.tenant);
  }

  return {
    start,

    /** Starts a scan, or joins the one that runs, and does not wait for its end. */
    begin: (tenant: TenantRecords, caller: Caller) => beginScan(dependencies, tenant, starterOf(caller)),

    /** Starts a scan by the schedule; nobody waits for its end. */
    startScheduled: (tenant: TenantRecords) => beginScan(dependencies, tenant, schedule),

    /** Starts a scan for a run; nobody waits for its end. */
    startForRun: (tenant: TenantRecords, runId: string, initiator: Starter) =>
      beginScan(dependencies, tenant, initiator, runId),

    /** @throws AppError NOT_FOUND */
    get: async (tenant: TenantRecords, scanLogId: string) => scanView(await found(tenant, scanLogId), tenant.tenant),

    /** @throws AppError NOT_FOUND, SCAN_ENDED */
    async cancel(tenant: TenantRecords, scanLogId: string, caller: Caller) {
      const changed = await cancelIfPossible(dependencies, tenant, scanLogId, initiatorOf(caller));
      if (!changed) throw new AppError('NOT_FOUND', 'There is no such scan.');
      if (changed.status !== 'cancelled') {
        const state = hasEnded(changed) ? 'has ended' : 'is already saving its results';
        throw new AppError('SCAN_ENDED', `This scan ${state} and cannot be canceled.`);
      }
      return scanView(changed, tenant.tenant);
    },

    cancelIfPossible: (tenant: TenantRecords, scanLogId: string, by: Initiator) =>
      cancelIfPossible(dependencies, tenant, scanLogId, by),

    /** Cancels what runs of a tenant. False while something goes on that can no longer be cancelled. */
    cancelAll: (tenant: TenantRecords, because: string) => cancelAll(dependencies, tenant, because),

    /** Whether a worker has a scan of the tenant at this moment. */
    isWorkedOn: (tenantId: string) => dependencies.activeScans.isHeld(tenantId),

    /**
     * Ends whatever goes on in a tenant of which nothing is kept, results that are being saved too: its worker finds its lease
     * gone when it renews it, and stops.
     */
    async endAll(tenant: TenantRecords, because: string): Promise<void> {
      await cancelAll(dependencies, tenant, because);
      const { id } = tenant.tenant;
      const active = await dependencies.activeScans.find(id);
      if (active) await dependencies.activeScans.end(id, active.scanLogId);
    },

    /** @throws AppError NOT_FOUND, CONFLICT where the scan did not fail and was not cancelled */
    async retry(tenant: TenantRecords, scanLogId: string, caller: Caller): Promise<ScanStarted> {
      const scan = await found(tenant, scanLogId);
      if (scan.status !== 'failed' && scan.status !== 'cancelled') {
        throw new AppError('CONFLICT', 'Only a scan that failed or was canceled can be retried.');
      }
      return start(tenant, caller);
    },
  };
}

export type ScanService = ReturnType<typeof createScanService>;
