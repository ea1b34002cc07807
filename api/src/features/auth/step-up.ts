import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { Cookie } from '../../http/reply.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { SessionService } from '../../http/sessions.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Trail } from '../../ports/trail.ts';
import type { Authenticators } from './authenticator.ts';
import type { Proofs } from './proofs.ts';

type Confirming = { sessions: Pick<SessionService, 'confirm'>; trail: Pick<Trail, 'record'> };

type Dependencies = Confirming & {
  proofs: Proofs;
  authenticators: Pick<Authenticators, 'take'>;
  clock: Clock;
};

/**
 * The session of whoever proved again who they are, under its new id.
 * @throws AppError CONFLICT where it has ended meanwhile, or was confirmed in another tab at the same moment
 */
export async function confirmSession(
  { sessions, trail }: Confirming,
  { user: { username } }: Caller,
  how: string,
  { request, at }: { request: RequestFacts; at: Date },
): Promise<Cookie> {
  const cookie = await sessions.confirm(request, at);
  if (!cookie) throw new AppError('CONFLICT', 'Your session changed meanwhile. Try again.');
  const details = { how, clientAddress: request.clientAddress ?? 'unknown' };
  await trail.record({ eventType: 'identity_confirmed', user: username, target: username, tenantId: null, details });
  return cookie;
}

/** Asks users again who they are before what matters most (decision 026). */
export function createStepUp(dependencies: Dependencies) {
  const { proofs, authenticators, clock } = dependencies;
  return {
    /**
     * By one of both: the contract sees to it. A wrong password, a wrong or used code, and an account that has no such proof
     * get one answer.
     * @throws AppError INVALID_CREDENTIALS, TOO_MANY_ATTEMPTS, CONFLICT
     */
    async confirm(
      caller: Caller,
      { password, code = '' }: { password?: string | undefined; code?: string | undefined },
      request: RequestFacts,
    ): Promise<Cookie> {
      const { user } = caller;
      const isRight =
        password === undefined
          ? (await proofs.byCode(user, request, () => authenticators.take(user.id, code))) !== null
          : await proofs.isPassword(user, password, request);
      if (!isRight) throw new AppError('INVALID_CREDENTIALS', 'That password or code is not right.');
      const how = password === undefined ? 'code' : 'password';
      return confirmSession(dependencies, caller, how, { request, at: clock.now() });
    },
  };
}

export type StepUp = ReturnType<typeof createStepUp>;
