import type { Condition } from '../ports/collection.ts';

/** Which tenants a user may see. It is stored apart from the role and never widens by itself. */
export type Scope = { kind: 'all' } | { kind: 'tenants'; tenantIds: readonly string[] } | { kind: 'none' };

/** For jobs, which work for the installation and not for a caller. A request never uses it. */
export const everyTenant: Scope = { kind: 'all' };

/** The one decision whether a tenant is in a scope. */
export function isInScope(scope: Scope, tenantId: string): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'tenants':
      return scope.tenantIds.includes(tenantId);
    case 'none':
      return false;
  }
}

/**
 * The same decision as a condition on records.
 * @param field where they name their tenant
 * @returns null where the scope is empty: then nothing is read
 */
export function conditionOfScope(scope: Scope, field: 'id' | 'tenantId'): Condition[] | null {
  if (scope.kind === 'none') return null;
  return scope.kind === 'all' ? [] : [{ field, op: 'in', value: scope.tenantIds }];
}
