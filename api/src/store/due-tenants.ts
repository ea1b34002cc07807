import { RecordChangedError, type RecordStore } from '../ports/collection.ts';
import type { TenantRecord } from './tenants.ts';
import { tenantCollection } from './tenants-of-scope.ts';

/** The instants on a tenant at which something of it is due; null or absent for never. */
type DueField = 'nextScanAt' | 'lastSignInDueAt' | 'directorySyncDueAt';

type Claiming = {
  now: Date;
  /** As many are looked at; the rest is for the next look. */
  limit: number;
  /** The tenant as it is once it is claimed: due again later, where whoever claimed it dies over it. */
  claim(tenant: TenantRecord): TenantRecord;
};

/**
 * Tenants whose time in this field has come, the most overdue first, each claimed by its etag before it is given out: of
 * several processes that look at once, one gets it.
 */
export async function* dueTenants(
  store: RecordStore,
  field: DueField,
  { now, limit, claim }: Claiming,
): AsyncGenerator<TenantRecord> {
  const tenants = tenantCollection(store);
  const at = now.toISOString();
  const { items } = await tenants.query({
    where: [{ field, op: 'lte', value: at }],
    orderBy: { field, direction: 'asc' },
    limit,
  });
  for (const { id } of items) {
    const stored = await tenants.get(id);
    const due = stored?.value[field] ?? null;
    if (!stored || due === null || due > at) continue;
    try {
      yield (await tenants.replace(claim(stored.value), stored.etag)).value;
    } catch (error) {
      if (!(error instanceof RecordChangedError)) throw error;
    }
  }
}
