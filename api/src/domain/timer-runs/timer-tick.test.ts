import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimerTick, type Timer } from './timer-tick.ts';

const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12, 0) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lists that note each begin of theirs, and a host that ticks them each minute unless a tick goes on. */
function ticked(lists: Record<string, Partial<Timer>>) {
  const begun: string[] = [];
  const logged: unknown[] = [];
  const minute = () => new Date().toISOString().slice(11, 16);
  const timers = Object.entries(lists).map(([name, { everyMinutes = 1, run = async () => undefined }]) => ({
    name,
    everyMinutes,
    run: () => {
      begun.push(`${name} ${minute()}`);
      return run();
    },
  }));
  const clock = { now: () => new Date() };
  const tick = createTimerTick(timers, { clock, log: (message, fields) => logged.push({ message, ...fields }) });
  /** What each tick threw; null where it ended well. */
  const outcomes: unknown[] = [];
  let isUnderWay = false;
  const host = setInterval(() => {
    if (isUnderWay) return;
    isUnderWay = true;
    tick()
      .then(
        () => outcomes.push(null),
        (error: unknown) => outcomes.push(error),
      )
      .finally(() => {
        isUnderWay = false;
      });
  }, minuteMs);
  const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs);
  return { tick, begun, logged, outcomes, pass, stop: () => clearInterval(host) };
}

const never = () => new Promise<void>(() => undefined);

test('a list that is due every five minutes runs every fifth tick, also where the clock is a little early', async () => {
  const { tick, begun } = ticked({ often: {}, seldom: { everyMinutes: 5 } });
  vi.setSystemTime(Date.UTC(2026, 0, 1, 12, 3, 59, 990));
  await tick();
  vi.setSystemTime(Date.UTC(2026, 0, 1, 12, 4, 59, 990));
  await tick();
  vi.setSystemTime(Date.UTC(2026, 0, 1, 12, 6, 0, 10));
  await tick();
  expect(begun).toEqual(['often 12:03', 'often 12:04', 'seldom 12:04', 'often 12:06']);
});

test('lists begin at once, so that none waits for another', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { tick, begun } = ticked({ slow: { run: () => held }, quick: {} });
  const ended = tick();
  expect(begun).toEqual(['slow 12:00', 'quick 12:00']);
  release();
  await ended;
});

test('a list that fails keeps back no other, and the tick tells of it', async () => {
  const fails = async () => Promise.reject(new Error('no answer'));
  const { tick, begun } = ticked({ broken: { run: fails }, sound: {} });
  await expect(tick()).rejects.toMatchObject({
    message: '1 of the timers failed',
    errors: [{ message: 'no answer' }],
  });
  expect(begun).toEqual(['broken 12:00', 'sound 12:00']);
  await expect(tick()).rejects.toThrow('1 of the timers failed');
});

test('a list that hangs keeps back no other, is told of each minute, and begins anew after ten minutes', async () => {
  const { begun, logged, outcomes, pass, stop } = ticked({ hung: { run: never }, sound: {} });
  await pass(12);
  stop();
  await pass(1);
  expect(begun.filter((line) => line.startsWith('sound'))).toHaveLength(12);
  expect(begun.filter((line) => line.startsWith('hung'))).toEqual(['hung 12:01', 'hung 12:11']);
  expect(logged).toEqual(Array.from({ length: 12 }, () => ({ message: 'A timer has not ended', timer: 'hung' })));
  expect(outcomes).toEqual(Array.from({ length: 12 }, () => null));
});

test('a list that ends in a later tick is told of there, and is free again', async () => {
  let count = 0;
  const run = () => {
    count += 1;
    if (count > 1) return Promise.resolve();
    return new Promise<void>((_, reject) => {
      setTimeout(() => reject(new Error('late')), 1.5 * minuteMs);
    });
  };
  const { begun, outcomes, pass, stop } = ticked({ slow: { run } });
  await pass(3);
  stop();
  await pass(1);
  expect(begun).toEqual(['slow 12:01', 'slow 12:03']);
  expect(outcomes).toMatchObject([null, { errors: [{ message: 'late' }] }, null]);
});
