import { queryOptions } from '@tanstack/react-query';
import { getDrift, listCompletedScans } from '@tenantry/contract/drift';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { pagedQuery, queryKey, withinTenant } from '../../lib/query-client.ts';

/** The two scans in the page's address; without them the last two are compared. */
export const ScanChoice = z.pick(getDrift.query, { from: true, to: true });
export type ScanChoice = z.output<typeof ScanChoice>;

/** What changed between two scans of a tenant. */
export const driftQuery = (tenantId: string, choice: ScanChoice) =>
  queryOptions({
    queryKey: queryKey('drift', tenantId, choice),
    queryFn: ({ signal }) => call(getDrift, { query: { tenantId, ...choice }, tenantId, signal }),
    placeholderData: withinTenant(tenantId),
  });

/** The scans that can be compared, newest first. */
export const scansQuery = (tenantId: string) =>
  pagedQuery(queryKey('completed-scans', tenantId), (cursor, signal) =>
    call(listCompletedScans, { query: { tenantId, limit: 100, cursor }, tenantId, signal }),
  );
