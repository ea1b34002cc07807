import type { AdminStats } from '@tenantry/contract/admin-stats';
import type { AdminCounts } from '../../store/admin-counts.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { UserStore } from '../../store/users.ts';

export type StatsDependencies = {
  adminCounts: AdminCounts;
  tenants: Pick<TenantStore, 'ofScope'>;
  users: Pick<UserStore, 'count'>;
};

type Known = { value: number } | { unknownBecause: string };

/** The accounts of directories as their last synchronizations told; not known while one of them is not. */
async function directoryAccounts({ tenants }: StatsDependencies, scope: Scope): Promise<Known> {
  const directories = (await tenants.ofScope(scope)).map(({ directory }) => directory?.users ?? null);
  const unread = directories.filter((users) => users === null).length;
  const value = directories.reduce<number>((sum, users) => sum + (users ?? 0), 0);
  if (unread === 0) return { value };
  const whose = unread === 1 ? 'The directory of one organization' : `The directories of ${unread} organizations`;
  return { unknownBecause: `${whose} could not be counted yet; ${value} accounts of others are known.` };
}

/** Who signs in here is known of the whole installation; of a part of it, its organizations' accounts are counted. */
async function allUsers(dependencies: StatsDependencies, scope: Scope): Promise<Known> {
  const accounts = await directoryAccounts(dependencies, scope);
  if ('unknownBecause' in accounts || scope.kind !== 'all') return accounts;
  return { value: accounts.value + (await dependencies.users.count()) };
}

/** What there is in a scope. Beside the list of tenants, every figure is one counting statement. */
export async function adminStats(dependencies: StatsDependencies, scope: Scope): Promise<AdminStats> {
  const { adminCounts: counts } = dependencies;
  const [totalTenants, users, totalAudits, pendingApprovals, activeTasks, completedTasks] = await Promise.all([
    counts.tenants(scope),
    allUsers(dependencies, scope),
    counts.audits(scope),
    counts.pendingApprovals(scope),
    counts.activeTasks(scope),
    counts.completedTasks(scope),
  ]);
  const isKnown = 'value' in users;
  return {
    totalTenants,
    totalUsers: isKnown ? users.value : null,
    totalAudits,
    pendingApprovals,
    activeTasks,
    completedTasks,
    unknownBecause: isKnown ? {} : { totalUsers: users.unknownBecause },
  };
}
