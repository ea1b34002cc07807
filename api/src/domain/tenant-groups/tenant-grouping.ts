import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import { claimInterval } from '../lease/lease.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import type { UserAccess } from '../user-access/change-user-access.ts';
import { regroupAll, regroupTenant } from './group-membership.ts';
import { applyGroups } from './group-scope.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'users' | 'leases' | 'clock'> & {
  tenantGroups: TenantGroupStore;
  userAccess: Pick<UserAccess, 'change'>;
};

/** What changes by itself, as a tenant that partner sync brings in, is in its groups after so long at the latest. */
const everyMs = 10 * 60_000;
const by = { username: 'system', how: 'by the groups of their scope' } as const;

/** Keeps groups, and the scopes that name them, with the tenants that their rules fit. */
export function createTenantGrouping(dependencies: Dependencies) {
  const { leases, clock } = dependencies;
  return {
    /** A scan has seen a tenant's license and domains: its groups follow. */
    async follow(tenantId: string): Promise<void> {
      await applyGroups(dependencies, await regroupTenant(dependencies, tenantId), by);
    },

    /** Sets right what a process that died has left, and what changed by itself. */
    async sweep(): Promise<void> {
      if (!(await claimInterval(leases, 'tenant-groups', { forMs: everyMs, clock }))) return;
      await regroupAll(dependencies);
      const all = await dependencies.tenantGroups.all();
      await applyGroups(
        dependencies,
        all.map(({ id }) => id),
        by,
      );
    },
  };
}
