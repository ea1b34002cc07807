import { all, type Changeable, type Creatable, type Page, replaceIfUnchanged } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import { conditionOfScope, isInScope, type Scope } from './scope.ts';
import { type TenantRecords, tenantRecords } from './tenant-records.ts';
import type { TenantRecord } from './tenants.ts';

/** The instants on a tenant at which something of it is due; null or absent for never. */
export type DueField = 'nextScanAt' | 'lastSignInDueAt' | 'directorySyncDueAt';

export type Claiming = {
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
    /** Those of these ids that are in the scope, by id. */
    ofIds(scope: Scope, ids: Iterable<string>): Promise<Map<string, TenantRecord>>;
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

  async function query(scope: Scope, query: Parameters<typeof tenants.query>[0] = {}): Promise<Page<TenantRecord>> {
    const where = conditionOfScope(scope, 'id');
    if (where === null) return { items: [] };
    return tenants.query({ ...query, where: [...where, ...(query.where ?? [])] });
  }

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

    async ofScope(scope) {
      const found: TenantRecord[] = [];
      const inScope = { query: (page: Parameters<typeof tenants.query>[0]) => query(scope, page) };
      for await (const tenant of all(inScope, { orderBy: byName })) found.push(tenant);
      return found;
    },

    page: (scope, page) => query(scope, { orderBy: byName, ...page }),

    async ofIds(scope, ids) {
      const wanted = [...new Set(ids)];
      if (wanted.length === 0) return new Map();
      const { items } = await query(scope, { where: [{ field: 'id', op: 'in', value: wanted }], limit: wanted.length });
      return new Map(items.map((tenant) => [tenant.id, tenant]));
    },

    async ofDirectory(scope, entraTenantId) {
      const where = [{ field: 'm365TenantId', op: 'eq' as const, value: entraTenantId }];
      return (await query(scope, { where, limit: 1 })).items[0] ?? null;
    },

    async *due(scope, field, { now, limit, claim }) {
      const at = now.toISOString();
      const where = [{ field, op: 'lte' as const, value: at }];
      const { items } = await query(scope, { where, orderBy: { field, direction: 'asc' }, limit });
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
      return (await query(scope, { where, orderBy: { field: 'purgingSince', direction: 'asc' }, limit })).items;
    },
  };
}
