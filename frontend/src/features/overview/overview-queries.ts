import { listRecentActivity } from '@tenantry/contract/activities';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { startOfLastFriday } from '../../lib/calendar-day.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

const summariesStaleMs = 60_000;
const activityStaleMs = 30_000;

type ListQuery = z.output<typeof listTenantSummaries.query>;
export type TenantFilters = Pick<ListQuery, 'search' | 'status' | 'need' | 'mode' | 'sort' | 'groupId'>;

/** How the tenants in the user's scope stand that fit the filters, a page at a time, with totals over all of them. */
export const tenantSummariesQuery = (filters: TenantFilters) => ({
  ...pagedQuery(queryKey('tenant-summaries', null, filters), (cursor, signal) =>
    call(listTenantSummaries, {
      query: { ...filters, changesSince: startOfLastFriday(new Date()), cursor },
      tenantId: null,
      signal,
    }),
  ),
  staleTime: summariesStaleMs,
});

/** The latest events over all tenants in the user's scope. */
export const recentActivityQuery = () =>
  callQuery(queryKey('recent-activity', null), listRecentActivity, { tenantId: null, staleTime: activityStaleMs });
