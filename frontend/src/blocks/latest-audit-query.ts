import { queryOptions } from '@tanstack/react-query';
import { getLatestAudit } from '@tenantry/contract/audits';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

const staleMs = 60_000;

/** The latest audit of a tenant: sample data, or null figures with a reason, before its first. */
export const latestAuditQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('audit-latest', tenantId),
    queryFn: ({ signal }) => call(getLatestAudit, { tenantId, signal }),
    staleTime: staleMs,
  });
