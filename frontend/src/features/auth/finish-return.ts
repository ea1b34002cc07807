import { finishMicrosoftSignIn, type MicrosoftReturn } from '@tenantry/contract/microsoft-sign-in';
import { call } from '../../lib/api-client.ts';
import { enterAnew } from './enter-anew.ts';
import { followableAddress, leaving } from './leave-page.ts';
import { signInErrorText } from './sign-in-error.ts';

/** `confirmed`: whoever is signed in has said again who they are. `leaving`: the browser is on its way to the next page, Microsoft's or ours. */
export type ReturnOutcome =
  | { step: 'signed-in' }
  | { step: 'confirmed' }
  | { step: 'leaving' }
  | { step: 'failed'; message: string };

const failed = (message: string): ReturnOutcome => ({ step: 'failed', message });

/** What Microsoft may send: no other parameter of the address is passed on. */
const parameters = ['code', 'state', 'error', 'error_description', 'admin_consent', 'tenant'] as const;

async function enter(signedIn: MicrosoftReturn & { next: 'signed-in' }): Promise<ReturnOutcome> {
  const { next: _, ...user } = signedIn;
  await enterAnew(user);
  return { step: 'signed-in' };
}

function leave(redirectTo: string): ReturnOutcome {
  const address = followableAddress(redirectTo, window.location.origin);
  if (address === null) return failed('Authentication failed');
  leaving.goTo(address);
  return { step: 'leaving' };
}

/**
 * Hands over to the API what Microsoft sent the browser back with, and goes on as it says. To be called once for an
 * address: what is in it is good for one use.
 */
export async function finishReturn(search: URLSearchParams): Promise<ReturnOutcome> {
  const query = Object.fromEntries(parameters.map((name) => [name, search.get(name) || undefined] as const));
  const saysSomething = ['code', 'error', 'admin_consent'].some((name) => query[name] !== undefined);
  if (!saysSomething) return failed('Missing authorization code');
  try {
    const answer = await call(finishMicrosoftSignIn, {
      query,
      tenantId: null,
      isSignInCall: true,
      renewsSession: true,
    });
    if (answer.next === 'confirmed') return { step: 'confirmed' };
    return answer.next === 'redirect' ? leave(answer.redirectTo) : await enter(answer);
  } catch (error) {
    return failed(signInErrorText(error, 'Authentication'));
  }
}
