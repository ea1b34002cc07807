import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStateTable } from '../../../testing/memory-state-table.ts';
import { addressBlock } from '../../domain/attempts/address-block.ts';
import { buckets, type ThrottleEntity } from '../../domain/attempts/attempt-buckets.ts';
import { AppError } from '../../http/app-error.ts';
import type { RequestFacts } from '../../http/route.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';
import type { TurnKeyEntity } from './turns.ts';

describe('what counts as one address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::', 'fe80:0:0:0::/64'],
  ])('%s belongs to %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Who tries passwords: from an address, each so often, as told or not, with or without keeping cookies. */
type Client = { address: string | null; everyMs: number; waitsAsTold?: boolean; keepsCookies?: boolean };

/** A day in the life of one account, as fast as it can be counted. */
class World {
  nowMs = Date.parse('2026-11-22T00:00:00Z');
  readonly #table = memoryStateTable<ThrottleEntity>();
  readonly throttle = createSignInThrottle(
    { attempts: this.#table, turnKey: memoryStateTable<TurnKeyEntity>() },
    { now: () => new Date(this.nowMs) },
    'turn',
  );

  /** @returns 0 where the password was looked at, else the seconds to wait; the cookie that came with the refusal is kept */
  async try(client: Client, cookies: Map<string, string>, name = 'ada', device: string | null = null) {
    const request: RequestFacts = { id: 'r', clientAddress: client.address, cookie: (key) => cookies.get(key) };
    try {
      await this.throttle.attempt(name, device, request);
      return 0;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_ATTEMPTS') throw error;
      if (client.keepsCookies !== false) for (const { name: key, value } of error.cookies) cookies.set(key, value);
      return error.retryAfterSeconds ?? 0;
    }
  }

  /** Lets the clients guess wrong until `forMs` are over; counts the passwords that were looked at. */
  async guess(clients: readonly Client[], forMs: number): Promise<number> {
    const untilMs = this.nowMs + forMs;
    const due = clients.map((client, index) => ({
      client,
      cookies: new Map<string, string>(),
      atMs: this.nowMs + index,
    }));
    let looked = 0;
    while (due.length > 0) {
      const next = due.reduce((first, one) => (one.atMs < first.atMs ? one : first));
      if (next.atMs > untilMs) break;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      const wait = await this.try(next.client, next.cookies);
      if (wait === 0) looked += 1;
      next.atMs = this.nowMs + (next.client.waitsAsTold && wait > 0 ? wait * secondMs : next.client.everyMs);
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
    return looked;
  }

  /** Somebody who knows the password and does as told, while the others go on. @returns ms until they are in */
  async signIn(victim: Client, meanwhile: readonly Client[], limitMs: number): Promise<number> {
    const beganMs = this.nowMs;
    const cookies = new Map<string, string>();
    while (this.nowMs - beganMs <= limitMs) {
      const wait = await this.try(victim, cookies);
      if (wait === 0) return this.nowMs - beganMs;
      // The others are there in the very second in which the wait ends.
      await this.guess(meanwhile, wait * secondMs);
    }
    return Number.POSITIVE_INFINITY;
  }
}

const polling = (address: string | null, everyMs = secondMs): Client => ({ address, everyMs, keepsCookies: false });
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `198.51.${n >> 8}.${n & 255}`);

describe('somebody with the right password and a new browser', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });
  const elsewhere: Client = { address: '203.0.113.7', everyMs: minuteMs };

  it.each([1, 3, 9])('is in at once while %i other addresses poll each second, for hours', async (count) => {
    const attackers = addresses(count).map((address) => polling(address, count * secondMs));
    await world.guess(attackers, 4 * hourMs);
    expect(await world.signIn(elsewhere, attackers, 0)).toBe(0);
  });

  it.each<[string, string | null]>([
    ['from the address of the one who polls', '198.51.0.0'],
    ['where no address is known', null],
  ])('is in after one wait as told, %s', async (_, address) => {
    const attacker = polling(address);
    await world.guess([attacker], hourMs);
    expect(await world.signIn({ ...elsewhere, address }, [attacker], 2 * minuteMs)).toBeLessThanOrEqual(minuteMs);
  });

  it('is in after one wait as told while a thousand addresses poll', async () => {
    const attackers = addresses(1000).map((address) => polling(address, 20 * minuteMs));
    await world.guess(attackers, 2 * hourMs);
    expect(await world.signIn(elsewhere, attackers, 2 * minuteMs)).toBeLessThanOrEqual(minuteMs);
  });

  it('is in though they try again before they are told to', async () => {
    const attacker = polling('203.0.113.7');
    await world.guess([attacker], hourMs);
    const cookies = new Map<string, string>();
    let waited = 0;
    while ((await world.try(elsewhere, cookies)) > 0 && waited < 5 * minuteMs) {
      await world.guess([attacker], 7 * secondMs);
      waited += 7 * secondMs;
    }
    expect(waited).toBeLessThanOrEqual(70 * secondMs);
  });

  it('is in, whoever else tries from whatever few addresses, as often as they like', async () => {
    const client = fc.record({
      address: fc.constantFrom(...addresses(5), null),
      everyMs: fc.integer({ min: 500, max: 10 * minuteMs }),
      keepsCookies: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(client, { minLength: 1, maxLength: 6 }), async (attackers) => {
        const one = new World();
        await one.guess(attackers, hourMs);
        expect(await one.signIn(elsewhere, attackers, 0)).toBe(0);
      }),
      { numRuns: 15 },
    );
  });

  it('is told to wait a minute at most', async () => {
    const attackers = addresses(300).map((address) => polling(address, 5 * minuteMs));
    await world.guess(attackers, hourMs);
    for (const address of ['198.51.0.0', '203.0.113.7', null]) {
      const wait = await world.try({ ...elsewhere, address }, new Map());
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(60);
    }
  });
});

