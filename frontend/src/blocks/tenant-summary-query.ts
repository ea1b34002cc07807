import { queryOptions } from '@tanstack/react-query';
import { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

const staleMs = 60_000;

/** A tenant with its latest scan, ended or not. */
export const tenantSummaryQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('tenant-summary', tenantId),
    queryFn: ({ signal }) => call(getTenantSummary, { params: { id: tenantId }, tenantId, signal }),
    staleTime: staleMs,
  });
