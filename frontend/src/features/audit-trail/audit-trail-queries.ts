import { queryOptions } from '@tanstack/react-query';
import { listAuditTrail, trailPageSize } from '@tenantry/contract/audit-trail';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { endOfDay, startOfDay } from '../../lib/calendar-day.ts';
import { queryKey, withinTenant } from '../../lib/query-client.ts';

type Query = z.output<typeof listAuditTrail.query>;
/** Dates are days of the reader's calendar. */
export type TrailFilters = Pick<Query, 'eventType' | 'user' | 'target' | 'startDate' | 'endDate'>;

/** The filters as the API takes them: from the first to the last instant of the reader's days. */
export function asked({ startDate, endDate, ...filters }: TrailFilters): TrailFilters {
  return { ...filters, startDate: startOfDay(startDate) ?? startDate, endDate: endOfDay(endDate) ?? endDate };
}

/** A page of the audit trail; others add to it while it is open, so it is fetched again each time. */
export const auditTrailQuery = (filters: TrailFilters, offset: number) =>
  queryOptions({
    queryKey: queryKey('audit-trail', null, { ...filters, offset }),
    queryFn: ({ signal }) =>
      call(listAuditTrail, { tenantId: null, query: { ...asked(filters), limit: trailPageSize, offset }, signal }),
    staleTime: 0,
    placeholderData: withinTenant(null),
  });
