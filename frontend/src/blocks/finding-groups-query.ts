import { listFindingGroups } from '@tenantry/contract/findings';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** The open findings of a tenant by what closes them together, in the one order. */
export const findingGroupsQuery = (tenantId: string) =>
  callQuery(queryKey('finding-groups', tenantId), listFindingGroups, { query: { tenantId }, tenantId });
