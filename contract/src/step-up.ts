import * as z from 'zod/mini';
import { tooLong } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';

// Apart from the rest of signing in, so that the sign-in page does not load it.

/** What an authenticator app shows: six digits, which people read in two groups. */
export const AuthenticatorCode = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Enter the 6 digits that the app shows'),
);

/** How the signed-in user can prove who they are: a password, a code of their authenticator, a sign-in with Microsoft. */
export const getStepUpOptions = defineEndpoint({
  name: 'auth-step-up-options',
  summary: 'How you can confirm who you are',
  method: 'GET',
  path: '/api/auth/step-up',
  access: 'viewer',
  response: z.object({ password: z.boolean(), code: z.boolean(), microsoft: z.boolean() }),
});

/**
 * Proves once more who is there, for calls that are marked `stepUp`. The session goes on under a new id. A proof that is not
 * right, one that this account does not have, and a code that was used before get one answer.
 */
export const stepUp = defineEndpoint({
  name: 'auth-step-up',
  summary: 'Confirm who you are, by password or by a code of your authenticator app',
  method: 'POST',
  path: '/api/auth/step-up',
  access: 'viewer',
  body: z
    .object({
      password: z.optional(z.string().check(z.minLength(1, 'Password is required'), tooLong)),
      code: z.optional(AuthenticatorCode),
    })
    .check(
      z.refine((proof) => (proof.password === undefined) !== (proof.code === undefined), {
        message: 'password or code is required, and not both',
        path: ['password'],
      }),
    ),
  response: z.object({ success: z.literal(true) }),
});

/** For accounts that have no password here. Microsoft sends the browser back to /callback, as after a sign-in. */
export const startMicrosoftStepUp = defineEndpoint({
  name: 'auth-step-up-microsoft',
  summary: "Confirm who you are on Microsoft's sign-in page",
  method: 'GET',
  path: '/api/auth/step-up/microsoft',
  access: 'viewer',
  navigation: true,
});
