import { systemWideId } from '@tenantry/contract/ids';
import { all, type Condition, every, pageWithTotal, type Query, replaceIfUnchanged } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import { inScope, isInScope, readAtOnce, type Scope } from './scope.ts';
import { type TenantRecords, tenantRecords } from './tenant-records.ts';
import { inVerifiedText, isPresent, type TenantRecord } from './tenants.ts';

/** The instants on a tenant at which something of it is due; null or absent for never. */
type DueField = 'nextScanAt' | 'lastSignInDueAt' | 'directorySyncDueAt';

type Claiming = {
  now: Date;
  /** As many are read; the others wait for the next minute. */
  limit: number;
  /** The tenant as it is once it is claimed: due again later, where whoever claimed it dies over it. */
  claim(tenant: TenantRecord): TenantRecord;
};

const byName = { field: 'nameKey', direction: 'asc' } as const;

/**
 * The tenants. One that is being offboarded is in no list, in no scope and cannot be opened or changed from the moment that
 * its intent is written: `offboarding` alone reaches it.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: One method for each container; to be flattened.
export function openTenantStore(records: RecordStore) {
  const everyOne = records.partition<TenantRecord>(containers.tenants, globalPartition);
  const tenants: Pick<typeof everyOne, 'get' | 'create' | 'replace' | 'query' | 'count'> = {
    create: async (tenant) => {
      if (tenant.id === systemWideId) throw new Error('A tenant cannot have the id of what concerns the installation');
      return everyOne.create(tenant);
    },
    replace: everyOne.replace,
    async get(id) {
      const stored = await everyOne.get(id);
      return stored?.value.offboardingSince ? null : stored;
    },
    query: (query: Query = {}) => everyOne.query({ ...query, where: [isPresent, ...(query.where ?? [])] }),
    count: (where = []) => everyOne.count([isPresent, ...where]),
  };

  const within = (scope: Scope) => inScope(tenants, scope, 'id');
  const recordsOf = (tenant: TenantRecord) => tenantRecords(records, tenant);

  return {
    get: tenants.get,
    create: tenants.create,
    replace: tenants.replace,

    /** The records of a tenant that was read under a scope already. */
    recordsOf,

    /** Tenants that are being offboarded, for that alone. It concerns every tenant: a scope that is not all reads nothing. */
    offboarding: {
      /** A tenant whether it is being offboarded or not. */
      get: everyOne.get,
      replace: everyOne.replace,
      delete: everyOne.delete,

      async ofScope(scope: Scope): Promise<TenantRecord[]> {
        if (scope.kind !== 'all') return [];
        return every(everyOne, { where: [{ field: 'offboardingSince', op: 'gt', value: '' }] });
      },

      async isOffboarding(tenantId: string): Promise<boolean> {
        return ((await everyOne.get(tenantId))?.value.offboardingSince ?? null) !== null;
      },

      /** The tenant of this Entra directory that is not gone yet; null where there is none. */
      async ofDirectory(entraTenantId: string): Promise<TenantRecord | null> {
        const where: Condition[] = [
          { field: 'm365TenantId', op: 'eq', value: entraTenantId },
          { field: 'offboardingSince', op: 'gt', value: '' },
        ];
        return (await everyOne.query({ where, limit: 1 })).items[0] ?? null;
      },
    },

    /** The tenant with its records, where it exists and is in the scope; else null. The only way to a tenant's records. */
    async open(scope: Scope, tenantId: string): Promise<TenantRecords | null> {
      if (!isInScope(scope, tenantId)) return null;
      const stored = await tenants.get(tenantId);
      return stored && recordsOf(stored.value);
    },

    /** Every tenant of a scope, by name. */
    ofScope: (scope: Scope) => every(within(scope), { orderBy: byName, limit: readAtOnce }),

    /** How many there are, and of how many the scans fail or give less than half of what they ask for. */
    async counts(scope: Scope): Promise<{ total: number; failing: number }> {
      const [total, sound] = await Promise.all([
        within(scope).count(),
        within(scope).count([{ field: 'scanFailing', op: 'eq', value: null }]),
      ]);
      return { total, failing: total - sound };
    },

    /** Those at whose latest scan Microsoft said the opposite of what a passing check says: the first by name, and how many. */
    disputedSamples: (scope: Scope, limit: number) =>
      pageWithTotal(within(scope), {
        where: [{ field: 'isSampleDisputed', op: 'eq', value: true }],
        orderBy: byName,
        limit,
      }),

    /** A page of them, by name. */
    page: (scope: Scope, page: { limit: number; cursor?: string | undefined }) =>
      within(scope).query({ orderBy: byName, ...page }),

    /** A page of those of which one of the fields holds the text, by name. */
    searched(
      scope: Scope,
      { text, fields }: { text: string; fields: readonly ('name' | 'displayName' | 'domain')[] },
      page: { limit: number; cursor?: string | undefined },
    ) {
      const anyOf = fields.map((field) => ({ field, op: 'contains' as const, value: text }));
      const where = text === '' ? [] : [{ anyOf }];
      return pageWithTotal(within(scope), { where, orderBy: byName, ...page });
    },

    /** The ids of all whose name or display name holds the text, in any case. */
    async idsNamed(scope: Scope, text: string): Promise<string[]> {
      const anyOf = (['name', 'displayName'] as const).map((field) => ({
        field,
        op: 'contains' as const,
        value: text,
      }));
      const ids: string[] = [];
      for await (const { id } of all(within(scope), { where: [{ anyOf }], limit: 1000 })) ids.push(id);
      return ids;
    },

    /** Those that are called so, by name or display name, in any case. */
    async called(scope: Scope, text: string): Promise<TenantRecord[]> {
      const anyOf = (['name', 'displayName'] as const).map((field) => ({
        field,
        op: 'contains' as const,
        value: text,
      }));
      const found: TenantRecord[] = [];
      for await (const tenant of all(within(scope), { where: [{ anyOf }] })) {
        const names = [tenant.name, tenant.displayName].map((name) => name.toLowerCase());
        if (names.includes(text.toLowerCase())) found.push(tenant);
      }
      return found;
    },

    /** Those for whose directory Microsoft has verified a domain, or one above it. */
    async verifiedFor(scope: Scope, domain: string): Promise<TenantRecord[]> {
      const labels = domain.split('.');
      const anyOf = labels.slice(0, -1).map((_, at) => {
        const value = inVerifiedText(labels.slice(at).join('.'));
        return { field: 'verifiedDomains', op: 'contains' as const, value };
      });
      return every(within(scope), { where: [{ anyOf }] });
    },

    /** The tenants of these records that are in the scope, by id. */
    async ofRecords(scope: Scope, ofTenants: readonly { tenantId: string }[]): Promise<Map<string, TenantRecord>> {
      const wanted = [...new Set(ofTenants.map(({ tenantId }) => tenantId))];
      if (wanted.length === 0) return new Map();
      const where = [{ field: 'id', op: 'in' as const, value: wanted }];
      const { items } = await within(scope).query({ where, limit: wanted.length });
      return new Map(items.map((tenant) => [tenant.id, tenant]));
    },

    /** The tenant of an Entra directory. */
    async ofDirectory(scope: Scope, entraTenantId: string): Promise<TenantRecord | null> {
      const where = [{ field: 'm365TenantId', op: 'eq' as const, value: entraTenantId }];
      return (await within(scope).query({ where, limit: 1 })).items[0] ?? null;
    },

    /**
     * Tenants whose time in this field has come, the most overdue first, each claimed by its etag before it is given out: of
     * several processes that ask at once, one gets it.
     */
    async *due(scope: Scope, field: DueField, { now, limit, claim }: Claiming): AsyncGenerator<TenantRecord> {
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

    /** Tenants with audits whose deletion was begun. */
    async deletingAudits(scope: Scope, limit: number): Promise<TenantRecord[]> {
      const where = [{ field: 'hasAuditsToDelete', op: 'eq' as const, value: true }];
      return (await within(scope).query({ where, limit })).items;
    },

    /** Tenants whose simulated results are being deleted, the longest first. */
    async goingLive(scope: Scope, limit: number): Promise<TenantRecord[]> {
      const where = [{ field: 'purgingSince', op: 'gt' as const, value: '' }];
      return (await within(scope).query({ where, orderBy: { field: 'purgingSince', direction: 'asc' }, limit })).items;
    },
  };
}

export type TenantStore = ReturnType<typeof openTenantStore>;
