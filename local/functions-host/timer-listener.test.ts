import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RegisteredFunction } from './core-types.ts';
import { TimerListener } from './timer-listener.ts';

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'tenantry-timer-'));
  vi.useFakeTimers({ now: new Date('2026-03-01T10:00:30.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(stateDir, { recursive: true });
});

function timer(schedule: string): RegisteredFunction {
  return { metadata: { name: 'Tick', bindings: { t: { type: 'timerTrigger', schedule } } }, callback: () => undefined };
}

function listener(schedule: string, work: () => Promise<void>) {
  const runs: { at: string; input: { IsPastDue: boolean } }[] = [];
  const instance = new TimerListener({
    fn: timer(schedule),
    invoker: {
      invoke: async (_, data) => {
        runs.push({ at: new Date().toISOString(), input: JSON.parse(data.json ?? '') });
        await work();
        return { invocationId: '1' };
      },
    },
    log: () => undefined,
    stateDir,
    clock: () => new Date(),
    env: { EVERY: '0 * * * * *' },
  });
  return { instance, runs };
}

test('a timer runs at each occurrence, and a setting may hold its schedule', async () => {
  const { instance, runs } = listener('%EVERY%', async () => undefined);
  instance.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(runs.map((run) => run.at)).toEqual(['2026-03-01T10:01:00.000Z', '2026-03-01T10:02:00.000Z']);
  expect(runs.every((run) => !run.input.IsPastDue)).toBe(true);
  instance.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(runs).toHaveLength(2);
});

test('two runs of one timer never overlap: an occurrence during a run is left out', async () => {
  const { instance, runs } = listener('0 * * * * *', () => new Promise((resolve) => setTimeout(resolve, 90_000)));
  instance.start();
  await vi.advanceTimersByTimeAsync(210_000);
  expect(runs.map((run) => run.at)).toEqual(['2026-03-01T10:01:00.000Z', '2026-03-01T10:03:00.000Z']);
  instance.stop();
});

test('a first start does not run the timer but notes when it is due', async () => {
  const { instance, runs } = listener('0 0 12 * * *', async () => undefined);
  instance.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toEqual([]);
  expect(JSON.parse(readFileSync(join(stateDir, 'tick.json'), 'utf8')).next).toBe('2026-03-01T12:00:00.000Z');
  instance.stop();
});

test('a host that was killed in the middle of a run runs the timer again when it comes back', async () => {
  const first = listener('0 0 12 * * *', () => new Promise(() => undefined));
  first.instance.start();
  await vi.advanceTimersByTimeAsync(7_200_000);
  expect(first.runs).toHaveLength(1);
  first.instance.stop();
  const second = listener('0 0 12 * * *', async () => undefined);
  second.instance.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(second.runs.map((run) => run.input.IsPastDue)).toEqual([true]);
  second.instance.stop();
});

test('a timer that fails runs again at its next occurrence', async () => {
  const { instance, runs } = listener('0 * * * * *', async () => {
    throw new Error('no');
  });
  instance.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(runs).toHaveLength(2);
  instance.stop();
});
