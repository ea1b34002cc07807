import * as z from 'zod/mini';
import { Role, Theme, tooLong } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';
import { Instant } from './lists.ts';
import { AuthenticatorCode } from './step-up.ts';
import { line } from './text.ts';
import { NewPassword } from './user-passwords.ts';

/** What users know and choose of themselves. */
export const Profile = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  email: z.nullable(z.string()),
  role: Role,
  /** How many organizations they may see; null for all of them. */
  organizations: z.nullable(z.number()),
  /** Who checks who they are: this product, by a password, or Microsoft. */
  signsInWith: z.enum(['password', 'microsoft']),
  createdAt: Instant,
  /** IANA's name; null for the browser's. */
  timeZone: z.nullable(z.string()),
  /** Null where it was never chosen: each browser has its own. */
  theme: z.nullable(Theme),
  /** Null while it is off. */
  authenticator: z.nullable(z.object({ since: Instant, recoveryCodesLeft: z.number() })),
});
export type Profile = z.infer<typeof Profile>;

export const getProfile = defineEndpoint({
  name: 'profile',
  summary: 'Your account and what you chose for it',
  method: 'GET',
  path: '/api/profile',
  access: 'viewer',
  response: Profile,
});

export const chooseTimeZone = defineEndpoint({
  name: 'profile-time-zone',
  summary: 'Choose the time zone in which times are shown to you; null for the browser’s',
  method: 'PUT',
  path: '/api/profile/time-zone',
  access: 'viewer',
  body: z.object({ timeZone: z.nullable(line({ max: 64 })) }),
  response: Profile,
});

export const chooseTheme = defineEndpoint({
  name: 'profile-theme',
  summary: 'Choose how pages look to you, in every browser',
  method: 'PUT',
  path: '/api/profile/theme',
  access: 'viewer',
  body: z.object({ theme: Theme }),
  response: Profile,
});

/** A browser in which a user is signed in. `id` opens nothing. */
export const ProfileSession = z.object({
  id: z.string(),
  /** The browser and the system that it says it runs on; null where it said nothing that is known. */
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  signedInAt: Instant,
  lastSeenAt: Instant,
  isCurrent: z.boolean(),
});
export type ProfileSession = z.infer<typeof ProfileSession>;

export const listOwnSessions = defineEndpoint({
  name: 'profile-sessions',
  summary: 'Where you are signed in, the newest first',
  method: 'GET',
  path: '/api/profile/sessions',
  access: 'viewer',
  response: z.array(ProfileSession),
});

export const endOwnSession = defineEndpoint({
  name: 'profile-session-end',
  summary: 'Sign out one of your other browsers',
  method: 'DELETE',
  path: '/api/profile/sessions/{sessionId}',
  access: 'viewer',
  params: z.object({ sessionId: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Must be an id as this API gave it out')) }),
  response: z.object({ success: z.literal(true) }),
});

export const endOtherSessions = defineEndpoint({
  name: 'profile-sessions-end',
  summary: 'Sign out all of your browsers but this one',
  method: 'DELETE',
  path: '/api/profile/sessions',
  access: 'viewer',
  response: z.object({ success: z.literal(true), ended: z.number() }),
});

const CurrentPassword = z.string().check(z.minLength(1, 'Current password is required'), tooLong);

export const changeOwnPassword = defineEndpoint({
  name: 'profile-password',
  summary: 'Change your password; your other sessions end',
  method: 'POST',
  path: '/api/profile/password',
  access: 'viewer',
  body: z
    .object({
      currentPassword: CurrentPassword,
      newPassword: NewPassword,
      confirmPassword: z.optional(z.string()),
    })
    .check(
      z.refine((form) => form.confirmPassword === undefined || form.confirmPassword === form.newPassword, {
        message: "Passwords don't match",
        path: ['confirmPassword'],
      }),
    ),
  response: z.object({ success: z.literal(true) }),
});

/** The key is answered here and nowhere else. Begun again, the key before is none any more. */
export const beginAuthenticator = defineEndpoint({
  name: 'profile-authenticator-begin',
  summary: 'Begin to set up an authenticator app (RFC 6238)',
  method: 'POST',
  path: '/api/profile/authenticator',
  access: 'viewer',
  stepUp: true,
  response: z.object({
    /** In base 32, for typing. */
    secret: z.string(),
    /** The same as an address that the app reads from a picture. */
    uri: z.string(),
  }),
});

/** Shown once: what is kept of them opens nothing. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmAuthenticator = defineEndpoint({
  name: 'profile-authenticator-confirm',
  summary: 'Turn the authenticator on with a first code; answers ten recovery codes',
  method: 'POST',
  path: '/api/profile/authenticator/confirm',
  access: 'viewer',
  body: z.object({ code: AuthenticatorCode }),
  response: RecoveryCodes,
});

export const renewRecoveryCodes = defineEndpoint({
  name: 'profile-recovery-codes',
  summary: 'Ten new recovery codes in place of those that are left',
  method: 'POST',
  path: '/api/profile/authenticator/recovery-codes',
  access: 'viewer',
  stepUp: true,
  body: z.object({ code: AuthenticatorCode }),
  response: RecoveryCodes,
});

export const turnAuthenticatorOff = defineEndpoint({
  name: 'profile-authenticator-off',
  summary: 'Turn the authenticator off, with the password and a code or recovery code',
  method: 'POST',
  path: '/api/profile/authenticator/off',
  access: 'viewer',
  body: z.object({
    password: z.string().check(z.minLength(1, 'Password is required'), tooLong),
    code: line({ max: 64, min: 1, tooShort: 'Enter a code' }),
  }),
  response: z.object({ success: z.literal(true) }),
});
