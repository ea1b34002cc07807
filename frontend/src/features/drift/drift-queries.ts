import { getDrift, listCompletedScans } from '@tenantry/contract/drift';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey, withinTenant } from '../../lib/query-client.ts';

/** The comparison in the page's address; without it the last two scans are compared. */
export const Comparison = z.pick(getDrift.query, { from: true, to: true, since: true });
export type Comparison = z.output<typeof Comparison>;

/** What changed between two scans of a tenant. */
export const driftQuery = (tenantId: string, comparison: Comparison) =>
  callQuery(queryKey('drift', tenantId, comparison), getDrift, {
    query: { tenantId, ...comparison },
    tenantId,
    placeholderData: withinTenant(tenantId),
  });

/**
 * The scans that can be compared, newest first.
 * @param before those of before this instant alone
 */
export const scansQuery = (tenantId: string, before: string | undefined) =>
  pagedQuery(queryKey('completed-scans', tenantId, { before }), (cursor, signal) =>
    call(listCompletedScans, { query: { tenantId, limit: 20, before, cursor }, tenantId, signal }),
  );
