import { afterEach, expect, it, vi } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { jobsOf } from './jobs.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('the one timer function runs each list by its name where it is due, but those that an operator switched off', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12, 4) });
  const { app, close } = await createTestApp({ TIMERS_OFF: 'token-refresh,health' });
  const timers = jobsOf(app).filter((job) => job.kind === 'timer');
  const ran = async () => [...(await app.timerRuns.latest()).keys()].sort();
  expect(timers.map(({ name, schedule }) => [name, schedule])).toEqual([['timer', '0 * * * * *']]);
  for (const timer of timers) await timer.run();
  expect(await ran()).toEqual([
    'change-watch',
    'directory-sync',
    'leftovers',
    'notifications',
    'scheduled-reports',
    'scheduled-scans',
  ]);
  vi.setSystemTime(Date.UTC(2026, 0, 1, 12, 5));
  for (const timer of timers) await timer.run();
  expect(await ran()).toEqual([
    'change-watch',
    'directory-sync',
    'leftovers',
    'notifications',
    'retention',
    'scheduled-reports',
    'scheduled-scans',
  ]);
  await close();
});
