import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { hasEnded, type ScanRecord } from '../../store/scans.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { ActiveScans } from './active-scans.ts';
import type { Initiator } from './new-scan.ts';

export type CancelDependencies = { activeScans: ActiveScans; trail: Trail; clock: Clock };

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
    errorMessage: by.user === 'system' ? `Canceled: ${by.name}` : `Canceled by ${by.name}`,
  };
  return withEntry(ended, entry, now);
}

/** @returns the scan as it is afterwards: cancelled, or as it was where it no longer can be; null where there is none */
export async function cancelIfPossible(
  { activeScans, trail, clock }: CancelDependencies,
  tenant: TenantRecords,
  scanLogId: string,
  by: Initiator,
): Promise<ScanRecord | null> {
  const changed = await update(tenant.scans, scanLogId, (scan) =>
    hasEnded(scan) || scan.savingSince !== null ? scan : cancelled(scan, tenant.tenant, by, clock.now()),
  );
  if (changed?.status !== 'cancelled') return changed;
  // The worker renews its lease, finds the registration gone and stops.
  await activeScans.end(tenant.tenant.id, scanLogId);
  await settleOutbox(tenant.scans, changed, trail);
  return changed;
}

/**
 * Cancels what runs of a tenant of which no new scan starts any more.
 * @returns false while a scan saves its results, or is just being started
 */
export async function cancelAll(
  dependencies: CancelDependencies,
  tenant: TenantRecords,
  because: string,
): Promise<boolean> {
  const { items } = await tenant.scans.query({
    where: [{ field: 'status', op: 'in', value: ['queued', 'running'] }],
  });
  for (const { id } of items) {
    const scan = await cancelIfPossible(dependencies, tenant, id, { name: because, user: 'system' });
    if (scan && !hasEnded(scan)) return false;
  }
  return (await dependencies.activeScans.find(tenant.tenant.id)) === null;
}
