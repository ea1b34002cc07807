import { listWaitingWork } from '@tenantry/contract/approval-decisions';
import type * as z from 'zod/mini';
import { callQuery } from '../lib/call-query.ts';
import { queryKey, withinTenant } from '../lib/query-client.ts';

/** By which what waits is narrowed, whatever the remedy. */
export type WorkFilters = Pick<
  z.output<typeof listWaitingWork.query>,
  'tenantId' | 'groupId' | 'priority' | 'olderThanDays'
>;

/** What waits for a decision by remedy, in the order in which to do it. */
export const waitingWorkQuery = (filters: WorkFilters & { search?: string }) =>
  callQuery(queryKey('waiting-work', null, filters), listWaitingWork, {
    query: filters,
    tenantId: null,
    placeholderData: withinTenant(null),
  });
