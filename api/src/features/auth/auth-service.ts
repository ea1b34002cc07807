import { createHash, timingSafeEqual } from 'node:crypto';
import type { Registration } from '@tenantry/contract/first-admin';
import type { ActivityLog } from '../../domain/activity-log/activity-log.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { createUser, firstAdminId } from '../../domain/user-access/create-user.ts';
import { AppError } from '../../http/app-error.ts';
import type { Cookie } from '../../http/reply.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { Trail } from '../../ports/trail.ts';
import type { UserRecord } from '../../store/users.ts';
import { type Authenticators, hasAuthenticator } from './authenticator.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Passwords } from './password-hash.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import { guessedPassword } from './weak-password.ts';

type Dependencies = Pick<CommonParts, 'users' | 'clock'> & {
  throttle: SignInThrottle;
  devices: Pick<KnownDevices, 'find'>;
  passwords: Passwords;
  pendingSignIns: Pick<PendingSignIns, 'begin' | 'find'>;
  authenticators: Pick<Authenticators, 'take'>;
  trail: Pick<Trail, 'record' | 'recordOutbox'>;
  activityLog: Pick<ActivityLog, 'add'>;
  setupCode: string | null;
  /** The provider's name, of which no password is to be made. */
  organizationName: string | null;
  isLocalSignInAllowed(): Promise<boolean>;
};

/** `code`: nobody is signed in yet; the browser carries the cookie to the second step. */
type SignInOutcome = { step: 'signed-in'; user: UserRecord } | { step: 'code'; cookie: Cookie };

/** What guesses at the setup code count on. */
const setupCodeName = 'setup code';
/** Whose browsers are looked for where a name is nobody's: looking takes as long, and finds none. */
const nobody = 'nobody';

const digest = (text: string) => createHash('sha256').update(text).digest();

const closed = () =>
  new AppError('REGISTRATION_CLOSED', 'User accounts already exist in the system. Sign in with one of them.');

async function requireSetupCode(
  { setupCode, throttle }: Dependencies,
  given: string | undefined,
  request: RequestFacts,
): Promise<void> {
  if (setupCode === null) return;
  await throttle.attempt(setupCodeName, null, request);
  if (!timingSafeEqual(digest(given ?? ''), digest(setupCode))) {
    throw new AppError('SETUP_CODE_REQUIRED', 'Enter the setup code that was set when Tenantry was deployed.');
  }
}

async function requireLocalSignIn({ isLocalSignInAllowed }: Dependencies): Promise<void> {
  if (await isLocalSignInAllowed()) return;
  throw new AppError('LOCAL_SIGN_IN_OFF', 'Sign in with Microsoft: local passwords are switched off.');
}

function recordSignIn({ trail }: Dependencies, { username }: UserRecord, how: string, request: RequestFacts) {
  const details = { how, clientAddress: request.clientAddress ?? 'unknown' };
  return trail.record({ eventType: 'user_signed_in', user: username, target: username, tenantId: null, details });
}

const expired = () => new AppError('SIGN_IN_EXPIRED', 'This sign-in has expired. Enter your password again.');

/**
 * The second step, for whoever has an authenticator. It counts apart from the password, whose own count is taken back only now:
 * whoever knows a password gets no more guesses at the code by it.
 * @throws AppError SIGN_IN_EXPIRED, INVALID_CREDENTIALS, TOO_MANY_ATTEMPTS
 */
