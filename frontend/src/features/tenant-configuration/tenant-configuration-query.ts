import { queryOptions } from '@tanstack/react-query';
import { getTenantConfiguration } from '@tenantry/contract/tenant-configuration';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

/** Whether tenant configuration is set up for a tenant: asked anew each time that it is looked at. */
export const tenantConfigurationQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('tenant-configuration', tenantId),
    queryFn: ({ signal }) => call(getTenantConfiguration, { params: { id: tenantId }, tenantId: null, signal }),
    staleTime: 0,
    gcTime: 0,
  });
