import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { Cookie } from '../../http/reply.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { SessionService } from '../../http/sessions.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Trail } from '../../ports/trail.ts';
import type { UserRecord } from '../../store/users.ts';
import type { KnownDevices } from './known-devices.ts';
import type { verifyPassword } from './password-hash.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

export type StepUpDependencies = {
  throttle: SignInThrottle;
  devices: Pick<KnownDevices, 'find'>;
  verifyPassword: typeof verifyPassword;
  sessions: Pick<SessionService, 'confirm'>;
  trail: Pick<Trail, 'record'>;
  clock: Clock;
};

/** One of them: the contract sees to it. */
export type Proof = { password?: string | undefined; code?: string | undefined };

/**
 * The session of whoever proved again who they are, under its new id.
 * @throws AppError CONFLICT where it has ended meanwhile, or was confirmed in another tab at the same moment
 */
export async function confirmSession(
  { sessions, trail }: Pick<StepUpDependencies, 'sessions' | 'trail'>,
  { user }: Caller,
  how: string,
  { request, at }: { request: RequestFacts; at: Date },
): Promise<Cookie> {
  const cookie = await sessions.confirm(request, at);
  if (!cookie) throw new AppError('CONFLICT', 'Your session changed meanwhile. Try again.');
  await trail.record({
    eventType: 'identity_confirmed',
    user: user.username,
    target: user.username,
    tenantId: null,
    details: { how, clientAddress: request.clientAddress ?? 'unknown' },
  });
  return cookie;
}

/** Where a user said again who they are, and it was not so. */
export async function refuseProof(
  { trail }: Pick<StepUpDependencies, 'trail'>,
  { username }: UserRecord,
  how: string,
  request: RequestFacts,
): Promise<void> {
  await trail.record({
    eventType: 'identity_check_failed',
    user: username,
    target: username,
    tenantId: null,
    details: { how, clientAddress: request.clientAddress ?? 'unknown' },
  });
}

/** Asks users again who they are before what matters most (decision 026). */
export function createStepUp(dependencies: StepUpDependencies) {
  const { throttle, devices, clock } = dependencies;

  return {
    /**
     * A wrong password, a wrong or used code, and an account that has no such proof get one answer, after the same work.
     * Counts as an attempt to sign in does (decision 016).
     * @throws AppError INVALID_CREDENTIALS, TOO_MANY_ATTEMPTS, CONFLICT
     */
    async confirm(caller: Caller, { password }: Proof, request: RequestFacts): Promise<Cookie> {
      const { user } = caller;
      const device = await devices.find(user.id, request);
      const attempt = await throttle.attempt(`user ${user.usernameKey}`, device, request);
      const how = password === undefined ? 'code' : 'password';
      const isRight = password !== undefined && (await dependencies.verifyPassword(password, user.passwordHash));
      if (!isRight) {
        await refuseProof(dependencies, user, how, request);
        throw new AppError('INVALID_CREDENTIALS', 'That password or code is not right.');
      }
      await throttle.succeeded(attempt);
      return confirmSession(dependencies, caller, how, { request, at: clock.now() });
    },
  };
}

export type StepUp = ReturnType<typeof createStepUp>;
