import { listTenants } from '@tenantry/contract/tenants';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** The tenants of a group, as far as the user may see them. */
export const tenantsOfGroupQuery = (groupId: string) =>
  callQuery(queryKey('tenants-of-group', null, { groupId }), listTenants, { query: { groupId }, tenantId: null });
