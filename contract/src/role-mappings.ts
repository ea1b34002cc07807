import * as z from 'zod/mini';
import { Role } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';
import { GivenId } from './ids.ts';
import { Instant } from './lists.ts';
import { line } from './text.ts';

/** A directory role of Microsoft 365 and the role that its holders have here. The first that fits decides. */
export const RoleMapping = z.object({
  id: z.string(),
  m365Role: z.string(),
  localRole: Role,
  description: z.string(),
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type RoleMapping = z.infer<typeof RoleMapping>;

const M365Role = line({ min: 1, tooShort: 'M365 role is required', max: 256 });
const LocalRole = z.enum(['admin', 'technician', 'viewer'], 'Please select a local role');
const mappingParams = z.object({
  id: GivenId,
});

export const listRoleMappings = defineEndpoint({
  name: 'role-mappings',
  summary: 'Which directory role gives which role here, in the order in which they are tried',
  method: 'GET',
  path: '/api/admin/role-mappings',
  access: 'admin',
  response: z.array(RoleMapping),
});

export const createRoleMapping = defineEndpoint({
  name: 'role-mapping-create',
  summary: 'Map a directory role',
  method: 'POST',
  path: '/api/admin/role-mappings',
  access: 'admin',
  stepUp: true,
  body: z.object({
    m365Role: M365Role,
    localRole: z._default(LocalRole, 'viewer'),
    description: z._default(line({ max: 500 }), ''),
    isActive: z._default(z.boolean(), true),
  }),
  response: RoleMapping,
});

export const changeRoleMapping = defineEndpoint({
  name: 'role-mapping-change',
  summary: 'Change a mapping',
  method: 'PUT',
  path: '/api/admin/role-mappings/{id}',
  access: 'admin',
  stepUp: true,
  params: mappingParams,
  body: z.object({
    m365Role: M365Role,
    localRole: LocalRole,
    description: z.optional(line({ max: 500 })),
    isActive: z.optional(z.boolean()),
  }),
  response: RoleMapping,
});

export const deleteRoleMapping = defineEndpoint({
  name: 'role-mapping-delete',
  summary: 'Delete a mapping',
  method: 'DELETE',
  path: '/api/admin/role-mappings/{id}',
  access: 'admin',
  stepUp: true,
  params: mappingParams,
  response: z.object({ success: z.literal(true) }),
});

export const AdminSettings = z.object({
  role_sync_enabled: z.boolean(),
  last_updated: z.nullable(Instant),
  updated_by: z.nullable(z.string()),
});

export const getAdminSettings = defineEndpoint({
  name: 'settings',
  summary: 'Whether roles are mapped again at every Microsoft sign-in',
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  response: AdminSettings,
});

export const changeAdminSettings = defineEndpoint({
  name: 'settings-change',
  summary: 'Switch the mapping of roles at every sign-in on or off',
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'admin',
  stepUp: true,
  body: z.object({ role_sync_enabled: z.boolean() }),
  response: AdminSettings,
});

/** `oauthEnabled`: the product is registered with Microsoft. `localFallback`: local passwords beside it. */
export const AuthSettings = z.object({
  oauthEnabled: z.boolean(),
  localFallback: z.boolean(),
  allowLocalLogin: z.boolean(),
});

export const getAuthSettings = defineEndpoint({
  name: 'auth-settings',
  summary: 'How people can sign in',
  method: 'GET',
  path: '/api/settings/auth',
  access: 'admin',
  response: AuthSettings,
});

export const changeAuthSettings = defineEndpoint({
  name: 'auth-settings-change',
  summary: 'Switch sign-in with local passwords on or off',
  method: 'PATCH',
  path: '/api/settings/auth',
  access: 'admin',
  stepUp: true,
  body: z.object({ allowLocalLogin: z.boolean() }),
  response: AuthSettings,
});
