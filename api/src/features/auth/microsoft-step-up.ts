import type { OAuthRequest } from '../../domain/connection/oauth-requests.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { Cookie } from '../../http/reply.ts';
import { ReturnError } from '../../http/return-error.ts';
import type { RequestFacts } from '../../http/route.ts';
import { type MicrosoftDependencies, m365KeyOf, redeem, registration, scopes } from './microsoft-sign-in.ts';
import { refuseProof } from './proofs.ts';
import { confirmSession } from './step-up.ts';

/** Clocks differ; as much as where the token itself is verified. */
const clockToleranceMs = 300_000;

type Dependencies = MicrosoftDependencies & Parameters<typeof confirmSession>[0];

/** Whoever signs in with Microsoft has no password here: they sign in there once more (decision 026). */
export function createMicrosoftStepUp(dependencies: Dependencies) {
  const { identityProvider, oauthRequests, throttle, redirectUri } = dependencies;

  /** @throws AppError INVALID_CREDENTIALS */
  async function refuse({ user }: Caller, request: RequestFacts, reason: string, message: string): Promise<never> {
    await refuseProof(dependencies, user, `Microsoft: ${reason}`, request);
    throw new AppError('INVALID_CREDENTIALS', message);
  }

  return {
    /** @throws ReturnError where the account has no sign-in with Microsoft, or that is not set up; too many attempts */
    async start({ user }: Caller, request: RequestFacts, browser: string | undefined) {
      const [authority = ''] = user.m365Key.split('/');
      if (user.m365Id === null) throw new ReturnError('BAD_REQUEST', 'no-microsoft-account');
      const app = await registration(dependencies);
      await throttle.beginMicrosoftSignIn(request);
      const begun = await oauthRequests.begin(
        { purpose: 'step-up', authority, userId: user.id, tenantId: '' },
        browser,
      );
      const { state, nonce, codeChallenge } = begun;
      const asked = { authority, redirectUri, scopes, nonce, state, codeChallenge, loginHint: user.username } as const;
      return { url: await identityProvider.signInUrl(app, { ...asked, prompt: 'login' }), browser: begun.browser };
    },

    /**
     * The browser itself asked Microsoft for a new sign-in, and may have been made to ask for less: only a token that says when
     * it was counts.
     * @throws AppError NOT_SIGNED_IN, INVALID_CREDENTIALS, CONFLICT
     */
    async finish(
      oauthRequest: OAuthRequest,
      code: string,
      caller: Caller | null,
      request: RequestFacts,
    ): Promise<Cookie> {
      if (caller?.userId !== oauthRequest.userId) {
        throw new AppError('NOT_SIGNED_IN', 'You are no longer signed in as the one who began this. Sign in again.');
      }
      const { identity } = await redeem(dependencies, oauthRequest, code);
      if (m365KeyOf(identity) !== caller.user.m365Key) {
        return refuse(
          caller,
          request,
          'another account',
          'That is another account. Choose the one you signed in with.',
        );
      }
      const { authenticatedAt } = identity;
      if (authenticatedAt === null) {
        const message = 'Microsoft did not say when you signed in. Sign out here, then sign in again.';
        return refuse(caller, request, 'no time of the sign-in', message);
      }
      if (authenticatedAt.getTime() < oauthRequest.begunAt.getTime() - clockToleranceMs) {
        return refuse(caller, request, 'an earlier sign-in', 'Microsoft did not ask who you are again. Try once more.');
      }
      await throttle.endMicrosoftSignIn(request);
      const at = new Date(Math.min(authenticatedAt.getTime(), dependencies.clock.now().getTime()));
      return confirmSession(dependencies, caller, 'Microsoft', { request, at });
    },
  };
}

export type MicrosoftStepUp = ReturnType<typeof createMicrosoftStepUp>;
