import { createHash, randomBytes } from 'node:crypto';
import type { Cookie } from '../../http/reply.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';
import type { UserRecord } from '../../store/users.ts';
import type { Attempt } from './sign-in-throttle.ts';

/** `passwordSeal`: of the password that was right, so that a new one ends it. `attempt`: what the password was counted on. */
export type PendingSignInEntity = { passwordSeal: string; attempt: string; tries: number; expiresAt: string };

/** A sign-in whose password was right and whose code is awaited. */
export type PendingSignIn = {
  userId: string;
  attempt: Attempt;
  /** Whether the password that was right is the user's still. */
  isOf(user: UserRecord): boolean;
  /** False where it has ended already: it is good for one sign-in. */
  end(): Promise<boolean>;
  countTry(): Promise<void>;
};

const lifetimeMs = 5 * 60_000;
/** Whoever mistypes more often begins with the password again. */
const triesAtMost = 5;

const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');
const sealOf = ({ passwordHash }: UserRecord) => hashed(passwordHash ?? '');

/**
 * Sign-ins between password and code: one opens nothing, is good for one sign-in within five minutes, and in the browser alone
 * that gave the password. The store holds the hash of what the browser carries.
 */
export function createPendingSignIns(table: StateTable<PendingSignInEntity>, clock: Clock, cookieName: string) {
  const cookie = (value: string, maxAge: number): Cookie => ({
    name: cookieName,
    value,
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
    path: '/',
    maxAge,
  });
  const isOver = ({ expiresAt, tries }: PendingSignInEntity) =>
    tries >= triesAtMost || Date.parse(expiresAt) <= clock.now().getTime();

  return {
    /** The cookie that clears the browser's. */
    cleared: cookie('', 0),

    async begin(user: UserRecord, attempt: Attempt): Promise<Cookie> {
      const secret = randomBytes(32).toString('base64url');
      const expiresAt = new Date(clock.now().getTime() + lifetimeMs).toISOString();
      const pending = { passwordSeal: sealOf(user), attempt: JSON.stringify(attempt), tries: 0, expiresAt };
      await table.create(user.id, hashed(secret), pending);
      return cookie(`${user.id}.${secret}`, lifetimeMs / 1000);
    },

    /** The one that the browser carries; null where it carries none that is good still. */
    async find(request: RequestFacts): Promise<PendingSignIn | null> {
      const [, userId, secret] =
        /^([A-Za-z0-9-]{1,64})\.([A-Za-z0-9_-]{43})$/.exec(request.cookie(cookieName) ?? '') ?? [];
      if (userId === undefined || secret === undefined) return null;
      const key = hashed(secret);
      const found = await table.get(userId, key);
      if (!found || isOver(found.value)) return null;
      return {
        userId,
        attempt: JSON.parse(found.value.attempt) as Attempt,
        isOf: (user) => user.id === userId && sealOf(user) === found.value.passwordSeal,
        end: () => table.delete(userId, key),
        async countTry() {
          for (let now = await table.get(userId, key); now; now = await table.get(userId, key)) {
            if (await table.replace(userId, key, { ...now.value, tries: now.value.tries + 1 }, now.etag)) return;
          }
        },
      };
    },

    /** Forgets those of a user that nobody finished. @returns how many */
    async sweep(userId: string): Promise<number> {
      let swept = 0;
      for await (const { key, value, etag } of table.list(userId)) {
        if (isOver(value) && (await table.delete(userId, key, etag))) swept += 1;
      }
      return swept;
    },
  };
}

export type PendingSignIns = ReturnType<typeof createPendingSignIns>;
