import { listWorkingTenants } from '@tenantry/contract/connections';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

const staleMs = 30_000;

/** The tenants in scope with the state of their connection: those that are connected can be asked. */
export const workingTenantsQuery = () =>
  callQuery(queryKey('working-tenants', null), listWorkingTenants, { tenantId: null, staleTime: staleMs });