async function signInWithCode(dependencies: Dependencies, code: string, request: RequestFacts): Promise<UserRecord> {
  const { users, throttle, trail, devices, pendingSignIns, authenticators } = dependencies;
  await requireLocalSignIn(dependencies);
  const pending = await pendingSignIns.find(request);
  const user = pending && (await users.get(pending.userId))?.value;
  if (!pending || !user || user.isDisabled || !pending.isOf(user) || !hasAuthenticator(user)) throw expired();
  const device = await devices.find(user.id, request);
  const attempt = await throttle.attemptCode(user.id, device, request);
  const taken = await authenticators.take(user.id, code);
  if (!taken) {
    await pending.countTry();
    await trail.record({
      eventType: 'sign_in_failed',
      user: 'unknown',
      target: user.username,
      tenantId: null,
      details: { how: 'code after the password', clientAddress: request.clientAddress ?? 'unknown' },
    });
    throw new AppError('INVALID_CREDENTIALS', 'That code is not right, or was used before.');
  }
  if (!(await pending.end())) throw expired();
  for (const counted of [attempt, pending.attempt]) await throttle.succeeded(counted);
  await recordSignIn(dependencies, user, `local password and ${taken}`, request);
  return user;
}

async function register(dependencies: Dependencies, form: Registration, request: RequestFacts): Promise<UserRecord> {
  if ((await dependencies.users.count()) > 0) throw closed();
  await requireSetupCode(dependencies, form.setupCode, request);
  const problem = guessedPassword(form, dependencies.organizationName);
  if (problem !== null) {
    throw new AppError('INVALID_INPUT', problem, { fields: [{ path: 'password', message: problem }] });
  }
  const given = {
    id: firstAdminId,
    username: form.username,
    email: form.email,
    emailKey: form.email.toLowerCase(),
    m365Id: null,
    m365Key: `#${firstAdminId}`,
    displayName: form.displayName,
    role: 'admin',
    roleSource: 'manual',
    scope: { kind: 'all' },
    passwordHash: await dependencies.passwords.hash(form.password),
  } as const;
  const told = { how: 'first administrator', news: 'registered as the first administrator' };
  const user = await createUser(dependencies, given, told);
  if (!user) throw closed();
  return user;
}

export function createAuthService(dependencies: Dependencies) {
  const { users, throttle, trail, devices } = dependencies;
  // One registration at a time in this process: of many at once all but the first are refused before a password is hashed.
  let last: Promise<unknown> = Promise.resolve();

  return {
    countUsers: () => users.count(),

    /** @throws AppError REGISTRATION_CLOSED, SETUP_CODE_REQUIRED, INVALID_INPUT */
    registerFirstAdmin(form: Registration, request: RequestFacts): Promise<UserRecord> {
      const mine = last.then(() => register(dependencies, form, request));
      last = mine.catch(() => undefined);
      return mine;
    },

    /**
     * Does and answers the same, to the number of reads and writes, for a name that is nobody's, a wrong password, a disabled
     * account and one without a local password: neither answer nor time tells who has an account.
     * @throws AppError INVALID_CREDENTIALS, TOO_MANY_ATTEMPTS
     */
    async signIn(usernameOrEmail: string, password: string, request: RequestFacts): Promise<SignInOutcome> {
      await requireLocalSignIn(dependencies);
      const name = usernameOrEmail.toLowerCase();
      const user = await users.byNameOrEmail(name);
      const device = await devices.find(user?.id ?? nobody, request);
      const attempt = await throttle.attempt(`user ${name}`, device, request);
      const usable = user && !user.isDisabled ? user : undefined;
      if (!(await dependencies.passwords.verify(password, usable?.passwordHash ?? null)) || !usable) {
        await trail.record({
          eventType: 'sign_in_failed',
          user: 'unknown',
          target: usable?.username ?? 'unknown user',
          tenantId: null,
          details: { clientAddress: request.clientAddress ?? 'unknown' },
        });
        throw new AppError('INVALID_CREDENTIALS', 'Invalid username or password');
      }
      if (hasAuthenticator(usable)) {
        return { step: 'code', cookie: await dependencies.pendingSignIns.begin(usable, attempt) };
      }
      await throttle.succeeded(attempt);
      await recordSignIn(dependencies, usable, 'local password', request);
      return { step: 'signed-in', user: usable };
    },

    signInWithCode: (code: string, request: RequestFacts) => signInWithCode(dependencies, code, request),
  };
}

export type AuthService = ReturnType<typeof createAuthService>;
