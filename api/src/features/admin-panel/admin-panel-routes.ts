import { getAdminStats, getDashboardStats } from '@tenantry/contract/admin-stats';
import { getConfigStatus } from '@tenantry/contract/config-status';
import { callerRoute, type Route } from '../../http/route.ts';
import { adminStats, type StatsDependencies } from './admin-stats.ts';
import { type ConfigStatusDependencies, configStatus } from './config-status.ts';

type Dependencies = StatsDependencies & ConfigStatusDependencies;

export function adminPanelRoutes(dependencies: Dependencies): Route[] {
  return [
    callerRoute(getAdminStats, ({ caller }) => adminStats(dependencies, caller)),
    callerRoute(getConfigStatus, () => configStatus(dependencies)),
    callerRoute(getDashboardStats, ({ caller, tenant }) =>
      adminStats(dependencies, {
        userId: caller.userId,
        scope: tenant ? { kind: 'tenants', tenantIds: [tenant.tenant.id] } : caller.scope,
      }),
    ),
  ];
}