describe('somebody in the browser that they use', () => {
  it('is not held up by strangers, from wherever and however many', async () => {
    const world = new World();
    await world.guess(
      addresses(400).map((address) => polling(address, 10 * minuteMs)),
      hourMs,
    );
    expect(await world.try({ address: '198.51.0.0', everyMs: 0 }, new Map(), 'ada', 'ada’s browser')).toBe(0);
  });
});

describe('sign-ins with Microsoft that are begun', () => {
  it('from wherever are so many in the ten minutes that each is kept, and no more', async () => {
    const world = new World();
    let begun = 0;
    const untilMs = world.nowMs + 10 * minuteMs;
    for (let n = 0; world.nowMs < untilMs; n += 1) {
      const clientAddress = `198.51.${(n >> 8) & 255}.${n & 255}`;
      const request: RequestFacts = { id: 'r', clientAddress, cookie: () => undefined };
      begun += await world.throttle.beginMicrosoftSignIn(request).then(
        () => 1,
        () => 0,
      );
      world.nowMs += 50;
    }
    const { capacity, everyMs } = buckets.begunAll;
    expect(begun).toBeGreaterThanOrEqual(capacity);
    expect(begun).toBeLessThanOrEqual(capacity + (10 * minuteMs) / everyMs);
  });
});

describe('somebody who guesses', () => {
  const day = buckets.account.capacity + dayMs / buckets.account.everyMs;
  const byTurns = buckets.turnAccount.capacity + dayMs / buckets.turnAccount.everyMs;

  it('from one address has twenty tries at once and twenty more in a day', async () => {
    const guessed = await new World().guess([polling('198.51.0.0', 5 * secondMs)], dayMs);
    expect(guessed).toBeGreaterThanOrEqual(buckets.pairDay.capacity);
    expect(guessed).toBeLessThanOrEqual(2 * buckets.pairDay.capacity);
  });

  it('from a thousand addresses has no more in a day than all together may', async () => {
    const guessed = await new World().guess(
      addresses(1000).map((address) => polling(address, hourMs)),
      dayMs,
    );
    expect(guessed).toBeGreaterThanOrEqual(buckets.account.capacity);
    expect(guessed).toBeLessThanOrEqual(day);
  });

  it('and waits as told besides, has the turns of a day more, and that is all', async () => {
    const patient = addresses(150).map((address) => ({ address, everyMs: 10 * minuteMs, waitsAsTold: true }));
    expect(await new World().guess(patient, 6 * hourMs)).toBeLessThanOrEqual(day / 2 + 100 + byTurns);
    expect(day + byTurns).toBeLessThan(700);
  });

  it('with all they have at once has no more than one after the other', async () => {
    const world = new World();
    const client = polling('198.51.0.0');
    const waits = await Promise.all(Array.from({ length: 60 }, () => world.try(client, new Map())));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(buckets.pair.capacity);
  });

  it('with a turn that is forged, of another name, or long past, is refused as without', async () => {
    const world = new World();
    const client = polling('198.51.0.0');
    await world.guess([client], 10 * minuteMs);
    const cookies = new Map<string, string>();
    await world.try({ ...client, keepsCookies: true }, cookies, 'grace');
    const [due = '', signature = ''] = (cookies.get('turn') ?? '9999999999999.').split('.');
    const forged = [
      `${world.nowMs - 1}.${'A'.repeat(43)}`,
      `${due}.${signature}`,
      `${world.nowMs - 1}.${signature}`,
      'x',
    ];
    world.nowMs += minuteMs;
    await world.guess([client], 2 * secondMs);
    for (const turn of forged) expect(await world.try(client, new Map([['turn', turn]]))).toBeGreaterThan(0);
  });

  it('at one name where no address is known holds up nobody at another', async () => {
    const world = new World();
    await world.guess([polling(null)], hourMs);
    expect(await world.try({ address: null, everyMs: 0 }, new Map(), 'grace')).toBe(0);
  });
});
