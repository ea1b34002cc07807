import * as z from 'zod/mini';
import { SessionUser } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';

/** Text that Microsoft put into an address: bounded here, and shown as plain text only. */
const ReturnedText = z.optional(z.string().check(z.maxLength(4000)));

/** Whether sign-in pages offer Microsoft, local passwords, and to contacts of clients a link by mail. */
export const getSignInOptions = defineEndpoint({
  name: 'auth-options',
  summary: 'Which ways to sign in there are',
  method: 'GET',
  path: '/api/auth/options',
  access: 'public',
  response: z.object({ microsoft: z.boolean(), local: z.boolean(), clientLinks: z.boolean() }),
});

export const startMicrosoftSignIn = defineEndpoint({
  name: 'auth-microsoft',
  summary: "Go to Microsoft's sign-in page",
  method: 'GET',
  path: '/api/auth/microsoft',
  access: 'public',
  navigation: true,
});

export const startAzureSignIn = defineEndpoint({
  name: 'auth-azure',
  summary: "The older address of Microsoft's sign-in",
  method: 'GET',
  path: '/api/auth/azure',
  access: 'public',
  navigation: true,
});

/**
 * What the page /callback gets for what Microsoft sent it: the user where it was a sign-in, else the address to go to,
 * with its parameters, where it was a consent or a reconnection. `confirmed`: who is signed in has shown again who they are.
 */
export const MicrosoftReturn = z.union([
  z.extend(SessionUser, { next: z.literal('signed-in') }),
  z.object({ next: z.literal('redirect'), redirectTo: z.string() }),
  z.object({ next: z.literal('confirmed') }),
]);
export type MicrosoftReturn = z.infer<typeof MicrosoftReturn>;

export const finishMicrosoftSignIn = defineEndpoint({
  name: 'auth-callback',
  summary: 'Finish what Microsoft sent the browser back for: a sign-in, a step-up, a consent or a reconnection',
  method: 'GET',
  path: '/api/auth/callback',
  access: 'public',
  query: z.object({
    code: ReturnedText,
    state: ReturnedText,
    error: ReturnedText,
    error_description: ReturnedText,
    admin_consent: ReturnedText,
    tenant: ReturnedText,
  }),
  // Microsoft parts its message and the ids of the request by line breaks.
  multiline: ['error_description'],
  changes: true,
  response: MicrosoftReturn,
});
