import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  type LazyRouteFunction,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
} from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { GlobalView, RecheckSession, RequireAllTenants, RequireRole, RequireSession } from './guards.tsx';
import { RouteError } from './route-error.tsx';

/** A page whose code is loaded when it is first opened. */
function page(load: () => Promise<ComponentType>): LazyRouteFunction<RouteObject> {
  return async () => ({ Component: await load() });
}

/** Another address of a page. It keeps the query string. */
function Alias({ to }: { to: string }) {
  const { search } = useLocation();
  return <Navigate to={`${to}${search}`} replace />;
}
const alias = (path: string, to: string): RouteObject => ({ path, element: <Alias to={to} /> });

const login = page(async () => (await import('../features/auth/login-page.tsx')).LoginPage);

const publicRoutes: RouteObject[] = [
  { path: '/', lazy: login },
  { path: paths.login, lazy: login },
  {
    path: paths.register,
    lazy: page(async () => (await import('../features/auth/register-page.tsx')).RegisterPage),
  },
  { path: paths.setup, lazy: page(async () => (await import('../features/auth/setup-page.tsx')).SetupPage) },
  {
    path: paths.resetPassword,
    lazy: page(async () => (await import('../features/auth/reset-password-page.tsx')).ResetPasswordPage),
  },
  {
    path: paths.callback,
    lazy: page(async () => (await import('../features/auth/callback-page.tsx')).CallbackPage),
  },
  {
    path: paths.authComplete,
    lazy: page(async () => (await import('../features/auth/auth-complete-page.tsx')).AuthCompletePage),
  },
  {
    path: paths.authError,
    lazy: page(async () => (await import('../features/auth/auth-error-page.tsx')).AuthErrorPage),
  },
  {
    path: paths.authConnecting,
    lazy: page(async () => (await import('../features/auth/auth-connecting-page.tsx')).AuthConnectingPage),
  },
  {
    path: paths.authConsented,
    lazy: page(async () => (await import('../features/auth/auth-consented-page.tsx')).AuthConsentedPage),
  },
];

