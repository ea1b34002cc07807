import { groupMembers } from './groups.ts';
import { type RoleName, roleTemplates } from './role-templates.ts';
import { roleHoldings } from './roles.ts';
import { accountTraits, type TenantDirectory } from './tenant-directory.ts';

/** Template ids that every token carries beside its roles: what members and guests may do without any. */
const defaultRoles = { member: 'b79fbf4d-3ef9-4689-8143-76b194e85509', guest: '10dae51f-b6af-4016-8d66-8c2a99b929b3' };

/** Indices of the users in a group. */
export function memberIndices(directory: TenantDirectory, group: number): number[] {
  const { count, userIndex } = groupMembers(directory, group);
  return Array.from({ length: count }, (_, position) => userIndex(position));
}

/** Indices of the groups that the user is in. */
export function groupsOfUser(directory: TenantDirectory, userIndex: number): number[] {
  const found: number[] = [];
  for (let group = 0; group < directory.groupCount; group++) {
    if (memberIndices(directory, group).includes(userIndex)) found.push(group);
  }
  return found;
}

/** Roles in force: held actively (not merely eligible), by the user or, with `throughGroups`, by a group of his. */
export function activeRolesOf(directory: TenantDirectory, userIndex: number, throughGroups: boolean): RoleName[] {
  const roles = roleHoldings(directory)
    .filter(({ principal, role }) => {
      if (role.assignment !== 'active') return false;
      if (principal.kind === 'user') return principal.index === userIndex;
      if (principal.kind === 'agent') return false;
      return throughGroups && memberIndices(directory, principal.index).includes(userIndex);
    })
    .map(({ role }) => role.role);
  return [...new Set(roles)];
}

/** The `wids` of a user's tokens: the template ids of his roles, and the one that members or guests have anyway. */
export function roleTemplateIdsOf(directory: TenantDirectory, userIndex: number): string[] {
  const { guest } = accountTraits(directory, userIndex);
  const held = activeRolesOf(directory, userIndex, true).map((name) => roleTemplates[name]);
  return [...held, guest ? defaultRoles.guest : defaultRoles.member];
}
