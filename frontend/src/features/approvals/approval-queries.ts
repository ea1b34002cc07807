import { getApproval, listApprovals, listOwnRequests } from '@tenantry/contract/approvals';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

type ListQuery = z.output<typeof listApprovals.query>;
export type ApprovalFilters = Pick<ListQuery, 'status' | 'type' | 'tenantId' | 'priority'>;

/** Approvals over all tenants in scope, the newest first. */
export const approvalsQuery = (filters: ApprovalFilters) =>
  pagedQuery(queryKey('approvals', null, filters), (cursor, signal) =>
    call(listApprovals, { query: { ...filters, cursor }, tenantId: null, signal }),
  );

/** One approval with its finding, its task and its history. */
export const approvalQuery = (id: string) =>
  callQuery(queryKey('approval', null, { id }), getApproval, { params: { id }, tenantId: null });

/** What the user has asked for. */
export const ownRequestsQuery = () =>
  pagedQuery(queryKey('own-requests', null), (cursor, signal) =>
    call(listOwnRequests, { query: { cursor }, tenantId: null, signal }),
  );
