import type { Role } from '@tenantry/contract/auth';
import { isInScope, type Scope } from '../../store/scope.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import type { StoredTokenScope } from '../../store/tokens.ts';
import { narrowedTo, narrowedToGroup } from '../tenant-groups/group-scope.ts';

const rank: Record<Role, number> = { viewer: 1, technician: 2, admin: 3 };

/** Whether a role gives no more than another. Pure. */
export const isWithinRole = (role: Role, other: Role): boolean => rank[role] <= rank[other];

/** The lesser of two roles: what a token may do is no more than it was given, and no more than its owner may do now. Pure. */
export const lesserRole = (one: Role, other: Role): Role => (isWithinRole(one, other) ? one : other);

/**
 * The tenants that a token reaches now: those that it was made for and that its owner sees at this moment.
 * @returns null where the group that it was made for is gone, with which the token ends
 */
export async function effectiveScope(
  groups: Pick<TenantGroupStore, 'get'>,
  given: StoredTokenScope,
  owner: Scope,
): Promise<Scope | null> {
  switch (given.kind) {
    case 'all':
      return owner;
    case 'none':
      return { kind: 'none' };
    case 'tenants':
      return narrowedTo(owner, given.tenantIds);
    case 'group':
      return narrowedToGroup(groups, owner, given.groupId);
  }
}

/** What a token is made for where its maker names nothing: what they see now, so that it never widens with them. Pure. */
export function scopeAsOf({ scope }: { scope: Scope }): StoredTokenScope {
  return scope.kind === 'tenants' ? { kind: 'tenants', tenantIds: scope.tenantIds } : { kind: scope.kind };
}

/** Whether every one of these tenants is within a scope. Pure. */
export const areInScope = (scope: Scope, tenantIds: readonly string[]): boolean =>
  tenantIds.every((id) => isInScope(scope, id));
