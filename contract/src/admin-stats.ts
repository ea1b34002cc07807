import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

const Figure = z.nullable(z.number());

/** What there is in the caller's scope. A figure that is not known is null, and `unknownBecause` says why, by its name. */
export const AdminStats = z.object({
  totalTenants: Figure,
  /** Who can sign in here: local users and our staff. */
  totalUsers: Figure,
  /** Accounts of the customers' directories, none of which signs in here. */
  directoryAccounts: Figure,
  totalAudits: Figure,
  pendingApprovals: Figure,
  /** Tasks that are not completed. */
  activeTasks: Figure,
  completedTasks: Figure,
  unknownBecause: z.record(z.string(), z.string()),
});
export type AdminStats = z.infer<typeof AdminStats>;

export const getAdminStats = defineEndpoint({
  name: 'stats',
  summary: 'How many tenants, users, audits, pending approvals and tasks there are in scope',
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  token: 'read',
  allTenants: false,
  response: AdminStats,
});

export const getDashboardStats = defineEndpoint({
  name: 'dashboard-stats',
  summary: 'The same of the selected tenant, or of all tenants in scope',
  method: 'GET',
  path: '/api/dashboard/stats',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'headerIfPresent' },
  response: AdminStats,
});
