/** The address of every page. */
export const paths = {
  login: '/login',
  register: '/register',
  setup: '/setup',
  resetPassword: '/reset-password',
  callback: '/callback',
  authComplete: '/auth/complete',
  authError: '/auth/error',
  authConnecting: '/auth/connecting',
  authConsented: '/auth/consented',
  selectTenant: '/select-tenant',
  overview: '/overview',
  myWork: '/my-work',
  dashboard: '/dashboard',
  audit: '/audit',
  changes: '/changes',
  allChanges: '/changes/all',
  scan: '/scan',
  findings: '/findings',
  report: '/report',
  compliance: '/compliance',
  tasks: '/tasks',
  emergencyAccounts: '/emergency-accounts',
  mailFlow: '/mail-flow',
  allMailDomains: '/mail-flow/all',
  projectPlan: '/project-plan',
  credentials: '/m365/credentials',
  admin: '/admin',
  adminTenants: '/admin/tenants',
  adminGroups: '/admin/groups',
  adminScanRuns: '/admin/scan-runs',
  adminOnboard: '/admin/tenants/onboard',
  adminTenantUsers: '/admin/tenants/:id/users',
  adminTenantConfiguration: '/admin/tenants/:id/configuration',
  adminRoles: '/admin/roles',
  adminSettings: '/admin/settings',
  adminOAuthErrors: '/admin/oauth-errors',
  adminGraphExplorer: '/admin/graph-explorer',
  adminGraphTest: '/admin/test-m365',
  adminGraphSettings: '/admin/graph-settings',
  adminHealth: '/admin/health',
  adminLogs: '/admin/logs',
  adminSystem: '/admin/system',
  adminExport: '/admin/export',
  adminPasswords: '/admin/passwords',
  adminConfigStatus: '/admin/config-status',
  adminUsers: '/admin/users',
  adminAudits: '/admin/audits',
  adminTasks: '/admin/tasks',
  adminApprovals: '/admin/approvals',
  requests: '/requests',
  help: '/help',
  profile: '/profile',
} as const;

const globalViews = [
  '/admin',
  '/admin-panel',
  '/overview',
  '/multi-tenant-overview',
  '/changes/all',
  '/my-work',
  '/mail-flow/all',
];

/** Whether a path shows all tenants at once: opening one clears the selection. */
export function isGlobalView(pathname: string): boolean {
  const path = pathname.toLowerCase();
  return globalViews.some((view) => path === view || path.startsWith(`${view}/`));
}

/** Opens the dialog for a new tenant on the page of the tenants (`?action=…`). */
export const createTenantAction = 'create-tenant';
