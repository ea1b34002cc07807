import type { Clock } from '../../ports/clock.ts';
import { every, update } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/**
 * A request to publish a report was decided: what a schedule holds for it is looked at now. Where this is cut off, it is looked at within
 * the hour (features/report-schedules).
 */
export async function wakeHeldReports(
  { clock }: { clock: Clock },
  place: TenantRecords | null,
  { id, type }: Pick<ApprovalRecord, 'id' | 'type'>,
): Promise<void> {
  if (place === null || type !== 'audit_publish') return;
  const where = [{ field: 'approvalId', op: 'eq', value: id }] as const;
  for (const held of await every(place.reportDeliveries, { where })) {
    const workAt = clock.now().toISOString();
    await update(place.reportDeliveries, held.id, (one) => (one.state === 'held' ? { ...one, workAt } : one));
  }
}
