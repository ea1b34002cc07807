import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Cookie } from '../../http/reply.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

export type TurnKeyEntity = { secret: string };

/** Who polls faster than this gets no turn sooner. */
const shortestWaitMs = 30_000;
/** How long after its time a turn is good. */
const goodForMs = 10 * 60_000;
const place = { partition: 'turn-key', key: '1' };

/**
 * A turn: a cookie for a browser that was refused, which says from when on its next attempt is let in by an allowance of its own.
 * Who polls without waiting never comes to use it, so that one who does as told gets in between. It is signed and nothing of
 * it is kept, so that strangers can fill no table with turns.
 */
export function createTurns(table: StateTable<TurnKeyEntity>, clock: Clock, cookieName: string) {
  let secret: string | undefined;

  /** One for all processes: the first that needs it makes it. */
  async function key(): Promise<string> {
    if (secret !== undefined) return secret;
    await table.create(place.partition, place.key, { secret: randomBytes(32).toString('base64') });
    secret = (await table.get(place.partition, place.key))?.value.secret;
    if (secret === undefined) throw new Error('The key of the turns was not kept');
    return secret;
  }

  const signature = async (name: string, dueMs: number) =>
    createHmac('sha256', await key())
      .update(`${dueMs} ${name}`)
      .digest('base64url');

  return {
    /** When the turn that the browser brought for this name is due, in ms of the epoch; null where it brought none that is good. */
    async find(name: string, request: RequestFacts): Promise<number | null> {
      const [, due = '', given = ''] = /^(\d{13})\.([A-Za-z0-9_-]{43})$/.exec(request.cookie(cookieName) ?? '') ?? [];
      if (due === '' || clock.now().getTime() > Number(due) + goodForMs) return null;
      const expected = await signature(name, Number(due));
      return timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? Number(due) : null;
    },

    /** A new turn for the name, after this wait at the earliest; the cookie to set. */
    async give(name: string, waitMs: number): Promise<Cookie> {
      const dueMs = clock.now().getTime() + Math.max(waitMs, shortestWaitMs);
      return {
        name: cookieName,
        value: `${dueMs}.${await signature(name, dueMs)}`,
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: Math.ceil((dueMs - clock.now().getTime() + goodForMs) / 1000),
      };
    },
  };
}
