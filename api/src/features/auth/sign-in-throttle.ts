import { createHash } from 'node:crypto';
import { AppError } from '../../http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

export type ThrottleEntity = { attempts: number; lastAttemptAt: string };

type Subject = { kind: 'account' | 'address'; value: string };

const freeAttempts: Record<Subject['kind'], number> = { account: 5, address: 30 };
const maxWaitMs = 60_000;
/** Attempts are forgotten when this long went by without one. */
const forgetAfterMs = 15 * 60_000;

const keyOf = (subject: Subject) => createHash('sha256').update(subject.value.toLowerCase()).digest('hex');

export type SignInThrottle = {
  /**
   * Counts an attempt on each subject before any password is looked at, so that a burst cannot slip through.
   * @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait
   */
  attempt(subjects: readonly Subject[]): Promise<void>;
  /** The right password was given: forgets the account's attempts and takes this one back from the address's. */
  succeeded(account: string, address: string): Promise<void>;
};

/**
 * Slows guessing down and locks no one out: after five attempts on an account (30 from an address) each further one
 * has to wait twice as long as the one before, a minute at most.
 */
export function createSignInThrottle(table: StateTable<ThrottleEntity>, clock: Clock): SignInThrottle {
  async function count(subject: Subject): Promise<void> {
    const key = keyOf(subject);
    for (;;) {
      const now = clock.now();
      const known = await table.get(subject.kind, key);
      const sinceMs = known ? now.getTime() - Date.parse(known.value.lastAttemptAt) : Number.POSITIVE_INFINITY;
      const attempts = known && sinceMs < forgetAfterMs ? known.value.attempts : 0;
      const beyond = attempts - freeAttempts[subject.kind];
      const waitMs = beyond < 0 ? 0 : Math.min(maxWaitMs, 1000 * 2 ** Math.min(beyond, 10)) - sinceMs;
      if (waitMs > 0) {
        const retryAfterSeconds = Math.ceil(waitMs / 1000);
        throw new AppError('TOO_MANY_ATTEMPTS', `Too many attempts. Try again in ${retryAfterSeconds} seconds.`, {
          retryAfterSeconds,
        });
      }
      const next = { attempts: attempts + 1, lastAttemptAt: now.toISOString() };
      const written = known
        ? await table.replace(subject.kind, key, next, known.etag)
        : await table.create(subject.kind, key, next);
      if (written) return;
    }
  }
  return {
    async attempt(subjects) {
      for (const subject of subjects) await count(subject);
    },
    async succeeded(account, address) {
      await table.delete('account', keyOf({ kind: 'account', value: account }));
      const key = keyOf({ kind: 'address', value: address });
      // An office of many colleagues shares an address: only what failed may slow it down.
      for (let known = await table.get('address', key); known; known = await table.get('address', key)) {
        const fewer = { ...known.value, attempts: Math.max(0, known.value.attempts - 1) };
        if (await table.replace('address', key, fewer, known.etag)) return;
      }
    },
  };
}
