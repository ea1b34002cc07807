import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { TenantId } from './ids.ts';

export const Tenant = z.object({
  id: TenantId,
  name: z.string(),
  displayName: z.string(),
  domain: z.string(),
  /** The tenant's Microsoft 365 is the built-in simulator. */
  isMock: z.boolean(),
});
export type Tenant = z.infer<typeof Tenant>;

export const listTenants = defineEndpoint({
  name: 'tenants',
  summary: 'The tenants in the scope of the caller',
  method: 'GET',
  path: '/api/tenants',
  access: 'viewer',
  token: 'read',
  group: 'query',
  query: z.object(groupFilter),
  response: z.object({ tenants: z.array(Tenant) }),
});
