import { type ReturnProblem, returnProblems } from '@tenantry/contract/return-problems';
import type { OAuthRequests } from '../../domain/connection/oauth-requests.ts';

import type { Caller } from '../../http/caller.ts';
import { ReturnError } from '../../http/return-error.ts';
import type { AppRegistration, IdentityProvider } from '../../ports/identity-provider.ts';
import type { OAuthStep } from '../../store/oauth-logs.ts';

export type FlowDependencies = {
  identityProvider: IdentityProvider;
  appRegistration(): Promise<AppRegistration | null>;
  oauthRequests: OAuthRequests;
  redirectUri: string;
};

/** A step went wrong in a way that the OAuth pages tell, and of which the person is told the problem. */
export class ConnectionError extends Error {
  readonly problem: ReturnProblem;
  readonly step: Partial<OAuthStep>;
  /** Microsoft may take the same in a moment: it has not applied a consent yet, or was not reached. */
  readonly mayPass: boolean;
  constructor(problem: ReturnProblem, step: Partial<OAuthStep>, { mayPass = false } = {}) {
    super(returnProblems[problem]);
    this.name = 'ConnectionError';
    this.problem = problem;
    this.step = step;
    this.mayPass = mayPass;
  }
}

/** Who connects a tenant proves the right to by signing in to it; the app then reads with permissions of its own. */
export const connectScopes = ['openid', 'profile', 'email', 'offline_access', 'https://graph.microsoft.com/User.Read'];
export const anyDirectory = 'organizations';

/** What the browser is sent to Microsoft for: `tenantId` '' for a tenant that is not known yet. */
export type Flow = {
  caller: Pick<Caller, 'userId'>;
  tenantId: string;
  authority: string;
  browser: string | undefined;
  loginHint?: string | undefined;
};

/** Where the browser goes, and the secret that binds the request to it; null where it does not come back to us. */
export type FlowStart = { url: string; browser: string | null };

export async function registration({ appRegistration }: FlowDependencies): Promise<AppRegistration> {
  const app = await appRegistration();
  if (app) return app;
  throw new ReturnError('UNAVAILABLE', 'app-not-registered');
}

/** The first half: an administrator of the directory consents to what our app asks for. */
export async function consentUrl(dependencies: FlowDependencies, flow: Flow): Promise<FlowStart> {
  const { oauthRequests, identityProvider, redirectUri } = dependencies;
  const { clientId } = await registration(dependencies);
  const { tenantId, authority, browser } = flow;
  const begun = { purpose: 'consent', authority, userId: flow.caller.userId, tenantId } as const;
  const request = await oauthRequests.begin(begun, browser);
  const consent = { authority, redirectUri, state: request.state };
  return { url: identityProvider.adminConsentUrl(clientId, consent), browser: request.browser };
}

/** The second half: a sign-in to the directory, whose verified token says which one it is. */
export async function connectUrl(dependencies: FlowDependencies, flow: Flow): Promise<FlowStart> {
  const { oauthRequests, identityProvider, redirectUri } = dependencies;
  const { tenantId, authority, browser, loginHint } = flow;
  const begun = { purpose: 'connect', authority, userId: flow.caller.userId, tenantId } as const;
  const request = await oauthRequests.begin(begun, browser);
  const { state, nonce, codeChallenge } = request;
  const hint = loginHint ? { loginHint } : { prompt: 'select_account' as const };
  const signIn = { authority, redirectUri, scopes: connectScopes, nonce, state, codeChallenge, ...hint };
  return {
    url: await identityProvider.signInUrl(await registration(dependencies), signIn),
    browser: request.browser,
  };
}
