import { listAudits } from '@tenantry/contract/managed-audits';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

type AuditFilters = Pick<z.output<typeof listAudits.query>, 'tenantId' | 'groupId' | 'status'>;

/** The audits of the tenants in scope, the newest first. */
export const auditsQuery = (filters: AuditFilters) =>
  pagedQuery(queryKey('audits', null, filters), (cursor, signal) =>
    call(listAudits, { query: { ...filters, cursor }, tenantId: null, signal }),
  );
