import * as z from 'zod/mini';
import { Role, trimmed } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid, TenantId } from './ids.ts';
import { Instant, listQuery, SearchText } from './lists.ts';
import { line } from './text.ts';
import { NewPassword } from './user-passwords.ts';

const guid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** The id of somebody who signs in here. */
export const UserId = z
  .string()
  .check(z.regex(new RegExp(`^(?:first-admin|user-${guid})$`), 'Must be an id as this API gave it out'));

/** Which tenants a user may see. */
export const UserScope = z.object({
  kind: z.enum(['all', 'tenants', 'none']),
  /** Those of them that the caller may see, too; of a scope that names groups, those that are named beside them. */
  tenants: z.array(z.object({ id: TenantId, name: z.string() })),
  /** How many of their tenants the caller may see, those of groups among them. */
  tenantCount: z.number(),
  /** Ids of the groups whose tenants they see. */
  groupIds: z.array(LowerGuid),
});

/** Somebody who signs in here, or an account of a customer's directory. Null: not known; the reason stands beside it. */
export const DirectoryUser = z.object({
  id: z.string(),
  /** The user name here, or the user principal name. */
  username: z.nullable(z.string()),
  displayName: z.string(),
  email: z.nullable(z.string()),
  jobTitle: z.nullable(z.string()),
  source: z.enum(['local', 'm365']),
  /** A contact of a client, who signs in to the room of their tenant and sees nothing else. */
  isClient: z.boolean(),
  /** They sign in to this product. An account of a customer's directory does not. */
  signsInHere: z.boolean(),
  /** Of a customer's account: the role that its directory roles would be mapped to. */
  role: z.nullable(Role),
  roleSource: z.nullable(z.enum(['manual', 'mapped', 'default'])),
  roleUnknownBecause: z.nullable(z.string()),
  /** The first tenant of their scope, or the one whose directory it is; null where it is all of them, or none. */
  tenantId: z.nullable(TenantId),
  tenantName: z.nullable(z.string()),
  /** Null for an account that does not sign in here. */
  scope: z.nullable(UserScope),
  hasLocalAuth: z.boolean(),
  accountEnabled: z.nullable(z.boolean()),
  isMfaEnforced: z.nullable(z.boolean()),
  mfaUnknownBecause: z.nullable(z.string()),
  isLicensed: z.nullable(z.boolean()),
  licenseUnknownBecause: z.nullable(z.string()),
});
export type DirectoryUser = z.infer<typeof DirectoryUser>;

/** How many there are in the caller's scope, whatever is searched for. */
export const UserCounts = z.object({
  /** Who can sign in here: local users and our staff. Accounts of the customers' directories cannot; contacts of clients get into their room alone. */
  signIn: z.number(),
  /** With contacts of clients, who stand in the list and are counted nowhere else. Null where `m365` is not known. */
  total: z.nullable(z.number()),
  local: z.number(),
  /** Our staff and the customers' accounts; null while a directory was never read. */
  m365: z.nullable(z.number()),
  /** Those that are known of. */
  m365AtLeast: z.number(),
  unknownBecause: z.nullable(z.string()),
});
export type UserCounts = z.infer<typeof UserCounts>;

export const listUsers = defineEndpoint({
  name: 'users',
  summary: 'Everybody who signs in here, then the accounts of the customers’ directories, by name; as far as in scope',
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  allTenants: false,
  query: z.object({
    ...listQuery,
    /** Names, addresses and tenants that begin with it, whatever case and accents. */
    search: z.optional(SearchText),
    source: z._default(z.enum(['all', 'local', 'm365']), 'all'),
    role: z._default(z.enum(['all', ...Role.options]), 'all'),
  }),
  response: z.object({
    items: z.array(DirectoryUser),
    /** How many match; null where that would mean to read them all, with the reason beside it. */
    total: z.nullable(z.number()),
    countUnknownBecause: z.nullable(z.string()),
    counts: UserCounts,
    /** The only one who can administer the installation; null where there are several. */
    lastAdministratorId: z.nullable(z.string()),
    nextCursor: z.optional(z.string()),
  }),
});

const Username = trimmed().check(
  z.minLength(3, 'Username must be at least 3 characters'),
  z.maxLength(50, 'Username must be less than 50 characters'),
  z.regex(/^[A-Za-z0-9_-]+$/, 'Username can only contain letters, numbers, underscores, and hyphens'),
);
export const UserEmail = trimmed().check(
  z.minLength(1, 'Email is required'),
  z.maxLength(254, 'Please enter a valid email address'),
  z.email('Please enter a valid email address'),
);
const DisplayName = line({
  min: 1,
  tooShort: 'Display name is required',
  max: 100,
  tooLong: 'Display name must be less than 100 characters',
});

