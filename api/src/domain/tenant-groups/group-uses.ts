import type { SystemConfigStore } from '../../store/system-config.ts';
import type { UserStore } from '../../store/users.ts';
import { groupsOfRules, readApprovalRules } from '../approvals/approval-rules.ts';
import { usersOfGroups } from './group-scope.ts';

/** What an administrator settled by a group: whose scope its tenants are, and what scans ask for and approve in them. */
export type GroupUses = { scopedUsers: number; isRuled: boolean };

type Dependencies = {
  users: Pick<UserStore, 'withGroups'>;
  systemConfig: Pick<SystemConfigStore, 'approvalRules'>;
};

/** What each of these groups is used for, by id: whoever moves a tenant in or out of one that is used gives, or takes away, that. */
export async function usesOfGroups(
  { users, systemConfig }: Dependencies,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, GroupUses>> {
  if (groupIds.length === 0) return new Map();
  const scoped = await usersOfGroups(users, groupIds);
  const { rules } = await readApprovalRules(systemConfig);
  const ruled = new Set(groupsOfRules(rules));
  return new Map(
    groupIds.map((id) => [
      id,
      {
        scopedUsers: scoped.filter((user) => user.groupIds.includes(id)).length,
        isRuled: ruled.has(id),
      },
    ]),
  );
}
