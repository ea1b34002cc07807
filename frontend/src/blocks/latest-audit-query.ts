import { getLatestAudit } from '@tenantry/contract/audits';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

const staleMs = 60_000;

/** The latest audit of a tenant: sample data, or null figures with a reason, before its first. */
export const latestAuditQuery = (tenantId: string) =>
  callQuery(queryKey('audit-latest', tenantId), getLatestAudit, { tenantId, staleTime: staleMs });
