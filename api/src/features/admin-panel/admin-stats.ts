import type { AdminStats } from '@tenantry/contract/admin-stats';
import { userCounts } from '../../domain/user-counts/user-counts.ts';
import type { AdminCounts } from '../../store/admin-counts.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { UserStore } from '../../store/users.ts';

export type StatsDependencies = {
  adminCounts: AdminCounts;
  tenants: Pick<TenantStore, 'ofScope'>;
  users: Pick<UserStore, 'counts' | 'page'>;
};

/** What there is in a scope. Beside the list of tenants, every figure is one counting statement. */
export async function adminStats(
  dependencies: StatsDependencies,
  viewer: { scope: Scope; userId: string },
): Promise<AdminStats> {
  const { adminCounts: counts } = dependencies;
  const { scope } = viewer;
  const [totalTenants, users, totalAudits, pendingApprovals, activeTasks, completedTasks] = await Promise.all([
    counts.tenants(scope),
    userCounts(dependencies, viewer),
    counts.audits(scope),
    counts.pendingApprovals(scope),
    counts.activeTasks(scope),
    counts.completedTasks(scope),
  ]);
  return {
    totalTenants,
    totalUsers: users.signIn,
    // Our staff who come from Microsoft are no accounts of a customer's directory.
    directoryAccounts: users.m365 === null ? null : users.m365 - (users.signIn - users.local),
    totalAudits,
    pendingApprovals,
    activeTasks,
    completedTasks,
    unknownBecause: users.unknownBecause === null ? {} : { directoryAccounts: users.unknownBecause },
  };
}
