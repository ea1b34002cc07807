import { beforeEach, describe, expect, it } from 'vitest';
import { claimStorage } from '../../../testing/test-storage.ts';
import { openTableStateStore } from '../azure-storage/table-state-store.ts';
import { countFreeSlots, type SlotsEntity, type SlotsTable, takeSlot } from './shared-slots.ts';

const limit = { requests: 5, windowMs: 10_000 };
const start = Date.parse('2026-11-20T12:00:00Z');
const at = (ms: number) => new Date(start + ms);
const never = at(86_400_000);

describe('rate limits in Table Storage', () => {
  let connectionString: string;
  const worker = (): SlotsTable =>
    openTableStateStore({ kind: 'connectionString', value: connectionString }).table<SlotsEntity>('ratelimits');
  const take = async (table: SlotsTable, ms: number, latest = never): Promise<number> => {
    const slot = await takeSlot(table, 'b', limit, { now: at(ms), notBefore: at(ms), latest });
    if (!slot.granted) throw new Error('There was no room');
    return slot.at.getTime() - start;
  };
  const mostInWindow = (times: readonly number[]) =>
    Math.max(...times.map((from) => times.filter((one) => one >= from && one < from + limit.windowMs).length));

  beforeEach(async () => {
    connectionString = await claimStorage();
  });

  it('hold over two workers that share the table, whatever the order', async () => {
    const [one, two] = [worker(), worker()];
    const times: number[] = [];
    for (let step = 0; step < 30; step += 1) {
      const [a, b] = await Promise.all([take(one, step * 700), take(two, step * 700 + 13)]);
      times.push(a, b);
    }
    expect(mostInWindow(times)).toBe(limit.requests);
    expect(Math.max(...times)).toBeLessThan(12 * limit.windowMs);
  });

  it('give 20 that come at once 20 places, and no place twice too often', async () => {
    const times = await Promise.all(Array.from({ length: 20 }, () => take(worker(), 0)));
    const places = times.toSorted((a, b) => a - b);
    expect(places).toEqual([0, 10_000, 20_000, 30_000].flatMap((time) => Array(5).fill(time)));
  });

  it('lose one place and no more where a worker dies before its time', async () => {
    await take(worker(), 0);
    const times = [await take(worker(), 0), await take(worker(), 0), await take(worker(), 0), await take(worker(), 0)];
    expect(times).toEqual([0, 0, 0, 0]);
    expect(await take(worker(), 10_000)).toBe(10_000);
  });

  it('reserve nothing where the time would come too late, and say when it would', async () => {
    const table = worker();
    for (let taken = 0; taken < limit.requests; taken += 1) await take(table, 0);
    const when = { now: at(1), notBefore: at(1), latest: at(9000) };
    expect(await takeSlot(table, 'b', limit, when)).toEqual({ granted: false, at: at(10_000) });
    expect(await countFreeSlots(table, 'b', limit, at(1))).toBe(0);
    expect(await countFreeSlots(table, 'b', limit, at(10_000))).toBe(limit.requests);
  });

  it('count each bucket for itself, and none where there is no limit', async () => {
    const table = worker();
    for (let taken = 0; taken < limit.requests; taken += 1) await take(table, 0);
    const when = { now: at(0), notBefore: at(0), latest: at(0) };
    expect(await takeSlot(table, 'another', limit, when)).toEqual({ granted: true, at: at(0) });
    expect(await takeSlot(table, 'b', { ...limit, requests: 0 }, when)).toEqual({ granted: true, at: at(0) });
  });
});
