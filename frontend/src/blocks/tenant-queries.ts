import { queryOptions } from '@tanstack/react-query';
import { getLatestAudit } from '@tenantry/contract/audits';
import { getTenantSummary } from '@tenantry/contract/tenants';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

// More than one page asks for these; they share one answer.

const summaryStaleMs = 60_000;

/** The latest audit of a tenant: sample data, or null figures with a reason, before its first. */
export const latestAuditQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('audit-latest', tenantId),
    queryFn: ({ signal }) => call(getLatestAudit, { tenantId, signal }),
    staleTime: summaryStaleMs,
  });

/** A tenant with its latest scan, ended or not. */
export const tenantSummaryQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('tenant-summary', tenantId),
    queryFn: ({ signal }) => call(getTenantSummary, { params: { id: tenantId }, tenantId, signal }),
    staleTime: summaryStaleMs,
  });
