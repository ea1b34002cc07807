import { addressBlock } from '../../domain/attempts/address-block.ts';
import { createAttemptBuckets, type Subject, type ThrottleEntity } from '../../domain/attempts/attempt-buckets.ts';
import { AppError } from '../../http/app-error.ts';
import { ReturnError } from '../../http/return-error.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';
import { createTurns, type TurnKeyEntity } from './turns.ts';

/** Longer nobody is told to wait: then a turn is due. */
const longestWaitMs = 60_000;

/**
 * Where no address is known, all who come without one are not taken for one client: they share what concerns the name that they
 * try, and nothing that concerns other names.
 */
function origin({ clientAddress }: RequestFacts, kind: Subject['kind']): { block: string; subjects: Subject[] } {
  if (clientAddress === null) return { block: 'no address', subjects: [] };
  const block = addressBlock(clientAddress);
  return { block, subjects: [{ kind, value: block }] };
}

const begunOn = (request: RequestFacts): Subject[] => [
  ...origin(request, 'begun').subjects,
  { kind: 'begunAll', value: 'all' },
];

function tooMany(waitMs: number, extra: ConstructorParameters<typeof AppError>[2] = {}): AppError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  const message = `Too many attempts. Try again in ${retryAfterSeconds} seconds.`;
  return new AppError('TOO_MANY_ATTEMPTS', message, { ...extra, retryAfterSeconds });
}

/** What an attempt was counted on. */
export type Attempt = readonly Subject[];

/**
 * Slows guessing down and keeps nobody out (decision 016). An attempt counts on the name from its address and on the name from
 * wherever; what is refused counts on nothing, and what one address may do in a day is a tenth of what all together may. A
 * browser that was signed in before has a count of its own (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 * One that was refused and came back when told to has another one, so that who polls does not take its turn.
 */
export function createSignInThrottle(
  state: { attempts: StateTable<ThrottleEntity>; turnKey: StateTable<TurnKeyEntity> },
  clock: Clock,
  turnCookie: string,
) {
  const buckets = createAttemptBuckets(state.attempts, clock);
  const turns = createTurns(state.turnKey, clock, turnCookie);

  /** The wait of somebody who is refused is over when there is room again, or when their turn is due. */
  async function refuse(name: string, request: RequestFacts, waitMs: number): Promise<never> {
    const nowMs = clock.now().getTime();
    const dueMs = await turns.find(name, request);
    const toldMs = Math.min(waitMs, longestWaitMs);
    if (dueMs !== null && dueMs > nowMs) throw tooMany(Math.min(toldMs, dueMs - nowMs));
    throw tooMany(toldMs, { cookies: [await turns.give(name, toldMs)] });
  }

  return {
    /**
     * Counts an attempt before any password is looked at, so that a burst cannot slip through.
     * @param name what was typed, whether or not it is anybody's: the answer must not tell
     * @param device the browser, where it is known for that account
     * @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait
     */
    async attempt(name: string, device: string | null, request: RequestFacts): Promise<Attempt> {
      const { block, subjects } = origin(request, 'address');
      const pair = `${name} ${block}`;
      const counted: Subject[] =
        device !== null
          ? [{ kind: 'device', value: device }]
          : [
              { kind: 'pair', value: pair },
              { kind: 'pairDay', value: pair },
              ...subjects,
              { kind: 'account', value: name },
            ];
      const waitMs = await buckets.take(counted);
      if (waitMs === 0) return counted;
      const dueMs = await turns.find(name, request);
      if (device !== null || dueMs === null || dueMs > clock.now().getTime()) return refuse(name, request, waitMs);
      const byTurn: Subject[] = [
        { kind: 'turn', value: pair },
        { kind: 'turnAccount', value: name },
      ];
      if ((await buckets.take(byTurn)) === 0) return byTurn;
      return refuse(name, request, waitMs);
    },

    /**
     * Counts a code of an authenticator before it is looked at. A right password takes nothing of it back: whoever knows that
     * gets no more guesses at the code.
     * @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait
     */
    async attemptCode(userId: string, device: string | null, request: RequestFacts): Promise<Attempt> {
      const where = device ?? `${userId} ${origin(request, 'address').block}`;
      const counted: Subject[] = [{ kind: 'code', value: where }];
      if (device === null) counted.push({ kind: 'codeAccount', value: userId });
      const waitMs = await buckets.take(counted);
      if (waitMs > 0) throw tooMany(waitMs);
      return counted;
    },

    /** The right password or code was given: what was counted for this attempt is taken back, and a pair or device starts anew. */
    async succeeded(attempt: Attempt): Promise<void> {
      for (const subject of attempt) {
        if (['pair', 'device', 'code'].includes(subject.kind)) await buckets.empty(subject);
        // An office of many colleagues shares an address: only what failed may slow it down.
        else await buckets.giveBack([subject]);
      }
    },

    /**
     * Counts a sign-in with Microsoft that begins, each of which is kept for a while.
     * @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait
     */
    async beginMicrosoftSignIn(request: RequestFacts): Promise<void> {
      const waitMs = await buckets.take(begunOn(request));
      const retryAfterSeconds = Math.ceil(waitMs / 1000);
      if (waitMs > 0) throw new ReturnError('TOO_MANY_ATTEMPTS', 'too-many-sign-ins', { retryAfterSeconds });
    },

    /** One of them has ended with somebody who is signed in: an office of many colleagues shares an address. */
    async endMicrosoftSignIn(request: RequestFacts): Promise<void> {
      await buckets.giveBack(begunOn(request));
    },

    /** Forgets attempts that count no more. @returns how many subjects */
    sweep: buckets.sweep,
  };
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;
