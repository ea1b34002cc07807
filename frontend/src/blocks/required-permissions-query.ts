import { listRequiredPermissions } from '@tenantry/contract/tenant-permissions';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** The permissions that every tenant has to grant. They come from the datasets of the product, and change with it alone. */
export const requiredPermissionsQuery = () =>
  callQuery(queryKey('required-permissions', null), listRequiredPermissions, { tenantId: null });
