import { isInScope, type Scope } from '../../store/scope.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';
import type { By, UserAccess } from '../user-access/change-user-access.ts';

type Groups = Pick<TenantGroupStore, 'get'>;

/** The tenants of these groups now, each once. A group that is gone has none. */
async function tenantsOf(groups: Groups, groupIds: readonly string[]): Promise<string[]> {
  const found = await Promise.all([...new Set(groupIds)].map((id) => groups.get(id)));
  return [...new Set(found.flatMap((stored) => stored?.value.tenantIds ?? []))];
}

/**
 * A scope of tenants that are named and of those in groups. It lists both, so that whoever decides by a scope needs to know of no
 * groups; what was named is kept beside, since the groups change.
 */
export async function scopeOfGroups(
  groups: Groups,
  namedIds: readonly string[],
  groupIds: readonly string[],
): Promise<Extract<Scope, { kind: 'tenants' }>> {
  const tenantIds = [...new Set([...namedIds, ...(await tenantsOf(groups, groupIds))])];
  return { kind: 'tenants', tenantIds, namedIds, groupIds };
}

/** A scope narrowed to some tenants: never more than it was. */
export function narrowedTo(scope: Scope, tenantIds: readonly string[]): Scope {
  const within = tenantIds.filter((id) => isInScope(scope, id));
  return within.length === 0 ? { kind: 'none' } : { kind: 'tenants', tenantIds: within };
}

/** A scope narrowed to a group: never more than it was. Null where there is no such group. */
export async function narrowedToGroup(groups: Groups, scope: Scope, groupId: string): Promise<Scope | null> {
  const group = await groups.get(groupId);
  if (group === null) return null;
  return narrowedTo(scope, group.value.tenantIds);
}

/** The users whose scope names one of these groups. */
export async function usersOfGroups(
  users: Pick<UserStore, 'withGroups'>,
  groupIds: readonly string[],
): Promise<{ id: string; groupIds: readonly string[] }[]> {
  const found: { id: string; groupIds: readonly string[] }[] = [];
  for await (const { id, scope } of users.withGroups()) {
    const named = scope.kind === 'tenants' ? (scope.groupIds ?? []) : [];
    if (named.some((one) => groupIds.includes(one))) found.push({ id, groupIds: named });
  }
  return found;
}

type Applying = { userAccess: Pick<UserAccess, 'change'>; tenantGroups: Groups };

/**
 * Gives a user the tenants that the groups of their scope hold now, by the one way in which access changes: what they have under way
 * in tenants that they lose is stopped, and the trail tells of it. The groups are read once the change of that user is alone, so that
 * of two at once the later one knows what the earlier one knew. They stay signed in: each request reads their scope anew.
 */
export async function applyGroupsTo({ userAccess, tenantGroups }: Applying, userId: string, by: By): Promise<void> {
  const want = async ({ scope }: UserRecord) => {
    if (scope.kind !== 'tenants' || !scope.groupIds) return null;
    return { scope: await scopeOfGroups(tenantGroups, scope.namedIds ?? [], scope.groupIds) };
  };
  await userAccess.change(userId, want, { ...by, keepsSessions: true });
}

/**
 * The same for every user whose scope names one of these groups. One whose access cannot be changed keeps no other from theirs.
 * @throws AggregateError with what failed, after everybody's turn
 */
export async function applyGroups(
  { users, ...applying }: Applying & { users: Pick<UserStore, 'withGroups'> },
  groupIds: readonly string[],
  by: By,
): Promise<void> {
  if (groupIds.length === 0) return;
  const failures: unknown[] = [];
  for (const { id } of await usersOfGroups(users, groupIds)) {
    try {
      await applyGroupsTo(applying, id, by);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} users were not given what groups hold`);
}
