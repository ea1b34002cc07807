import { queryOptions } from '@tanstack/react-query';
import { getTenantPermissions } from '@tenantry/contract/tenant-permissions';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

/** What a tenant has to grant and has granted, by a new token: asked anew each time that it is looked at. */
export const tenantPermissionsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('tenant-permissions', tenantId),
    queryFn: ({ signal }) => call(getTenantPermissions, { params: { tenantId }, tenantId: null, signal }),
    staleTime: 0,
    gcTime: 0,
  });
