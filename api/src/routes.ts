import type { App } from './compose.ts';
import { activityRoutes } from './features/activities/activity-routes.ts';
import { approvalRoutes } from './features/approvals/approval-routes.ts';
import { auditRoutes } from './features/audits/audit-routes.ts';
import { authRoutes } from './features/auth/auth-routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard-routes.ts';
import { findingRoutes } from './features/findings/finding-routes.ts';
import { reportRoutes } from './features/reports/report-routes.ts';
import { scanRoutes } from './features/scans/scan-routes.ts';
import { systemRoutes } from './features/system/system-routes.ts';
import { tenantRoutes } from './features/tenants/tenant-routes.ts';
import type { Route } from './http/route.ts';

/** Every call of the API. A test holds this list against the contract's table: neither may have more. */
export function routesOf(app: App): Route[] {
  const { config, store, clock, trail } = app;
  return [
    ...authRoutes({ ...app, setupCodeRequired: config.setupCode !== null }),
    ...tenantRoutes({ store, clock }),
    ...activityRoutes({ store, clock }),
    ...scanRoutes(app),
    ...findingRoutes({ store, trail, clock }),
    ...auditRoutes({ clock }),
    ...dashboardRoutes(),
    ...approvalRoutes({ store }),
    ...reportRoutes({ desk: app.reportDesk, organisationName: config.organisationName, trail, clock }),
    ...systemRoutes({ cookieName: config.session.cookieName }),
  ];
}
