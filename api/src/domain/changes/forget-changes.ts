import { type Changeable, every, update } from '../../ports/collection.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { recentIdOf } from './recent-changes.ts';

/** Deletes what a scan found to have changed, once its audit is deleted. Done again, there is nothing left to do. */
export async function forgetChangesOf(
  tenants: Changeable<TenantRecord>,
  { tenant, changes }: TenantRecords,
  scanLogId: string,
): Promise<void> {
  const gone = await every(changes, { where: [{ field: 'scanLogId', op: 'eq', value: scanLogId }] });
  if (gone.length === 0) return;
  const ids = new Set(gone.map(({ id }) => recentIdOf(id)));
  await update(tenants, tenant.id, (stored) => {
    const known = stored.recentChanges ?? [];
    const left = known.filter(({ id }) => !ids.has(recentIdOf(id)));
    return left.length === known.length ? stored : { ...stored, recentChanges: left };
  });
  for (const { id } of gone) await changes.delete(id);
}
