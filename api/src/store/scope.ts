import { systemWideId } from '@tenantry/contract/ids';
import type { Collection } from '../ports/collection.ts';

export type Reads<T extends { id: string }> = Pick<Collection<T>, 'query' | 'count'>;

/** Which tenants a user may see. It is stored apart from the role and never widens by itself. */
export type Scope =
  | { kind: 'all' }
  /**
   * `tenantIds` is what counts. Of a scope that names groups it holds their tenants too, kept so by domain/tenant-groups alone;
   * `namedIds` are those that somebody named.
   */
  | {
      kind: 'tenants';
      tenantIds: readonly string[];
      namedIds?: readonly string[];
      groupIds?: readonly string[];
    }
  | { kind: 'none' };

/** For jobs, which work for the installation and not for a caller. A request never uses it. */
export const everyTenant: Scope = { kind: 'all' };

/** The ids of a list that is asked again and again, each list put in order once. */
const asSets = new WeakMap<readonly string[], ReadonlySet<string>>();
function asSet(ids: readonly string[]): ReadonlySet<string> {
  const known = asSets.get(ids);
  if (known) return known;
  const set = new Set(ids);
  asSets.set(ids, set);
  return set;
}

/** The one decision whether a tenant is in a scope. */
export function isInScope(scope: Scope, tenantId: string): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'tenants':
      // What concerns the installation lies under that id: no list of tenants reaches it.
      return tenantId !== systemWideId && asSet(scope.tenantIds).has(tenantId);
    case 'none':
      return false;
  }
}

/** How many records a page of a read over all tenants has: a store looks for the next page from the begin again. */
export const readAtOnce = 1000;

/**
 * The same decision on records: those of the tenants in a scope. Where it is empty, nothing is read.
 * @param field where they name their tenant
 */
export function inScope<T extends { id: string }>(
  records: Reads<T>,
  scope: Scope,
  field: 'id' | 'tenantId' = 'tenantId',
): Reads<T> {
  if (scope.kind === 'all') return records;
  if (scope.kind === 'none') return { query: async () => ({ items: [] }), count: async () => 0 };
  const within = { field, op: 'in' as const, value: scope.tenantIds.filter((id) => id !== systemWideId) };
  return {
    query: (query = {}) => records.query({ ...query, where: [within, ...(query.where ?? [])] }),
    count: (where = []) => records.count([within, ...where]),
  };
}
