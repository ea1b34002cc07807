import { createHash, timingSafeEqual } from 'node:crypto';
import type { Registration } from '@tenantry/contract/first-admin';
import type { ActivityLog } from '../../domain/activity-log/activity-log.ts';
import { AppError } from '../../http/app-error.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Trail } from '../../ports/trail.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';
import type { KnownDevices } from './known-devices.ts';
import { createUser, firstAdminId } from './new-user.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { addressBlock, type SignInThrottle, type ThrottleSubject } from './sign-in-throttle.ts';

type Dependencies = {
  users: UserStore;
  throttle: SignInThrottle;
  devices: Pick<KnownDevices, 'find'>;
  trail: Trail;
  activityLog: ActivityLog;
  clock: Clock;
  setupCode: string | null;
  isLocalSignInAllowed(): Promise<boolean>;
};

const digest = (text: string) => createHash('sha256').update(text).digest();

const closed = () =>
  new AppError('REGISTRATION_CLOSED', 'User accounts already exist in the system. Sign in with one of them.');

async function requireSetupCode(
  { setupCode, throttle }: Dependencies,
  given: string | undefined,
  request: RequestFacts,
): Promise<void> {
  if (setupCode === null) return;
  await throttle.attempt([{ kind: 'pair', value: `setup-code ${addressBlock(request.clientAddress)}` }]);
  if (!timingSafeEqual(digest(given ?? ''), digest(setupCode))) {
    throw new AppError('SETUP_CODE_REQUIRED', 'Enter the setup code that was set when Tenantry was deployed.');
  }
}

async function register(dependencies: Dependencies, form: Registration, request: RequestFacts): Promise<UserRecord> {
  if ((await dependencies.users.count()) > 0) throw closed();
  await requireSetupCode(dependencies, form.setupCode, request);
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
    passwordHash: await hashPassword(form.password),
  } as const;
  const user = await createUser(dependencies, given, 'first administrator', 'registered as the first administrator');
  if (!user) throw closed();
  return user;
}

/** Both names of a user are one account; a browser that they used before is not slowed down by strangers. */
async function subjectsOf(
  { devices }: Dependencies,
  account: string,
  user: UserRecord | undefined,
  request: RequestFacts,
): Promise<ThrottleSubject[]> {
  const device = user ? await devices.find(user.id, request) : null;
  if (device !== null) return [{ kind: 'device', value: device }];
  const address = addressBlock(request.clientAddress);
  return [
    { kind: 'address', value: address },
    { kind: 'pair', value: `${account} ${address}` },
    { kind: 'account', value: account },
  ];
}

export function createAuthService(dependencies: Dependencies) {
  const { users, throttle, trail } = dependencies;
  // One registration at a time in this process: of many at once all but the first are refused before a password is hashed.
  let last: Promise<unknown> = Promise.resolve();

  return {
    countUsers: () => users.count(),

    /** @throws AppError REGISTRATION_CLOSED, SETUP_CODE_REQUIRED */
    registerFirstAdmin(form: Registration, request: RequestFacts): Promise<UserRecord> {
      const mine = last.then(() => register(dependencies, form, request));
      last = mine.catch(() => undefined);
      return mine;
    },

    /** @throws AppError INVALID_CREDENTIALS, TOO_MANY_ATTEMPTS */
    async signIn(usernameOrEmail: string, password: string, request: RequestFacts): Promise<UserRecord> {
      if (!(await dependencies.isLocalSignInAllowed())) {
        throw new AppError('LOCAL_SIGN_IN_OFF', 'Sign in with Microsoft: local passwords are switched off.');
      }
      const name = usernameOrEmail.toLowerCase();
      const user = await users.byNameOrEmail(name);
      const subjects = await subjectsOf(dependencies, user?.id ?? name, user, request);
      await throttle.attempt(subjects);
      const usable = user && !user.isDisabled ? user : undefined;
      if (!(await verifyPassword(password, usable?.passwordHash ?? null)) || !usable) {
        await trail.record({
          eventType: 'sign_in_failed',
          user: 'unknown',
          target: usable?.username ?? 'unknown user',
          tenantId: null,
          details: { clientAddress: request.clientAddress },
        });
        throw new AppError('INVALID_CREDENTIALS', 'Invalid username or password');
      }
      await throttle.succeeded(subjects);
      await trail.record({
        eventType: 'user_signed_in',
        user: usable.username,
        target: usable.username,
        tenantId: null,
        details: { how: 'local password', clientAddress: request.clientAddress },
      });
      return usable;
    },
  };
}

export type AuthService = ReturnType<typeof createAuthService>;
