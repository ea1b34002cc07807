import { queryOptions } from '@tanstack/react-query';
import {
  getTenantBaselines,
  listAlignment,
  listBaselineChecks,
  listExceptions,
  previewBaseline,
} from '@tenantry/contract/baselines';
import type { Parsed } from '@tenantry/contract/endpoint';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey, withinTenant } from '../../lib/query-client.ts';

/** Which rows of the alignment are listed, as the page's address has it. */
export const AlignmentAddress = z.pick(listAlignment.query, {
  baselineId: true,
  groupId: true,
  state: true,
  search: true,
});
export type AlignmentAddress = z.output<typeof AlignmentAddress>;

/** What baselines can be made of. */
export const baselineChecksQuery = () =>
  callQuery(queryKey('baseline-checks', null), listBaselineChecks, { tenantId: null });

/** Tenants against their baselines, the worst first. */
export const alignmentQuery = (filters: AlignmentAddress) =>
  pagedQuery(queryKey('baselines', null, { alignment: filters }), (cursor, signal) =>
    call(listAlignment, { query: { ...filters, cursor }, tenantId: null, signal }),
  );

/** The exceptions that hold, those that end first first. */
export const exceptionsQuery = ({ state: _, ...filters }: AlignmentAddress) =>
  pagedQuery(queryKey('baselines', null, { exceptions: filters }), (cursor, signal) =>
    call(listExceptions, { query: { ...filters, cursor }, tenantId: null, signal }),
  );

export type PreviewBody = z.input<typeof previewBaseline.body>;

/** What a baseline would require of whom, before it is saved. */
export const previewQuery = (body: PreviewBody) =>
  queryOptions<Parsed<typeof previewBaseline.response>>({
    queryKey: queryKey('baselines', null, { preview: body }),
    queryFn: ({ signal }) => call(previewBaseline, { body, tenantId: null, signal }),
    placeholderData: withinTenant(null),
    enabled: body.groupIds.length > 0 && body.checkIds.length > 0,
  });

/** A tenant against each of its baselines, check by check. */
export const tenantBaselinesQuery = (tenantId: string) =>
  callQuery(queryKey('baselines', tenantId), getTenantBaselines, { params: { id: tenantId }, tenantId });
