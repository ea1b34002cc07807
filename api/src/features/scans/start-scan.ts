import { settleOutbox } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { planAtStart } from '../../domain/scan-plan/scan-plan.ts';
import { AppError } from '../../http/app-error.ts';
import { type Changeable, createOnce, update } from '../../ports/collection.ts';
import { hasEnded, type ScanRecord } from '../../store/scans.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { type CancelDependencies, cancelIfPossible } from './cancel-scan.ts';
import { newScan, type Starter, schedule } from './new-scan.ts';

export type StartDependencies = CancelDependencies &
  Pick<CommonParts, 'queue' | 'activityLog'> & {
    tenants: Changeable<TenantRecord>;
  };

/** Registered but never written (its process died in between): after this long it may be replaced. */
const orphanAfterMs = 30_000;

/** The scan that the tenant's registration names; null after an orphaned registration was removed. */
async function joined(
  { activeScans, clock }: StartDependencies,
  { tenant, scans }: TenantRecords,
  scanLogId: string,
): Promise<ScanRecord | null> {
  const running = await scans.get(scanLogId);
  if (running && !hasEnded(running.value)) return running.value;
  const entity = await activeScans.find(tenant.id);
  const ageMs = entity ? clock.now().getTime() - Date.parse(entity.createdAt) : Number.POSITIVE_INFINITY;
  if (!running && ageMs < orphanAfterMs) {
    throw new AppError('CONFLICT', 'A scan of this tenant is being started. Try again in a moment.');
  }
  await activeScans.end(tenant.id, scanLogId);
  return null;
}

/** Registers the scan. @returns the scan that runs already, where there is one */
async function register(
  dependencies: StartDependencies,
  tenant: TenantRecords,
  scan: ScanRecord,
): Promise<ScanRecord | null> {
  for (;;) {
    const present = await dependencies.activeScans.begin(tenant.tenant.id, scan.id);
    if (present === null) return null;
    const running = await joined(dependencies, tenant, present);
    if (running) return running;
  }
}

/** Somebody else's scan counts for the run too, unless it counts for another one. */
async function joinedToRun({ scans }: TenantRecords, running: ScanRecord, runId: string): Promise<ScanRecord> {
  const joined = await update(scans, running.id, (scan) => (scan.runId === null ? { ...scan, runId } : scan));
  return joined ?? running;
}

/** The scan that an earlier delivery of the same message has begun. */
async function begunBefore({ activeScans }: StartDependencies, { tenant, scans }: TenantRecords, scanLogId: string) {
  const present = await scans.get(scanLogId);
  if (!present) throw new Error(`The scan ${scanLogId} exists and cannot be read`);
  if (hasEnded(present.value)) await activeScans.end(tenant.id, scanLogId);
  return present.value;
}

/**
 * Plans the tenant's next scan before a worker knows of this one, so that the plan at its end comes later and stands. The same
 * write finds out whether the tenant still has the mode that the scan is for: whoever changes the mode cancels registered scans
 * afterwards.
 */
async function planOnTenant(dependencies: StartDependencies, tenant: TenantRecords, scan: ScanRecord): Promise<void> {
  const { id, isMock } = tenant.tenant;
  const sameMode = (current: TenantRecords['tenant']) => !current.purgingSince && current.isMock === isMock;
  const stored = await update(dependencies.tenants, id, (current) =>
    sameMode(current) ? planAtStart(current, new Date(scan.timestamp)) : current,
  );
  if (stored && sameMode(stored)) return;
  await cancelIfPossible(dependencies, tenant, scan.id, { name: 'the tenant changed its mode', user: 'system' });
  if (!stored) {
    // It was offboarded meanwhile: nothing of it may be left.
    await tenant.scans.delete(scan.id);
    throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
  }
  throw new AppError('CONFLICT', 'This tenant is switching between live and simulated data. Try again in a minute.');
}

/**
 * Starts a scan of the tenant, or finds the one that runs.
 * @param runId begun once for each tenant and run, however often this is called
 * @throws AppError CONFLICT where one is just being started, or where the tenant changes between live and simulated;
 *   TENANT_NOT_FOUND where it is offboarded at this moment
 */
export async function beginScan(
  dependencies: StartDependencies,
  tenant: TenantRecords,
  initiator: Starter,
  runId: string | null = null,
): Promise<ScanRecord> {
  const { queue, trail, activityLog, clock } = dependencies;
  const scan = newScan(tenant.tenant, initiator, runId, clock.now());
  const running = await register(dependencies, tenant, scan);
  if (running) return runId === null ? running : joinedToRun(tenant, running, runId);
  const created = await createOnce(tenant.scans, scan);
  if (!created) return begunBefore(dependencies, tenant, scan.id);
  await planOnTenant(dependencies, tenant, scan);
  await queue.send('scan-work', { tenantId: tenant.tenant.id, scanLogId: scan.id });
  await settleOutbox(tenant.scans, scan, trail, created.etag);
  const byUser = initiator !== schedule;
  await activityLog.add({
    type: byUser ? 'user' : 'system',
    message: byUser ? `${initiator.name} started a scan` : 'A scheduled scan was started',
    tenantId: tenant.tenant.id,
    eventType: 'scan_triggered',
    target: tenant.tenant.name,
    user: byUser ? initiator.name : 'system',
    details: { scanLogId: scan.id },
  });
  return scan;
}
