import { queryOptions } from '@tanstack/react-query';
import { listRecentActivity } from '@tenantry/contract/activities';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { call } from '../../lib/api-client.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

const summariesStaleMs = 60_000;
const activityStaleMs = 30_000;

/** Health of every organization in the user's scope, a page at a time. */
export const tenantSummariesQuery = () => ({
  ...pagedQuery(queryKey('tenant-summaries', null), (cursor, signal) =>
    call(listTenantSummaries, { query: { cursor }, tenantId: null, signal }),
  ),
  staleTime: summariesStaleMs,
});

/** The latest events over all organizations in the user's scope. */
export const recentActivityQuery = () =>
  queryOptions({
    queryKey: queryKey('recent-activity', null),
    queryFn: ({ signal }) => call(listRecentActivity, { tenantId: null, signal }),
    staleTime: activityStaleMs,
  });
