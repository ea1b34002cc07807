import { queryOptions } from '@tanstack/react-query';
import { listRequiredPermissions } from '@tenantry/contract/tenant-permissions';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

/** The permissions that every tenant has to grant. They come from the datasets of the product, and change with it alone. */
export const requiredPermissionsQuery = () =>
  queryOptions({
    queryKey: queryKey('required-permissions', null),
    queryFn: ({ signal }) => call(listRequiredPermissions, { tenantId: null, signal }),
  });