/** Pages of the admin panel that concern the whole installation. */
const installationRoutes: RouteObject[] = [
  {
    path: paths.adminTickets,
    lazy: page(async () => (await import('../features/tickets/tickets-page.tsx')).TicketsPage),
  },
  {
    path: paths.adminOnboard,
    lazy: page(async () => (await import('../features/connections/onboard-page.tsx')).OnboardPage),
  },
  {
    path: paths.adminRoles,
    lazy: page(async () => (await import('../features/role-mappings/roles-page.tsx')).RolesPage),
  },
  {
    path: paths.adminSettings,
    lazy: page(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  },
  {
    path: paths.adminOAuthErrors,
    lazy: page(async () => (await import('../features/graph-tools/oauth-errors-page.tsx')).OAuthErrorsPage),
  },
  {
    path: paths.adminGraphTest,
    lazy: page(async () => (await import('../features/graph-tools/test-m365-page.tsx')).TestM365Page),
  },
  {
    path: paths.adminGraphSettings,
    lazy: page(async () => (await import('../features/graph-tools/graph-settings-page.tsx')).GraphSettingsPage),
  },
  {
    path: paths.adminHealth,
    lazy: page(async () => (await import('../features/health/health-page.tsx')).HealthPage),
  },
  {
    path: paths.adminExport,
    lazy: page(async () => (await import('../features/export/export-page.tsx')).ExportPage),
  },
  {
    path: paths.adminConfigStatus,
    lazy: page(async () => (await import('../features/admin-panel/config-status-page.tsx')).ConfigStatusPage),
  },
];

const adminRoutes: RouteObject[] = [
  {
    path: paths.admin,
    lazy: page(async () => (await import('../features/admin-panel/admin-overview-page.tsx')).AdminOverviewPage),
  },
  {
    path: paths.adminTenants,
    lazy: page(async () => (await import('../features/connections/tenants-page.tsx')).TenantsPage),
  },
  {
    path: paths.adminUsers,
    lazy: page(async () => (await import('../features/users/users-page.tsx')).UsersPage),
  },
  {
    path: paths.adminTenantUsers,
    lazy: page(async () => (await import('../features/directory/directory-page.tsx')).DirectoryPage),
  },
  {
    path: paths.adminTenantConfiguration,
    lazy: page(
      async () =>
        (await import('../features/tenant-configuration/tenant-configuration-page.tsx')).TenantConfigurationPage,
    ),
  },
  {
    path: `${paths.adminScanRuns}/:runId?`,
    lazy: page(async () => (await import('../features/scan-runs/scan-runs-page.tsx')).ScanRunsPage),
  },
  {
    path: paths.adminGraphExplorer,
    lazy: page(async () => (await import('../features/graph-tools/graph-explorer-page.tsx')).GraphExplorerPage),
  },
  {
    path: paths.adminLogs,
    lazy: page(async () => (await import('../features/audit-trail/audit-trail-page.tsx')).AuditTrailPage),
  },
  {
    path: paths.adminSystem,
    lazy: page(async () => (await import('../features/admin-panel/system-page.tsx')).SystemPage),
  },
  {
    path: paths.adminGroups,
    lazy: page(async () => (await import('../features/tenant-groups/groups-page.tsx')).GroupsPage),
  },
  {
    path: paths.adminBaselines,
    lazy: page(async () => (await import('../features/baselines/baselines-page.tsx')).BaselinesPage),
  },
  {
    path: paths.adminReportSchedules,
    lazy: page(
      async () => (await import('../features/report-schedules/report-schedules-page.tsx')).ReportSchedulesPage,
    ),
  },
  {
    path: paths.adminAudits,
    lazy: page(async () => (await import('../features/audits/audits-page.tsx')).AuditsPage),
  },
  {
    path: paths.adminMatrix,
    lazy: page(async () => (await import('../features/matrix/matrix-page.tsx')).MatrixPage),
  },
  {
    path: paths.adminTasks,
    lazy: page(async () => (await import('../features/tasks/admin-tasks-page.tsx')).AdminTasksPage),
  },
  {
    path: paths.adminApprovals,
    lazy: page(async () => (await import('../features/approvals/approvals-page.tsx')).ApprovalsPage),
  },
  {
    path: `${paths.adminApprovals}/:id`,
    lazy: page(async () => (await import('../features/approvals/approval-page.tsx')).ApprovalPage),
  },
  {
    path: paths.adminPasswords,
    lazy: page(async () => (await import('../features/admin-panel/passwords-page.tsx')).PasswordsPage),
  },
  { element: <RequireAllTenants />, children: installationRoutes },
];

/** All at once: what the sign-in page loads need not name each. */
const clientRoutes: RouteObject = {
  path: `${paths.client}/*`,
  lazy: page(async () => (await import('./client-routes.tsx')).ClientRoutes),
};

const globalRoutes: RouteObject = {
  element: <GlobalView />,
  children: [
    {
      path: paths.overview,
      lazy: page(async () => (await import('../features/overview/overview-page.tsx')).OverviewPage),
    },
    {
      path: paths.allChanges,
      lazy: page(async () => (await import('../features/changes/changes-page.tsx')).ChangesPage),
    },
    {
      path: paths.notifications,
      lazy: page(async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage),
    },
    {
      element: <RequireRole atLeast="technician" />,
      children: [
        {
          path: paths.myWork,
          lazy: page(async () => (await import('../features/tasks/my-work-page.tsx')).MyWorkPage),
        },
        {
          path: paths.allMailDomains,
          lazy: page(async () => (await import('../features/mailflow/mail-domains-page.tsx')).MailDomainsPage),
        },
      ],
    },
    alias('/multi-tenant-overview', paths.overview),
    alias('/admin-panel', paths.admin),
    alias('/approval', paths.adminApprovals),
    {
      element: <RecheckSession />,
      children: [{ element: <RequireRole atLeast="admin" />, children: adminRoutes }],
    },
  ],
};

const tenantRoutes: RouteObject = {
  lazy: page(async () => (await import('./tenant-guards.tsx')).RequireTenant),
  children: [
    {
      path: paths.dashboard,
      lazy: page(async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage),
    },
    { path: paths.audit, lazy: page(async () => (await import('../features/audits/audit-page.tsx')).AuditPage) },
    { path: paths.report, lazy: page(async () => (await import('../features/reports/reports-page.tsx')).ReportsPage) },
    {
      path: paths.compliance,
      lazy: page(async () => (await import('../features/compliance/compliance-page.tsx')).CompliancePage),
    },
    {
      path: paths.questionnaires,
      lazy: page(async () => (await import('../features/questionnaires/questionnaires-page.tsx')).QuestionnairesPage),
    },
    alias('/m365-audit', paths.audit),
    alias('/reports', paths.report),
    {
      path: paths.tasks,
      lazy: page(async () => (await import('../features/tasks/task-center-page.tsx')).TaskCenterPage),
    },
    alias('/task-center', paths.tasks),
    {
      path: paths.projectPlan,
      lazy: page(async () => (await import('../features/project-plan/project-plan-page.tsx')).ProjectPlanPage),
    },
    {
      element: <RequireRole atLeast="technician" />,
      children: [
        {
          path: paths.clientRoom,
          lazy: page(async () => (await import('../features/client-portal/client-portal-page.tsx')).ClientPortalPage),
        },
      ],
    },
    {
      element: <RequireRole atLeast="admin" />,
      children: [
        {
          path: paths.emergencyAccounts,
          lazy: page(
            async () =>
              (await import('../features/emergency-accounts/emergency-accounts-page.tsx')).EmergencyAccountsPage,
          ),
        },
      ],
    },
  ],
};

const tenantOrAllRoutes: RouteObject = {
  lazy: page(async () => (await import('./tenant-guards.tsx')).TenantOrAll),
  children: [
    {
      path: paths.changes,
      lazy: page(async () => (await import('../features/drift/drift-page.tsx')).DriftPage),
    },
    {
      element: <RequireRole atLeast="technician" />,
      children: [
        {
          path: paths.mailFlow,
          lazy: page(async () => (await import('../features/mailflow/mail-flow-page.tsx')).MailFlowPage),
        },
        {
          path: paths.whatIf,
          lazy: page(async () => (await import('../features/what-if/what-if-page.tsx')).WhatIfPage),
        },
      ],
    },
  ],
};

const optionalTenantRoutes: RouteObject = {
  lazy: page(async () => (await import('./tenant-guards.tsx')).OptionalTenant),
  children: [
    {
      path: paths.findings,
      lazy: page(async () => (await import('../features/findings/findings-page.tsx')).FindingsPage),
    },
    {
      element: <RequireRole atLeast="admin" />,
      children: [
        { path: paths.scan, lazy: page(async () => (await import('../features/scans/scan-page.tsx')).ScanPage) },
      ],
    },
  ],
};

const anyTenantRoutes: RouteObject = {
  lazy: page(async () => (await import('./tenant-guards.tsx')).AnyTenant),
  children: [
    { path: paths.help, lazy: page(async () => (await import('../features/help/help-page.tsx')).HelpPage) },
    {
      path: paths.profile,
      lazy: page(async () => (await import('../features/profile/profile-page.tsx')).ProfilePage),
    },
    {
      element: <RequireRole atLeast="technician" />,
      children: [
        {
          path: paths.requests,
          lazy: page(async () => (await import('../features/approvals/requests-page.tsx')).RequestsPage),
        },
      ],
    },
    {
      element: <RequireRole atLeast="admin" />,
      children: [
        {
          path: paths.credentials,
          lazy: page(async () => (await import('../features/connections/credentials-page.tsx')).CredentialsPage),
        },
      ],
    },
  ],
};

const signedInRoutes: RouteObject = {
  element: <RequireSession />,
  children: [
    {
      path: paths.selectTenant,
      lazy: page(async () => (await import('./select-tenant-page.tsx')).SelectTenantPage),
    },
    {
      path: `${paths.clientPreview}/*`,
      lazy: page(async () => (await import('./client-preview.tsx')).ClientPreview),
    },
    {
      lazy: page(async () => (await import('./shell.tsx')).Shell),
      children: [
        {
          errorElement: <RouteError />,
          children: [globalRoutes, tenantRoutes, tenantOrAllRoutes, optionalTenantRoutes, anyTenantRoutes],
        },
      ],
    },
  ],
};

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

/** Every page of the application. Paths match without regard to case. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <FullPageSpinner />,
    children: [
      ...publicRoutes,
      clientRoutes,
      signedInRoutes,
      { path: '*', lazy: page(async () => (await import('./not-found-page.tsx')).NotFoundPage) },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
