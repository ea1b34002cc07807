import * as z from 'zod/mini';
import { SignedIn } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';
import { MailAddress } from './mail-address.ts';
import { line } from './text.ts';

/** The answer tells nobody whether an address is known: whoever has it reads their mail. */
export const askForClientLink = defineEndpoint({
  name: 'client-link',
  summary:
    'Mail a one-time link to a contact who was invited to the room of their tenant; the answer is the same for every address',
  method: 'POST',
  path: '/api/client/link',
  access: 'public',
  body: z.object({ address: MailAddress }),
  response: z.object({ success: z.literal(true) }),
});

export const signInByClientLink = defineEndpoint({
  name: 'client-sign-in',
  summary: 'Sign a contact of a client in by their one-time link',
  method: 'POST',
  path: '/api/client/sign-in',
  access: 'public',
  body: z.object({ token: line({ min: 1, tooShort: 'Open the whole link', max: 200 }) }),
  response: SignedIn,
});

export const startClientMicrosoftSignIn = defineEndpoint({
  name: 'client-microsoft',
  summary: 'Send the browser of a contact of a client to Microsoft’s sign-in page, to come back to their room',
  method: 'GET',
  path: '/api/client/microsoft',
  access: 'public',
  navigation: true,
});
