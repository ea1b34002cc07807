import { type Changeable, type Creatable, every, type Page, replaceIfUnchanged } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import { inScope, isInScope, type Scope } from './scope.ts';
import { type TenantRecords, tenantRecords } from './tenant-records.ts';
import type { TenantRecord } from './tenants.ts';

/** The instants on a tenant at which something of it is due; null or absent for never. */
type DueField = 'nextScanAt' | 'lastSignInDueAt' | 'directorySyncDueAt';

type Claiming = {
  now: Date;
  /** As many are read; the others wait for the next minute. */
  limit: number;
  /** The tenant as it is once it is claimed: due again later, where whoever claimed it dies over it. */
  claim(tenant: TenantRecord): TenantRecord;
};

export type TenantStore = Changeable<TenantRecord> &
  Creatable<TenantRecord> & {
    /** The tenant with its records, where it exists and is in the scope; else null. The only way to a tenant's records. */
    open(scope: Scope, tenantId: string): Promise<TenantRecords | null>;
    /** The records of a tenant that was read under a scope already. */
    recordsOf(tenant: TenantRecord): TenantRecords;
    /** Every tenant of a scope, by name. */
    ofScope(scope: Scope): Promise<TenantRecord[]>;
    /** A page of them, by name. */
    page(scope: Scope, page: { limit: number; cursor?: string | undefined }): Promise<Page<TenantRecord>>;
    /** The tenants of these records that are in the scope, by id. */
    ofRecords(scope: Scope, records: readonly { tenantId: string }[]): Promise<Map<string, TenantRecord>>;
    /** The tenant of an Entra directory. */
    ofDirectory(scope: Scope, entraTenantId: string): Promise<TenantRecord | null>;
    /**
     * Tenants whose time in this field has come, the most overdue first, each claimed by its etag before it is given out: of
     * several processes that ask at once, one gets it.
     */
    due(scope: Scope, field: DueField, claiming: Claiming): AsyncGenerator<TenantRecord>;
    /** Tenants whose simulated results are being deleted, the longest first. */
    goingLive(scope: Scope, limit: number): Promise<TenantRecord[]>;
  };

const byName = { field: 'nameKey', direction: 'asc' } as const;

export function openTenantStore(records: RecordStore): TenantStore {
  const tenants = records.partition<TenantRecord>(containers.tenants, globalPartition);

  const within = (scope: Scope) => inScope(tenants, scope, 'id');
  const recordsOf = (tenant: TenantRecord) => tenantRecords(records, tenant);

  return {
    get: (id) => tenants.get(id),
    create: (tenant) => tenants.create(tenant),
    replace: (tenant, etag) => tenants.replace(tenant, etag),
    recordsOf,

    async open(scope, tenantId) {
      if (!isInScope(scope, tenantId)) return null;
      const stored = await tenants.get(tenantId);
      return stored && recordsOf(stored.value);
    },

    ofScope: (scope) => every(within(scope), { orderBy: byName }),

    page: (scope, page) => within(scope).query({ orderBy: byName, ...page }),

    async ofRecords(scope, ofTenants) {
      const wanted = [...new Set(ofTenants.map(({ tenantId }) => tenantId))];
      if (wanted.length === 0) return new Map();
      const where = [{ field: 'id', op: 'in' as const, value: wanted }];
      const { items } = await within(scope).query({ where, limit: wanted.length });
      return new Map(items.map((tenant) => [tenant.id, tenant]));
    },

    async ofDirectory(scope, entraTenantId) {
      const where = [{ field: 'm365TenantId', op: 'eq' as const, value: entraTenantId }];
      return (await within(scope).query({ where, limit: 1 })).items[0] ?? null;
    },

    async *due(scope, field, { now, limit, claim }) {
      const at = now.toISOString();
      const where = [{ field, op: 'lte' as const, value: at }];
      const { items } = await within(scope).query({ where, orderBy: { field, direction: 'asc' }, limit });
      for (const { id } of items) {
        const stored = await tenants.get(id);
        const due = stored?.value[field] ?? null;
        if (!stored || due === null || due > at) continue;
        const claimed = await replaceIfUnchanged(tenants, claim(stored.value), stored.etag);
        if (claimed) yield claimed.value;
      }
    },

    async goingLive(scope, limit) {
      const where = [{ field: 'purgingSince', op: 'gt' as const, value: '' }];
      return (await within(scope).query({ where, orderBy: { field: 'purgingSince', direction: 'asc' }, limit })).items;
    },
  };
}
