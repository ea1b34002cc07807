import { getTenantPermissions } from '@tenantry/contract/tenant-permissions';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** What a tenant has to grant and has granted, by a new token: asked anew each time that it is looked at. */
export const tenantPermissionsQuery = (tenantId: string) =>
  callQuery(queryKey('tenant-permissions', tenantId), getTenantPermissions, {
    params: { tenantId },
    tenantId: null,
    staleTime: 0,
    gcTime: 0,
  });
