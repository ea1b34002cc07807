import { createHash } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

/** `attempts` is the bucket's level at `lastAttemptAt`: it has run out a little since. */
export type ThrottleEntity = { attempts: number; lastAttemptAt: string };

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;

/**
 * What attempts are counted on: leaky buckets. `capacity` attempts at once, then one each `everyMs`; what was not used for
 * long is forgotten. How they go together says features/auth/sign-in-throttle.ts; those of tokens, http/token-identity.ts.
 */
export const buckets = {
  /** A browser that has signed in to the account before. */
  device: { capacity: 5, everyMs: minuteMs },
  /** A name from an address, in minutes and over the day. */
  pair: { capacity: 5, everyMs: minuteMs },
  pairDay: { capacity: 20, everyMs: dayMs / 20 },
  /** An address, whatever names it tries. */
  address: { capacity: 30, everyMs: minuteMs },
  /** A name from wherever. Ten addresses and more, each to its day's end, fill it. */
  account: { capacity: 200, everyMs: dayMs / 200 },
  /** Whoever was refused and waited as told, by name and address, and by name from wherever. */
  turn: { capacity: 3, everyMs: 10 * minuteMs },
  turnAccount: { capacity: 20, everyMs: 6 * minuteMs },
  /** Codes of an authenticator, apart from passwords: for a user from a browser or address, and from wherever (decision 026). */
  code: { capacity: 10, everyMs: 6 * minuteMs },
  codeAccount: { capacity: 200, everyMs: dayMs / 200 },
  /** Sign-ins with Microsoft that are begun: from an address, and from wherever. Each is kept for ten minutes. */
  begun: { capacity: 30, everyMs: 10 * secondMs },
  begunAll: { capacity: 2000, everyMs: 300 },
  /** Calls of one token of the API (decision 074). */
  token: { capacity: 120, everyMs: 500 },
  /** Calls of one contact of a client in their room (decision 084). */
  client: { capacity: 240, everyMs: 250 },
  /** What is handed in as a token and is none, from an address. */
  tokenGuess: { capacity: 30, everyMs: minuteMs },
} as const;

type BucketKind = keyof typeof buckets;
export type Subject = { kind: BucketKind; value: string };

const keyOf = (subject: Subject) => createHash('sha256').update(subject.value.toLowerCase()).digest('hex');

function levelAt(kind: BucketKind, { attempts, lastAttemptAt }: ThrottleEntity, now: Date): number {
  const elapsedMs = Math.max(0, now.getTime() - Date.parse(lastAttemptAt));
  return Math.max(0, attempts - elapsedMs / buckets[kind].everyMs);
}

export function createAttemptBuckets(table: StateTable<ThrottleEntity>, clock: Clock) {
  /** @returns 0 where there was room, else how long until there is, in ms */
  async function takeOne(subject: Subject): Promise<number> {
    const { kind } = subject;
    const { capacity, everyMs } = buckets[kind];
    const key = keyOf(subject);
    for (;;) {
      const now = clock.now();
      const known = await table.get(kind, key);
      const level = known ? levelAt(kind, known.value, now) : 0;
      // Within a millionth of an attempt: what runs out is a fraction.
      if (level + 1 > capacity + 1e-6) return Math.max(1, Math.ceil((level + 1 - capacity) * everyMs));
      const next = { attempts: level + 1, lastAttemptAt: now.toISOString() };
      const written = known ? await table.replace(kind, key, next, known.etag) : await table.create(kind, key, next);
      if (written) return 0;
    }
  }

  async function giveBackOne(subject: Subject): Promise<void> {
    const { kind } = subject;
    const key = keyOf(subject);
    for (let known = await table.get(kind, key); known; known = await table.get(kind, key)) {
      const now = clock.now();
      const fewer = { attempts: Math.max(0, levelAt(kind, known.value, now) - 1), lastAttemptAt: now.toISOString() };
      if (await table.replace(kind, key, fewer, known.etag)) return;
    }
  }

  async function giveBack(subjects: readonly Subject[]): Promise<void> {
    for (const subject of subjects) await giveBackOne(subject);
  }

  return {
    /**
     * Counts an attempt on each subject, or on none: what is refused costs nobody anything.
     * @returns 0 where it may be made, else how long the first that is full has to wait, in ms
     */
    async take(subjects: readonly Subject[]): Promise<number> {
      for (const [index, subject] of subjects.entries()) {
        const waitMs = await takeOne(subject);
        if (waitMs === 0) continue;
        await giveBack(subjects.slice(0, index));
        return waitMs;
      }
      return 0;
    },

    giveBack,

    async empty({ kind, ...subject }: Subject): Promise<void> {
      await table.delete(kind, keyOf({ kind, ...subject }));
    },

    /** Forgets buckets that have run out: strangers would else fill the table. @returns how many */
    async sweep(): Promise<number> {
      let swept = 0;
      for (const kind of Object.keys(buckets) as BucketKind[]) {
        for await (const { key, value, etag } of table.list(kind)) {
          if (levelAt(kind, value, clock.now()) === 0 && (await table.delete(kind, key, etag))) swept += 1;
        }
      }
      return swept;
    },
  };
}

export type AttemptBuckets = ReturnType<typeof createAttemptBuckets>;
