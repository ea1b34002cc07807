import { getDecisionRun } from '@tenantry/contract/approval-decisions';
import { getApprovalRules } from '@tenantry/contract/approval-rules';
import { getApproval, listApprovals, listOwnRequests } from '@tenantry/contract/approvals';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

type ListQuery = z.output<typeof listApprovals.query>;
export type ApprovalFilters = Pick<
  ListQuery,
  'status' | 'type' | 'tenantId' | 'groupId' | 'priority' | 'remedyId' | 'olderThanDays'
>;

/** Approvals over all tenants in scope, the newest first. */
export const approvalsQuery = (filters: ApprovalFilters) =>
  pagedQuery(queryKey('approvals', null, filters), (cursor, signal) =>
    call(listApprovals, { query: { ...filters, cursor }, tenantId: null, signal }),
  );

/** How many approvals there are by status: it comes with any page of the list. */
export const approvalTotalsQuery = () =>
  callQuery(queryKey('approval-totals', null), listApprovals, { query: { limit: 1 }, tenantId: null });

const pollMs = 1000;

/** A decision on many requests; asked for again until it is over. */
export const decisionRunQuery = (runId: string) =>
  callQuery(queryKey('decision-run', null, { runId }), getDecisionRun, {
    params: { runId },
    tenantId: null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? pollMs : false),
  });

/** What is settled before the scanner asks. */
export const approvalRulesQuery = () =>
  callQuery(queryKey('approval-rules', null), getApprovalRules, { tenantId: null });

/** One approval with its finding, its task and its history. */
export const approvalQuery = (id: string) =>
  callQuery(queryKey('approval', null, { id }), getApproval, { params: { id }, tenantId: null });

/** What the user has asked for. */
export const ownRequestsQuery = () =>
  pagedQuery(queryKey('own-requests', null), (cursor, signal) =>
    call(listOwnRequests, { query: { cursor }, tenantId: null, signal }),
  );
