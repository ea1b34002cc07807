import { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

const staleMs = 60_000;

/** A tenant with its latest scan, ended or not. */
export const tenantSummaryQuery = (tenantId: string) =>
  callQuery(queryKey('tenant-summary', tenantId), getTenantSummary, {
    params: { id: tenantId },
    tenantId,
    staleTime: staleMs,
  });
