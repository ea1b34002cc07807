import type { Role } from '@tenantry/contract/auth';

/** The roles here by their names, the widest first. */
export const roleLabels: Record<Role, string> = { admin: 'Admin', technician: 'Technician', viewer: 'Viewer' };

/** What each may do, in a line. */
export const roleSummaries: Record<Role, string> = {
  admin: 'Full system access and security management',
  technician: 'Task management and user support',
  viewer: 'Read-only access and report viewing',
};
