/** Which tenants a user may see. It is stored apart from the role and never widens by itself. */
export type Scope = { kind: 'all' } | { kind: 'tenants'; tenantIds: readonly string[] } | { kind: 'none' };

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
