import { queryOptions } from '@tanstack/react-query';
import { listRecentActivity } from '@tenantry/contract/activities';
import { getAdminStats } from '@tenantry/contract/admin-stats';
import { getSystemHealth } from '@tenantry/contract/health';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** Specification, section 9 of the tenant-facing part. */
const statsStaleMs = 30_000;
const activityStaleMs = 30_000;
const summariesStaleMs = 60_000;

/** How much there is of everything in scope. */
export const adminStatsQuery = () =>
  callQuery(queryKey('admin-stats', null), getAdminStats, { tenantId: null, staleTime: statsStaleMs });

/** The totals over all tenants in scope; of the list itself one row is all that is asked for. */
export const tenantTotalsQuery = () =>
  queryOptions({
    queryKey: queryKey('tenant-totals', null),
    queryFn: async ({ signal }) =>
      (await call(listTenantSummaries, { query: { limit: 1 }, tenantId: null, signal })).summary,
    staleTime: summariesStaleMs,
  });

export const recentActivityQuery = () =>
  callQuery(queryKey('recent-activity', null), listRecentActivity, { tenantId: null, staleTime: activityStaleMs });

/** The last probes of the services: for administrators of all tenants. */
export const servicesQuery = () =>
  callQuery(queryKey('system-health', null), getSystemHealth, { tenantId: null, staleTime: 0 });
