import { listAuditTrail, trailPageSize } from '@tenantry/contract/audit-trail';
import type * as z from 'zod/mini';
import { endOfDay, startOfDay } from '../../lib/calendar-day.ts';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey, withinTenant } from '../../lib/query-client.ts';

type Query = z.output<typeof listAuditTrail.query>;
/** Dates are days of the reader's calendar. */
export type TrailFilters = Pick<Query, 'eventType' | 'user' | 'target' | 'startDate' | 'endDate' | 'groupId'>;

/** Takes every filter away. */
export const noFilters: TrailFilters = {
  eventType: '',
  user: '',
  target: '',
  startDate: '',
  endDate: '',
  groupId: undefined,
};

export const isFiltered = (filters: TrailFilters): boolean =>
  Object.values(filters).some((value) => value !== '' && value !== undefined);

/** The filters as the API takes them: from the first to the last instant of the reader's days. */
export function asked({ startDate, endDate, ...filters }: TrailFilters): TrailFilters {
  return { ...filters, startDate: startOfDay(startDate) ?? startDate, endDate: endOfDay(endDate) ?? endDate };
}

/** A page of the audit trail; others add to it while it is open, so it is fetched again each time. */
export const auditTrailQuery = (filters: TrailFilters, offset: number) =>
  callQuery(queryKey('audit-trail', null, { ...filters, offset }), listAuditTrail, {
    tenantId: null,
    query: { ...asked(filters), limit: trailPageSize, offset },
    staleTime: 0,
    placeholderData: withinTenant(null),
  });
