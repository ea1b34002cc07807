import * as z from 'zod/mini';
import { SignedIn } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';
import { line } from './text.ts';

// Apart from the first step of signing in, since most accounts have no second one.

/** A code of an authenticator app, or one of the recovery codes. */
export const SignInCode = z.object({ code: line({ max: 64, min: 1, tooShort: 'Enter a code' }) });

export const signInWithCode = defineEndpoint({
  name: 'auth-local-code',
  summary: 'The second step of a sign-in with a password: a code of the authenticator app, or a recovery code',
  method: 'POST',
  path: '/api/auth/local/code',
  access: 'public',
  body: SignInCode,
  response: SignedIn,
});
