import { queryOptions } from '@tanstack/react-query';
import { listWorkingTenants } from '@tenantry/contract/connections';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

const staleMs = 30_000;

/** The tenants in scope with the state of their connection: those that are connected can be asked. */
export const workingTenantsQuery = () =>
  queryOptions({
    queryKey: queryKey('working-tenants', null),
    queryFn: ({ signal }) => call(listWorkingTenants, { tenantId: null, signal }),
    staleTime: staleMs,
  });
