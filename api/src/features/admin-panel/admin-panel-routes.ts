import { getAdminStats, getDashboardStats } from '@tenantry/contract/admin-stats';
import { callerRoute, type Route } from '../../http/route.ts';
import { adminStats, type StatsDependencies } from './admin-stats.ts';

export function adminPanelRoutes(dependencies: StatsDependencies): Route[] {
  return [
    callerRoute(getAdminStats, ({ caller }) => adminStats(dependencies, caller.scope)),
    callerRoute(getDashboardStats, ({ caller, tenant }) =>
      adminStats(dependencies, tenant ? { kind: 'tenants', tenantIds: [tenant.tenant.id] } : caller.scope),
    ),
  ];
}
