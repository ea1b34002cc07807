import { all, type Collection, type Condition, type RecordStore } from '../ports/collection.ts';
import { containers, globalPartition } from './containers.ts';
import type { Scope } from './scope.ts';
import type { TenantRecord } from './tenants.ts';

export const tenantsByName = { field: 'nameKey', direction: 'asc' } as const;

/** The tenants of a scope, as a condition on the set of tenants; null where the scope is empty. */
export function inScope(scope: Scope): Condition[] | null {
  if (scope.kind === 'none') return null;
  return scope.kind === 'all' ? [] : [{ field: 'id', op: 'in', value: scope.tenantIds }];
}

export function tenantCollection(store: RecordStore): Collection<TenantRecord> {
  return store.partition(containers.tenants, globalPartition);
}

/** Read model: every tenant of a scope, by name. */
export async function tenantsOfScope(store: RecordStore, scope: Scope): Promise<TenantRecord[]> {
  const where = inScope(scope);
  if (!where) return [];
  const tenants: TenantRecord[] = [];
  for await (const tenant of all(tenantCollection(store), { where, orderBy: tenantsByName })) tenants.push(tenant);
  return tenants;
}
