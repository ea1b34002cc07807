import { type Finding, type FindingDetails, getFinding, listFindings } from '@tenantry/contract/findings';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

type ListQuery = z.output<typeof listFindings.query>;
export type FindingFilters = Pick<ListQuery, 'status' | 'severity' | 'category' | 'remedy' | 'search' | 'groupId'>;
/** Filters and order; an order that is absent is that of urgency. */
export type FindingSelection = FindingFilters & Partial<Pick<ListQuery, 'sort' | 'direction'>>;

/** Takes every filter away, and leaves the order as it is. */
export const noFilters = {
  status: undefined,
  severity: undefined,
  category: undefined,
  remedy: undefined,
  search: undefined,
  groupId: undefined,
} satisfies Record<keyof FindingFilters, undefined>;

export const isFiltered = ({ status, severity, category, remedy, search, groupId }: FindingFilters) =>
  [status, severity, category, remedy, search, groupId].some((value) => value !== undefined);

/** Whether a row stands for all that count as one: not where each is looked for by its words or by what mends it. */
export const isGrouped = ({ remedy, search }: FindingFilters): boolean => remedy === undefined && search === undefined;

/** What a list in this address asks for. What is the default is left out, so that equal lists have equal keys. */
export function selectionOf({
  status,
  severity,
  category,
  remedy,
  search,
  groupId,
  sort,
  direction,
}: ListQuery): FindingSelection {
  const order = sort === 'urgency' ? {} : { sort, direction };
  return { status, severity, category, remedy: remedy || undefined, search: search || undefined, groupId, ...order };
}

/** Findings of a tenant, or of all tenants in the user's scope (null). */
export const findingsQuery = (tenantId: string | null, selection: FindingSelection) =>
  pagedQuery(queryKey('findings', tenantId, selection), (cursor, signal) =>
    call(listFindings, { query: { ...selection, cursor }, tenantId, signal }),
  );

/** As many as a list holds at most: far more than any license is needed by. */
const membersAtMost = 200;

/** All findings that count as one with this one. */
export const findingMembersQuery = ({ id, tenantId }: Pick<Finding, 'id' | 'tenantId'>) =>
  callQuery(queryKey('finding-members', tenantId, { findingId: id }), listFindings, {
    query: { group: id, limit: membersAtMost },
    tenantId,
  });

/** Whether its check is being looked at again. */
export const isBeingRechecked = ({ recheck }: Pick<FindingDetails, 'recheck'>): boolean =>
  recheck !== null && recheck.state !== 'ended';

const pollMs = 1000;

/** One finding with its evidence; while its check is looked at again it is asked for again. */
export const findingQuery = (findingId: string) => {
  const tenantId = tenantIdOfRecordId(findingId);
  return callQuery(queryKey('finding', tenantId, { findingId }), getFinding, {
    params: { findingId },
    tenantId,
    refetchInterval: ({ state }) => (state.data && isBeingRechecked(state.data) ? pollMs : false),
  });
};
