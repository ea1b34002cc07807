import { expect, test } from 'vitest';
import { createTimerRuns, type TimerRunEntity } from './domain/timer-runs/timer-runs.ts';
import { switchedOff, timerOf } from './jobs.ts';
import type { StateTable } from './ports/state.ts';

/** A table in memory, whose etag is a count. */
function memoryTable(): StateTable<TimerRunEntity> {
  const entities = new Map<string, { value: TimerRunEntity; etag: string }>();
  let count = 0;
  const put = (key: string, value: TimerRunEntity) => {
    count += 1;
    entities.set(key, { value, etag: String(count) });
    return true;
  };
  return {
    get: async (_, key) => entities.get(key) ?? null,
    create: async (_, key, value) => !entities.has(key) && put(key, value),
    replace: async (_, key, value, etag) => entities.get(key)?.etag === etag && put(key, value),
    delete: async (_, key) => entities.delete(key),
    async *list() {
      for (const [key, entity] of entities) yield { key, ...entity };
    },
  };
}

function tried(steps: { name: string; run(): Promise<unknown> }[]) {
  const logged: unknown[] = [];
  let seconds = 0;
  const clock = {
    now: () => {
      seconds += 1;
      return new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
    },
  };
  const table = memoryTable();
  const timerRuns = createTimerRuns(table, clock);
  const definition = { name: 'token-refresh', everyMinutes: 1, steps };
  const timer = timerOf(definition, { timerRuns, log: (message, fields) => logged.push({ message, ...fields }) });
  return { timer, logged, table, timerRuns, last: async () => (await timerRuns.latest()).get('token-refresh') };
}

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

test('a step that fails is told of, and keeps no other from its work', async () => {
  const done: string[] = [];
  const step = (name: string, fails = false) => ({
    name,
    run: async () => {
      if (fails) throw new Error(`${name} is broken`);
      done.push(name);
    },
  });
  const { timer, logged } = tried([step('first'), step('second', true), step('third'), step('fourth', true)]);
  await expect(timer.run()).rejects.toMatchObject({
    errors: [{ message: 'second is broken' }, { message: 'fourth is broken' }],
  });
  expect(done).toEqual(['first', 'third']);
  expect(logged).toHaveLength(2);
  expect(logged[0]).toMatchObject({
    ...{ message: 'A step of a timer failed', timer: 'token-refresh', step: 'second' },
    error: { message: 'second is broken' },
  });
});

test('how a timer ran last is kept: when it began and ended, what failed, and when all of it last succeeded', async () => {
  let fails = false;
  const { timer, last } = tried([
    { name: 'refresh tokens', run: async () => (fails ? Promise.reject(new Error('no answer')) : undefined) },
  ]);
  expect(await last()).toBeUndefined();
  await timer.run();
  expect(await last()).toMatchObject({ startedAt: at(1), endedAt: at(2), succeededAt: at(2), failedSteps: '' });
  fails = true;
  await expect(timer.run()).rejects.toThrow('1 of the steps of the timer token-refresh failed');
  expect(await last()).toMatchObject({
    startedAt: at(3),
    endedAt: at(4),
    succeededAt: at(2),
    failedSteps: 'refresh tokens',
  });
});

test('a timer whose run cannot be kept does its work all the same, and says so', async () => {
  const done: string[] = [];
  const { timer, logged, table } = tried([{ name: 'work', run: async () => done.push('work') }]);
  table.get = async () => Promise.reject(new Error('the tables do not answer'));
  await timer.run();
  expect(done).toEqual(['work']);
  expect(logged).toHaveLength(2);
  expect(logged.every((line) => JSON.stringify(line).includes('The run of a timer was not noted'))).toBe(true);
});

test('a timer that is switched off does nothing, and does not pass for one that succeeded', async () => {
  const done: string[] = [];
  const { timer, logged, last } = tried([{ name: 'first', run: async () => done.push('first') }]);
  await switchedOff(timer, (message) => logged.push(message)).run();
  expect(done).toEqual([]);
  expect(await last()).toBeUndefined();
  expect(logged).toEqual(['The timer is switched off']);
});
