import { demonstration } from './signed-in-test.ts';

// Each is opened in a browser in both themes (accessibility.spec.ts), where axe looks at it and no policy may be broken.

/** Pages of a tenant: address, title, tag. */
export const tenantPages = [
  ['/dashboard', 'System Health Dashboard', '@dashboard'],
  ['/audit', 'M365 Audit', '@audits'],
  ['/compliance', 'Compliance', '@compliance'],
  ['/changes', 'Changes', '@drift'],
  ['/findings', '', '@findings'],
  ['/scan', 'Scan Internal Policies', '@scans'],
  ['/mail-flow', 'Mail Flow', '@mailflow'],
  ['/emergency-accounts', 'Break-glass accounts', '@emergency-accounts'],
  ['/project-plan', 'Project Plan', '@project-plan'],
  ['/report', 'Reports', '@reports'],
  ['/tasks', 'Task Center', '@tasks'],
] as const;
/** All others for which somebody is signed in. */
export const globalPages = [
  ['/overview', 'Multi-Tenant Overview', '@overview'],
  ['/changes/all', 'All Changes', '@drift'],
  ['/select-tenant', '', '@select-tenant'],
  ['/help', 'Help & Documentation', '@help'],
  ['/help?search=powershell', 'Help & Documentation', '@help'],
  ['/help?article=dmarc-record', 'Publish DMARC records that reject forged mail', '@help'],
  ['/help?article=none', 'Article Not Found', '@help'],
  ['/admin', 'Admin Panel - Overview', '@admin-panel'],
  ['/admin/system', 'Admin Panel - System Dashboard', '@admin-panel'],
  ['/admin/passwords', 'Admin Panel - Password Management', '@admin-panel'],
  ['/admin/config-status', 'Admin Panel - Configuration Status', '@admin-panel'],
  ['/admin/tenants', 'Admin Panel - Tenants', '@connections'],
  ['/admin/tenants/onboard', 'Admin Panel - Tenants', '@connections'],
  [`/admin/tenants/${demonstration.weak.id}/users`, 'Admin Panel - Tenants', '@directory'],
  [`/admin/tenants/${demonstration.weak.id}/configuration`, 'Admin Panel - Tenants', '@tenant-configuration'],
  ['/admin/users', 'Admin Panel - Users', '@users'],
  ['/admin/scan-runs', 'Admin Panel - Bulk Scans', '@scan-runs'],
  ['/admin/roles', 'Admin Panel - Role Mapping', '@role-mappings'],
  ['/admin/settings', 'Admin Panel - Settings', '@settings'],
  ['/admin/audits', 'Admin Panel - Audits', '@audits'],
  ['/admin/tasks', 'Admin Panel - Tasks', '@tasks'],
  ['/admin/logs', 'Admin Panel - Audit Logs', '@audit-trail'],
  ['/admin/export', 'Admin Panel - Database Export', '@export'],
  ['/admin/approvals', 'Admin Panel - Approvals', '@approvals'],
  ['/admin/approvals?view=list', 'Admin Panel - Approvals', '@approvals'],
  ['/requests', 'My Requests', '@approvals'],
  ['/profile', '', '@profile'],
  ['/admin/oauth-errors', 'Admin Panel - OAuth error logs', '@graph-tools'],
  ['/admin/graph-explorer', 'Admin Panel - Graph explorer', '@graph-tools'],
  ['/admin/test-m365', 'Admin Panel - Graph API Test', '@graph-tools'],
  ['/admin/graph-settings', 'Admin Panel - Graph API Settings', '@graph-tools'],
  ['/admin/health', 'Admin Panel - System Health', '@health'],
  ['/m365/credentials', 'Credential Status', '@connections'],
  ['/nothing-here', '', []],
] as const;
export const publicPages = [
  '/login',
  '/register',
  '/setup',
  '/reset-password',
  '/auth/error?message=consent-declined',
  '/auth/complete',
  '/auth/consented?consent=given',
];
