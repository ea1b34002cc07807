import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import { claimInterval } from '../lease/lease.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import type { UserAccess } from '../user-access/change-user-access.ts';
import { regroupAll, regroupTenant } from './group-membership.ts';
import { applyGroups, applyGroupsTo } from './group-scope.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'users' | 'leases' | 'clock' | 'log'> & {
  tenantGroups: TenantGroupStore;
  userAccess: Pick<UserAccess, 'change'>;
};

/** What changes by itself, as a tenant that partner sync brings in, is in its groups after so long at the latest. */
const everyMs = 10 * 60_000;
const by = { username: 'system', how: 'by the groups of their scope' } as const;

/** Keeps groups, and the scopes that name them, with the tenants that their rules fit. */
export function createTenantGrouping(dependencies: Dependencies) {
  const { leases, clock, log } = dependencies;
  return {
    /**
     * Something that rules look at was seen to be another, as a license by a scan: the groups of the tenant follow. Whoever saw it is not
     * held up where that fails: the sweep makes up for it.
     */
    async follow(tenantId: string): Promise<void> {
      try {
        await applyGroups(dependencies, await regroupTenant(dependencies, tenantId), by);
      } catch (error) {
        log('The groups of a tenant could not be followed yet', { tenantId, error });
      }
    },

    /** Sets right what a process that died has left, and what changed by itself. */
    async sweep(): Promise<void> {
      if (!(await claimInterval(leases, 'tenant-groups', { forMs: everyMs, clock }))) return;
      await regroupAll(dependencies).catch((error: unknown) => log('The groups were not set right', { error }));
      // Also whose group is gone: nothing of it is left in their scope. One who fails keeps no other from theirs.
      for await (const { id: userId } of dependencies.users.withGroups())
        await applyGroupsTo(dependencies, userId, by).catch((error: unknown) =>
          log('A user was not given what groups hold', { userId, error }),
        );
    },
  };
}

export type TenantGrouping = ReturnType<typeof createTenantGrouping>;
