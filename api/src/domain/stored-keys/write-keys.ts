import { type Changeable, update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantStore } from '../../store/tenant-store.ts';

const writers = 10;

/**
 * Writes records of before again, with what lists are ordered by: at the start, since an order by a field that a record does not have
 * would leave it out, and each minute for those that an earlier version wrote meanwhile. Those of a tenant that is leaving go with
 * it. @returns how many
 */
export async function writeKeys<T extends { id: string; tenantId: string }>(
  left: AsyncGenerator<T>,
  tenants: Pick<TenantStore, 'open'>,
  recordsOf: (tenant: TenantRecords) => Changeable<T>,
): Promise<number> {
  let written = 0;
  const writer = async () => {
    for (let next = await left.next(); !next.done; next = await left.next()) {
      const { id, tenantId } = next.value;
      const tenant = await tenants.open(everyTenant, tenantId);
      if (!tenant) continue;
      await update(recordsOf(tenant), id, (record) => ({ ...record }));
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return written;
}
