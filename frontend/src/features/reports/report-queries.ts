import { queryOptions } from '@tanstack/react-query';
import { getReportComparisons } from '@tenantry/contract/audits';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

/** What the report of a tenant's latest audit can be compared with. */
export const reportComparisonsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('report-comparisons', tenantId),
    queryFn: ({ signal }) => call(getReportComparisons, { params: { id: tenantId }, tenantId, signal }),
  });
