import type { RequestFacts } from '../../http/route.ts';
import type { Trail } from '../../ports/trail.ts';
import type { UserRecord } from '../../store/users.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Passwords } from './password-hash.ts';
import type { Attempt, SignInThrottle } from './sign-in-throttle.ts';

type Dependencies = {
  throttle: Pick<SignInThrottle, 'attempt' | 'attemptCode' | 'succeeded'>;
  devices: Pick<KnownDevices, 'find'>;
  passwords: Pick<Passwords, 'verify'>;
  trail: Pick<Trail, 'record'>;
};

/** Keeps that users said again who they are, and it was not so. */
export async function refuseProof(
  { trail }: Pick<Dependencies, 'trail'>,
  { username }: UserRecord,
  how: string,
  request: RequestFacts,
): Promise<void> {
  const details = { how, clientAddress: request.clientAddress ?? 'unknown' };
  await trail.record({ eventType: 'identity_check_failed', user: username, target: username, tenantId: null, details });
}

/** What users who are signed in prove themselves with. It is slowed down as a sign-in is (decisions 016 and 026). */
export function createProofs(dependencies: Dependencies) {
  const { throttle, devices } = dependencies;

  async function judged<T>(
    user: UserRecord,
    request: RequestFacts,
    how: string,
    { attempt, proof }: { attempt: Attempt; proof: T | null },
  ): Promise<T | null> {
    if (proof === null) await refuseProof(dependencies, user, how, request);
    else await throttle.succeeded(attempt);
    return proof;
  }

  return {
    /** Whether it is the user's password; takes as long for one who has none. @throws AppError TOO_MANY_ATTEMPTS */
    async isPassword(user: UserRecord, password: string, request: RequestFacts): Promise<boolean> {
      const device = await devices.find(user.id, request);
      const attempt = await throttle.attempt(`user ${user.usernameKey}`, device, request);
      const proof = (await dependencies.passwords.verify(password, user.passwordHash)) || null;
      return (await judged(user, request, 'password', { attempt, proof })) !== null;
    },

    /** Takes a code, by what gives null where it is not right. @throws AppError TOO_MANY_ATTEMPTS */
    async byCode<T>(user: UserRecord, request: RequestFacts, take: () => Promise<T | null>): Promise<T | null> {
      const attempt = await throttle.attemptCode(user.id, await devices.find(user.id, request), request);
      return judged(user, request, 'code', { attempt, proof: await take() });
    },
  };
}

export type Proofs = ReturnType<typeof createProofs>;
