/** The address of every page. */
export const paths = {
  login: '/login',
  register: '/register',
  setup: '/setup',
  selectTenant: '/select-tenant',
  overview: '/overview',
  dashboard: '/dashboard',
  audit: '/audit',
  scan: '/scan',
  findings: '/findings',
  report: '/report',
  tasks: '/tasks',
  projectPlan: '/project-plan',
  credentials: '/m365/credentials',
  admin: '/admin',
  adminTenants: '/admin/tenants',
  adminUsers: '/admin/users',
  adminAudits: '/admin/audits',
  adminTasks: '/admin/tasks',
  adminApprovals: '/admin/approvals',
  help: '/help',
  profile: '/profile',
} as const;

const globalViews = ['/admin', '/admin-panel', '/overview', '/multi-tenant-overview'];

/** Whether a path shows all organisations at once: opening one clears the selection. */
export function isGlobalView(pathname: string): boolean {
  const path = pathname.toLowerCase();
  return globalViews.some((view) => path === view || path.startsWith(`${view}/`));
}
