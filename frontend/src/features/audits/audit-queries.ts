import { getM365SecureScore } from '@tenantry/contract/dashboard';
import { listAudits } from '@tenantry/contract/managed-audits';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

type AuditFilters = Pick<z.output<typeof listAudits.query>, 'tenantId' | 'groupId' | 'status'>;

/** The audits of the tenants in scope, the newest first. */
export const auditsQuery = (filters: AuditFilters) =>
  pagedQuery(queryKey('audits', null, filters), (cursor, signal) =>
    call(listAudits, { query: { ...filters, cursor }, tenantId: null, signal }),
  );

const secureScoreStaleMs = 15 * 60_000;

/** Microsoft's own Secure Score, as the audit page sets it beside ours. Tried three times (specification, section 7). */
export const m365SecureScoreQuery = (tenantId: string) =>
  callQuery(queryKey('m365-secure-score', tenantId), getM365SecureScore, {
    tenantId,
    staleTime: secureScoreStaleMs,
    retry: 2,
  });
