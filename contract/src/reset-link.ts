import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Instant } from './lists.ts';
import { NewPassword } from './user-passwords.ts';

/** What a link carries: whose it is, and a secret of 256 bits. */
const Token = z
  .string()
  .check(z.regex(/^[a-z0-9-]{1,64}\.[A-Za-z0-9_-]{43}$/, 'This link is not complete. Open it as it was given to you'));

export const checkResetLink = defineEndpoint({
  name: 'reset-link-check',
  summary: 'Whether a link to a new password can still be used',
  method: 'POST',
  path: '/api/auth/reset-link',
  access: 'public',
  body: z.object({ token: Token }),
  response: z.object({
    /** `unknown`: there is no such link, or it was revoked. */
    state: z.enum(['valid', 'used', 'expired', 'unknown']),
    username: z.nullable(z.string()),
    expiresAt: z.nullable(Instant),
  }),
});

export const useResetLink = defineEndpoint({
  name: 'reset-link-use',
  summary: 'Set a new password by a link, once',
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  body: z.object({ token: Token, newPassword: NewPassword, confirmPassword: z.optional(z.string()) }).check(
    z.refine((form) => form.confirmPassword === undefined || form.confirmPassword === form.newPassword, {
      message: "Passwords don't match",
      path: ['confirmPassword'],
    }),
  ),
  response: z.object({ success: z.literal(true) }),
});
