import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';

export const ActivityType = z.enum(['api', 'user', 'warning', 'system']);
export type ActivityType = z.infer<typeof ActivityType>;

/** What happened, for people (`message`) and as an event. What is null was not kept of activities of before. */
export const Activity = z.object({
  id: z.string(),
  type: ActivityType,
  message: z.string(),
  timestamp: Instant,
  /** Null where it concerns no tenant. */
  tenantId: z.nullable(TenantId),
  tenantName: z.nullable(z.string()),
  eventType: z.nullable(z.string()),
  /** What it was done to. */
  target: z.nullable(z.string()),
  /** Who did it: a person's name, or `system`. */
  user: z.nullable(z.string()),
  details: z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
});
export type Activity = z.infer<typeof Activity>;

export const listActivities = defineEndpoint({
  name: 'activities',
  summary: 'Recent activity of the selected tenant, or of all tenants in scope',
  method: 'GET',
  path: '/api/activities',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'headerIfPresent' },
  response: z.array(Activity),
});

export const listRecentActivity = defineEndpoint({
  name: 'recent-activity',
  summary: 'Recent activity over all tenants in scope',
  method: 'GET',
  path: '/api/admin/recent-activity',
  access: 'viewer',
  token: 'read',
  response: z.array(Activity),
});
