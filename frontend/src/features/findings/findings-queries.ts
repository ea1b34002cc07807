import { queryOptions } from '@tanstack/react-query';
import { getFinding, listFindings } from '@tenantry/contract/findings';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

type ListQuery = z.output<typeof listFindings.query>;
export type FindingFilters = Pick<ListQuery, 'status' | 'severity' | 'category' | 'search'>;

/** Findings of a tenant, or of all tenants in the user's scope (null), most urgent first. */
export const findingsQuery = (tenantId: string | null, filters: FindingFilters) =>
  pagedQuery(queryKey('findings', tenantId, filters), (cursor, signal) =>
    call(listFindings, { query: { ...filters, cursor }, tenantId, signal }),
  );

/** One finding with its evidence. */
export const findingQuery = (findingId: string) => {
  const tenantId = tenantIdOfRecordId(findingId);
  return queryOptions({
    queryKey: queryKey('finding', tenantId, { findingId }),
    queryFn: ({ signal }) => call(getFinding, { params: { findingId }, tenantId, signal }),
  });
};
