import * as z from 'zod/mini';
import { SignedIn, tooLong, trimmed } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';
import { line } from './text.ts';
import { NewPassword } from './user-passwords.ts';

// Apart from the rest of signing in, so that the sign-in page does not load the rules of these forms.

const hasUppercase = /\p{Lu}/u;
const hasLowercase = /\p{Ll}/u;
const hasDigit = /\d/;
const hasAnySpecial = /[^\p{L}\p{N}\s]/u;

const Username = trimmed().check(
  z.minLength(3, 'Username must be at least 3 characters'),
  z.maxLength(50, 'Username must be less than 50 characters'),
  z.regex(/^[A-Za-z0-9_.@-]+$/, 'Username can only contain letters, numbers, dots, underscores, hyphens and @'),
);
const Email = trimmed().check(z.maxLength(254, 'Valid email is required'), z.email('Valid email is required'));
const DisplayName = line({
  min: 1,
  tooShort: 'Display name is required',
  max: 100,
  tooLong: 'Display name must be less than 100 characters',
});

const SetupPassword = z
  .string()
  .check(
    tooLong,
    z.minLength(12, 'Password must be at least 12 characters'),
    z.regex(hasUppercase, 'Password must contain uppercase letter'),
    z.regex(hasLowercase, 'Password must contain lowercase letter'),
    z.regex(hasDigit, 'Password must contain number'),
    z.regex(hasAnySpecial, 'Password must contain special character'),
  );

/** Asked for where the deployment is not on loopback; see README, "Deploy". */
const SetupCode = z.optional(z.string().check(z.maxLength(200)));

export const Registration = z.object({
  username: Username,
  email: Email,
  displayName: DisplayName,
  password: NewPassword,
  setupCode: SetupCode,
});
export type Registration = z.infer<typeof Registration>;

export const FirstAdminSetup = z
  .object({
    username: Username,
    email: Email,
    displayName: DisplayName,
    password: SetupPassword,
    confirmPassword: z.optional(z.string()),
    setupCode: SetupCode,
  })
  .check(
    z.refine((form) => form.confirmPassword === undefined || form.confirmPassword === form.password, {
      message: "Passwords don't match",
      path: ['confirmPassword'],
    }),
  );
export type FirstAdminSetup = z.infer<typeof FirstAdminSetup>;

export const register = defineEndpoint({
  name: 'auth-register',
  summary: 'Register the first administrator',
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  body: Registration,
  response: SignedIn,
});

export const setUpFirstAdmin = defineEndpoint({
  name: 'setup-first-admin',
  summary: 'Create the first administrator in first-time setup',
  method: 'POST',
  path: '/api/setup/first-admin',
  access: 'public',
  body: FirstAdminSetup,
  response: SignedIn,
});
