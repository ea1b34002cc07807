import { createHash } from 'node:crypto';
import { AppError } from '../../http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

export type ThrottleEntity = { attempts: number; lastAttemptAt: string };

/**
 * What attempts are counted on. `pair`: an account from an address; `account`: the account from wherever, so that many
 * addresses together are slowed down too; `device`: a browser that has signed in to the account before, which has a
 * count of its own, so that strangers cannot keep its user out (OWASP, "Slow Down Online Guessing Attacks with Device
 * Cookies").
 */
export type ThrottleSubject = { kind: 'device' | 'pair' | 'account' | 'address'; value: string };

const freeAttempts: Record<ThrottleSubject['kind'], number> = { device: 5, pair: 5, account: 50, address: 30 };
const maxWaitMs = 60_000;
/** Attempts are forgotten when this long went by without one. */
const forgetAfterMs = 15 * 60_000;

const keyOf = (subject: ThrottleSubject) => createHash('sha256').update(subject.value.toLowerCase()).digest('hex');

/** Who has one IPv6 address has the whole /64 (RFC 6177), so that counts as one. Expects a valid address. */
export function addressBlock(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  const first = [...groups, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/64`;
}

/** Slows guessing down and locks no one out: beyond the free attempts each has to wait twice as long, a minute at most. */
export function createSignInThrottle(table: StateTable<ThrottleEntity>, clock: Clock) {
  async function count(subject: ThrottleSubject): Promise<void> {
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

  async function giveBack(subject: ThrottleSubject): Promise<void> {
    const key = keyOf(subject);
    for (let known = await table.get(subject.kind, key); known; known = await table.get(subject.kind, key)) {
      const fewer = { ...known.value, attempts: Math.max(0, known.value.attempts - 1) };
      if (await table.replace(subject.kind, key, fewer, known.etag)) return;
    }
  }

  return {
    /**
     * Counts an attempt on each subject before any password is looked at, so that a burst cannot slip through.
     * @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait
     */
    async attempt(subjects: readonly ThrottleSubject[]): Promise<void> {
      for (const subject of subjects) await count(subject);
    },
    /** Forgets attempts that count no more: strangers would else fill the table. @returns how many subjects */
    async sweep(): Promise<number> {
      let swept = 0;
      for (const kind of Object.keys(freeAttempts)) {
        for await (const { key, value, etag } of table.list(kind)) {
          const sinceMs = clock.now().getTime() - Date.parse(value.lastAttemptAt);
          if (sinceMs >= forgetAfterMs && (await table.delete(kind, key, etag))) swept += 1;
        }
      }
      return swept;
    },
    /** The right password was given: what was counted for this attempt is taken back, and a pair or device starts anew. */
    async succeeded(subjects: readonly ThrottleSubject[]): Promise<void> {
      for (const subject of subjects) {
        if (subject.kind === 'pair' || subject.kind === 'device') await table.delete(subject.kind, keyOf(subject));
        // An office of many colleagues shares an address: only what failed may slow it down.
        else await giveBack(subject);
      }
    },
  };
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;
