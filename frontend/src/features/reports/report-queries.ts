import { getReportComparisons } from '@tenantry/contract/audits';
import { type GeneratedReport, listReports } from '@tenantry/contract/generated-reports';
import { getReportTimeZone } from '@tenantry/contract/report-settings';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

const pollMs = 1000;

/** Whether a report is still being made, or waits for it. */
export const isUnderWay = ({ status }: Pick<GeneratedReport, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** What the report of a tenant's latest audit can be compared with. */
export const reportComparisonsQuery = (tenantId: string) =>
  callQuery(queryKey('report-comparisons', tenantId), getReportComparisons, { params: { id: tenantId }, tenantId });

const reports = (tenantId: string) =>
  pagedQuery(queryKey('reports', tenantId), (cursor, signal) =>
    call(listReports, { query: { limit: 20, cursor }, tenantId, signal }),
  );

/** The reports that were made of a tenant, the newest first; asked for again each second while one is being made. */
export const reportsQuery = (tenantId: string): ReportsQuery => ({
  ...reports(tenantId),
  // Somebody else may have made one meanwhile.
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? pollMs : false),
});

type ReportsQuery = ReturnType<typeof reports>;

/** The time zone in which the reports of a tenant tell times. */
export const reportTimeZoneQuery = (tenantId: string) =>
  callQuery(queryKey('report-time-zone', tenantId), getReportTimeZone, { params: { id: tenantId }, tenantId });
