import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';

export const RequiredPermission = z.object({
  permission: z.string(),
  /** Of the application itself, or of whoever connected the tenant. */
  kind: z.enum(['application', 'delegated']),
  /** The data that it is for, as they stand within a sentence. */
  usedFor: z.array(z.string()),
  /** The checks that cannot be made without it. */
  checks: z.array(z.object({ checkId: z.string(), title: z.string() })),
});
export type RequiredPermission = z.infer<typeof RequiredPermission>;

export const TenantPermission = z.extend(RequiredPermission, {
  state: z.enum(['granted', 'missing', 'unknown']),
  /** By which permission, where a wider one was granted; else null. */
  grantedBy: z.nullable(z.string()),
});
export type TenantPermission = z.infer<typeof TenantPermission>;

export const TenantPermissions = z.object({
  permissions: z.array(TenantPermission),
  checkedAt: Instant,
  /** Why nobody can say what was granted to the application; null where that is known. */
  unknownBecause: z.nullable(z.string()),
});
export type TenantPermissions = z.infer<typeof TenantPermissions>;

export const listRequiredPermissions = defineEndpoint({
  name: 'required-permissions',
  summary: 'The permissions of Microsoft Graph that every tenant has to grant',
  method: 'GET',
  path: '/api/admin/required-permissions',
  access: 'admin',
  token: 'read',
  response: z.array(RequiredPermission),
});

export const getTenantPermissions = defineEndpoint({
  name: 'tenant-permissions',
  summary: 'The permissions of Microsoft Graph that a tenant has to grant, and which of them it has granted',
  method: 'GET',
  path: '/api/admin/credentials/{tenantId}/permissions',
  access: 'admin',
  token: 'read',
  tenant: { from: 'path', name: 'tenantId' },
  params: z.object({ tenantId: TenantId }),
  response: TenantPermissions,
});
