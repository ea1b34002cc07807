import { listTenantGroups } from '@tenantry/contract/tenant-groups';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** The groups of the tenants in the user's scope. */
export const tenantGroupsQuery = () =>
  callQuery(queryKey('tenant-groups', null), listTenantGroups, { tenantId: null, staleTime: 60_000 });
