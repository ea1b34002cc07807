import type { Caller } from './caller.ts';
import type { RequestFacts } from './route.ts';
import type { SessionService } from './sessions.ts';
import type { TokenIdentity } from './token-identity.ts';

/**
 * The one place that says who makes a request: the token that it hands in, else the session of its cookie. A request with both is
 * the token's, also where that is none.
 * @returns null where it carries neither
 * @throws AppError INVALID_TOKEN, TOO_MANY_ATTEMPTS, RATE_LIMITED
 */
export function createIdentity(sessions: Pick<SessionService, 'identify'>, tokens: TokenIdentity) {
  return (request: RequestFacts): Promise<Caller | null> =>
    typeof request.token === 'string' ? tokens.identify(request.token, request) : sessions.identify(request);
}