/** As many tenants can be listed one by one; more are all of them. */
export const maxScopeTenants = 1000;
const noTenantChosen = 'Choose at least one tenant, or all of them';
const scopeFields = {
  /** One tenant; null: all of them. */
  tenantId: z.optional(z.nullable(TenantId)),
  /** Several tenants, in place of `tenantId`. */
  tenantIds: z.optional(z.array(TenantId).check(z.minLength(1, noTenantChosen), z.maxLength(maxScopeTenants))),
  /** The tenants of these groups, whichever they are at the time, beside `tenantIds`. For callers who see every tenant. */
  groupIds: z.optional(z.array(LowerGuid).check(z.minLength(1, 'Choose at least one group'), z.maxLength(50))),
};

export const createUser = defineEndpoint({
  name: 'user-create',
  summary: 'Create a local user',
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  stepUp: true,
  body: z
    .object({
      username: Username,
      email: UserEmail,
      displayName: DisplayName,
      role: z._default(z.enum(Role.options, 'Please select a role'), 'technician'),
      password: NewPassword,
      confirmPassword: z.optional(z.string()),
      authType: z.optional(z.literal('local')),
      ...scopeFields,
    })
    .check(
      z.refine((form) => form.confirmPassword === undefined || form.confirmPassword === form.password, {
        message: "Passwords don't match",
        path: ['confirmPassword'],
      }),
    ),
  statuses: [201],
  response: DirectoryUser,
});

const params = z.object({ id: UserId });

export const changeUser = defineEndpoint({
  name: 'user-change',
  summary: 'Change the role, the tenants or the name of a user, or disable them; what is not given stays',
  method: 'PUT',
  path: '/api/admin/users/{id}',
  access: 'admin',
  stepUp: true,
  params,
  body: z
    .object({
      role: z.optional(z.enum(Role.options, 'Please select a role')),
      displayName: z.optional(DisplayName),
      disabled: z.optional(z.boolean()),
      ...scopeFields,
    })
    .check(
      z.refine(
        (body) => Object.values(body).some((value) => value !== undefined),
        'Say what is to change: role, tenantId, tenantIds, groupIds, displayName or disabled',
      ),
    ),
  response: DirectoryUser,
});

export const deleteUser = defineEndpoint({
  name: 'user-delete',
  summary: 'Delete a user, with their sessions and what they have under way',
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  access: 'admin',
  stepUp: true,
  params,
  response: z.object({ success: z.literal(true) }),
});

export const resetPassword = defineEndpoint({
  name: 'user-password-reset',
  summary: 'Give a local user a new password, and end their sessions',
  method: 'POST',
  path: '/api/admin/reset-password',
  access: 'admin',
  stepUp: true,
  body: z.object({ userId: UserId, newPassword: NewPassword }),
  response: z.object({ success: z.literal(true) }),
});

/** For somebody who lost their phone and their recovery codes. Their sessions end; their password stays. */
export const resetAuthenticator = defineEndpoint({
  name: 'user-authenticator-reset',
  summary: 'Take the authenticator app off another local user’s account, and end their sessions',
  method: 'DELETE',
  path: '/api/admin/users/{id}/authenticator',
  access: 'admin',
  stepUp: true,
  params,
  response: z.object({ success: z.literal(true) }),
});

export const resetLinkMinutes = 60;

export const initiateReset = defineEndpoint({
  name: 'user-reset-link',
  summary: 'Make a link with which a local user sets a new password once; earlier links of theirs end',
  method: 'POST',
  path: '/api/admin/initiate-reset',
  access: 'admin',
  stepUp: true,
  body: z.object({ email: UserEmail }),
  response: z.object({
    success: z.literal(true),
    /** Told this once: only its hash is kept. */
    url: z.string(),
    expiresAt: Instant,
    user: z.object({ id: z.string(), username: z.string(), displayName: z.string() }),
  }),
});

export const listScopeTenants = defineEndpoint({
  name: 'user-tenants',
  summary: 'Tenants that a user can be given, by name, as far as in scope',
  method: 'GET',
  path: '/api/admin/user-tenants',
  access: 'admin',
  allTenants: false,
  query: z.object({ ...listQuery, search: z.optional(SearchText) }),
  response: z.object({
    items: z.array(z.object({ id: TenantId, name: z.string(), domain: z.string() })),
    total: z.number(),
    nextCursor: z.optional(z.string()),
  }),
});
