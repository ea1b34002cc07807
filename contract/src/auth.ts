import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { line, visibleAtLeast } from './text.ts';

export const Role = z.enum(['admin', 'technician', 'viewer']);
export type Role = z.infer<typeof Role>;

export const Theme = z.enum(['system', 'light', 'dark', 'contrast']);
export type Theme = z.infer<typeof Theme>;

/**
 * The signed-in user as the browser knows them. `seesAllTenants`: their scope is all of them, so that what concerns the whole
 * installation is theirs, too. `clientTenantId`: of a contact of a client, who sees that tenant's client room and nothing else. `tenantId` is the current selection, null in the global view. `timeZone` and `theme` are their own
 * choice; null: the browser's.
 */
export const SessionUser = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  role: Role,
  roles: z.array(z.string()),
  seesAllTenants: z.boolean(),
  clientTenantId: z.nullable(TenantId),
  tenantId: z.nullable(TenantId),
  timeZone: z.nullable(z.string()),
  theme: z.nullable(Theme),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const trimmed = () => z.string().check(z.trim());
/** scrypt reads the whole password, so it must have an end. */
const maxPasswordLength = 256;
export const tooLong = z.maxLength(maxPasswordLength, `Password must be at most ${maxPasswordLength} characters`);

export const LocalSignIn = z.object({
  username: line({ max: 254, tooLong: 'Username or email must be at most 254 characters' }).check(
    ...visibleAtLeast(1, 'Username or email is required'),
    ...visibleAtLeast(3, 'Username or email must be at least 3 characters'),
  ),
  password: z.string().check(z.minLength(1, 'Password is required'), tooLong),
});

export const SignedIn = z.object({ success: z.literal(true), user: SessionUser });

/** The password was right, and nobody is signed in yet: a code is asked for in the same browser, within five minutes. */
const CodeRequired = z.object({ success: z.literal(false), codeRequired: z.literal(true) });

export const getSession = defineEndpoint({
  name: 'auth-session',
  summary: 'Who is signed in',
  method: 'GET',
  path: '/api/auth/session',
  access: 'viewer',
  client: true,
  tenant: { from: 'headerIfPresent' },
  response: z.object({
    success: z.literal(true),
    user: SessionUser,
    session: z.object({ user: SessionUser, expiresAt: Instant }),
  }),
});

export const signInLocally = defineEndpoint({
  name: 'auth-local',
  summary: 'Sign in with a local username or email and password',
  method: 'POST',
  path: '/api/auth/local',
  access: 'public',
  body: LocalSignIn,
  response: z.union([SignedIn, CodeRequired]),
});

export const signOut = defineEndpoint({
  name: 'auth-logout',
  summary: 'End this session',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  client: true,
  response: z.object({ success: z.literal(true) }),
});

export const getRegistrationStatus = defineEndpoint({
  name: 'auth-registration-status',
  summary: 'Whether the first administrator can still be registered',
  method: 'GET',
  path: '/api/auth/registration-status',
  access: 'public',
  response: z.object({
    isFirstUser: z.boolean(),
    registrationAllowed: z.boolean(),
    /** 0 or 1: whether there is a user. How many there are is nobody's business who is not signed in. */
    userCount: z.number(),
    setupCodeRequired: z.boolean(),
  }),
});

export const getSetupStatus = defineEndpoint({
  name: 'setup-status',
  summary: 'Whether first-time setup is required',
  method: 'GET',
  path: '/api/setup/status',
  access: 'public',
  response: z.object({ requiresSetup: z.boolean(), setupCodeRequired: z.boolean() }),
});
