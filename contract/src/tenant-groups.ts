import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid, TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { line } from './text.ts';

/** A word that somebody puts on tenants: `gold`, `healthcare`. Its case does not tell it from another. */
export const Tag = line({
  min: 1,
  tooShort: 'Enter a tag',
  max: 40,
  tooLong: 'Keep a tag under 40 characters',
}).check(z.regex(/^[^,]*$/, 'A tag cannot contain a comma'));
export const maxTags = 20;

/** The license of Microsoft Entra ID, which decides what a tenant can be protected with; `none`: the free one. */
export const EntraLicense = z.enum(['none', 'p1', 'p2']);
export type EntraLicense = z.infer<typeof EntraLicense>;
export const entraLicenseLabels: Readonly<Record<EntraLicense, string>> = {
  none: 'No Entra ID P1 or P2',
  p1: 'Entra ID P1',
  p2: 'Entra ID P2',
};

/** Whether a tenant came by partner sync, or somebody connected or created it. */
export const TenantOrigin = z.enum(['partner', 'direct']);
export type TenantOrigin = z.infer<typeof TenantOrigin>;

/** One thing that is so of a tenant. Of a domain: one that Microsoft has verified for it is this one, or lies beneath it. */
export const GroupCondition = z.discriminatedUnion('field', [
  z.object({ field: z.literal('tag'), value: Tag }),
  z.object({ field: z.literal('license'), value: EntraLicense }),
  z.object({
    field: z.literal('domain'),
    value: line({ min: 1, tooShort: 'Enter a domain', max: 253, tooLong: 'Must be a domain such as contoso.com' }),
  }),
  z.object({ field: z.literal('provider'), value: TenantOrigin }),
  z.object({ field: z.literal('mode'), value: z.enum(['live', 'simulated']) }),
]);
export type GroupCondition = z.infer<typeof GroupCondition>;

/** The tenants of which all of these are so, or any. */
export const GroupRule = z.object({
  match: z.enum(['all', 'any']),
  conditions: z.array(GroupCondition).check(z.minLength(1, 'Add at least one condition'), z.maxLength(20)),
});
export type GroupRule = z.infer<typeof GroupRule>;

/** By which a group and its tags are marked; pages give each a color of the theme. */
export const GroupColor = z.enum(['gray', 'blue', 'green', 'orange', 'red']);
export type GroupColor = z.infer<typeof GroupColor>;

export const TenantGroup = z.object({
  id: LowerGuid,
  name: z.string(),
  color: GroupColor,
  /** Null for callers who do not see every tenant: a rule may name what is others'. */
  rule: z.nullable(GroupRule),
  /** How many of the caller's tenants are in it. */
  tenants: z.number(),
  /** How many users have it as their scope; null for callers who do not see every tenant. */
  scopedUsers: z.nullable(z.number()),
  revision: z.number(),
  updatedAt: Instant,
  updatedBy: z.string(),
});
export type TenantGroup = z.infer<typeof TenantGroup>;

const groupFields = {
  name: line({ min: 1, tooShort: 'Name is required', max: 80, tooLong: 'Keep the name under 80 characters' }),
  color: z._default(GroupColor, 'gray'),
  rule: GroupRule,
};

export const listTenantGroups = defineEndpoint({
  name: 'tenant-groups',
  summary: 'The groups in which some of your tenants are, by name',
  method: 'GET',
  path: '/api/admin/tenant-groups',
  access: 'viewer',
  token: 'read',
  response: z.object({ groups: z.array(TenantGroup) }),
});

export const createTenantGroup = defineEndpoint({
  name: 'tenant-group-create',
  summary: 'Create a group of the tenants that a rule fits',
  method: 'POST',
  path: '/api/admin/tenant-groups',
  access: 'admin',
  body: z.object(groupFields),
  response: TenantGroup,
  statuses: [201],
});

export const changeTenantGroup = defineEndpoint({
  name: 'tenant-group-change',
  summary: 'Change a group; where it is the scope of users, they see the tenants that it holds then',
  method: 'PUT',
  path: '/api/admin/tenant-groups/{groupId}',
  access: 'admin',
  stepUp: 'sometimes',
  params: z.object({ groupId: LowerGuid }),
  body: z.object({ ...groupFields, revision: z.int() }),
  response: TenantGroup,
});

export const deleteTenantGroup = defineEndpoint({
  name: 'tenant-group-delete',
  summary: 'Delete a group that is nobody’s scope',
  method: 'DELETE',
  path: '/api/admin/tenant-groups/{groupId}',
  access: 'admin',
  params: z.object({ groupId: LowerGuid }),
  response: z.object({ success: z.literal(true) }),
});

/** What stands on a tenant beside its name. */
export const TenantLabels = z.object({
  tenantId: TenantId,
  tags: z.array(z.string()),
  owner: z.nullable(z.object({ userId: z.string(), name: z.string() })),
  groups: z.array(z.object({ id: LowerGuid, name: z.string(), color: GroupColor })),
});
export type TenantLabels = z.infer<typeof TenantLabels>;

export const getTenantLabels = defineEndpoint({
  name: 'tenant-labels',
  summary: 'The tags, the owner and the groups of a tenant',
  method: 'GET',
  path: '/api/tenant/{id}/labels',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  response: TenantLabels,
});

export const changeTenantLabels = defineEndpoint({
  name: 'tenant-labels-change',
  summary: 'Set the tags of a tenant, and who looks after it; what is absent stays',
  method: 'PUT',
  path: '/api/tenant/{id}/labels',
  access: 'technician',
  tenant: { from: 'path', name: 'id' },
  stepUp: 'sometimes',
  params: z.object({ id: TenantId }),
  body: z.object({
    tags: z.optional(z.array(Tag).check(z.maxLength(maxTags, `A tenant can have ${maxTags} tags`))),
    /** Null: nobody. */
    ownerId: z.optional(z.nullable(line({ max: 60 }))),
    /** The tags as the editor saw them: where they are others by now, nothing is changed (409). */
    expected: z.optional(z.array(Tag)),
  }),
  response: TenantLabels,
});
