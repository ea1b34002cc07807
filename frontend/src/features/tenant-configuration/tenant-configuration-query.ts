import { getTenantConfiguration } from '@tenantry/contract/tenant-configuration';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** Whether tenant configuration is set up for a tenant: asked anew each time that it is looked at. */
export const tenantConfigurationQuery = (tenantId: string) =>
  callQuery(queryKey('tenant-configuration', tenantId), getTenantConfiguration, {
    params: { id: tenantId },
    tenantId: null,
    staleTime: 0,
    gcTime: 0,
  });
