import { describe, expect, test, vi } from 'vitest';
import { withLostAnswers } from '../../../testing/lost-answers.ts';
import { memoryStateTable } from '../../../testing/memory-state-table.ts';
import { acquireLease, claimInterval, type LeaseEntity } from './lease.ts';
import { underLease } from './under-lease.ts';

const now = new Date('2026-11-29T08:00:00Z');
const term = { clock: { now: () => now }, forMs: 20_000 };

describe('a lease', () => {
  test('is not lost to a renewal of its own holder', async () => {
    const lease = await acquireLease(memoryStateTable<LeaseEntity>(), 'work', term);
    expect(await Promise.all([lease?.renew(), lease?.renew(), lease?.renew()])).toEqual([true, true, true]);
  });

  test('is had, renewed and released where the answers to that were lost', async () => {
    const table = memoryStateTable<LeaseEntity>();
    const unsure = withLostAnswers(table);
    const lease = await acquireLease(unsure, 'work', term);
    expect(lease).not.toBeNull();
    expect(await acquireLease(table, 'work', term)).toBeNull();
    await lease?.release();
    const another = await acquireLease(table, 'work', term);
    expect(another).not.toBeNull();
    expect(await lease?.renew()).toBe(false);
    await lease?.release();
    expect(await another?.isHeld()).toBe(true);
    expect(await claimInterval(unsure, 'hourly', term)).toBe(true);
    expect(await claimInterval(table, 'hourly', term)).toBe(false);
  });

  test('is renewed where the answer to the renewal was lost', async () => {
    const table = memoryStateTable<LeaseEntity>();
    let isLost = true;
    const once = {
      ...table,
      replace: async (...asked: Parameters<typeof table.replace>) => {
        const isDone = await table.replace(...asked);
        const isTold = isDone && !isLost;
        isLost = false;
        return isTold;
      },
    };
    const lease = await acquireLease(once, 'work', term);
    expect(await lease?.renew()).toBe(true);
  });
});

describe('work under a lease', () => {
  const parts = { everyMs: 1000, lost: () => new Error('Lost'), notRenewed: () => undefined };

  test('has one renewal underway at a time, however long it takes', async () => {
    vi.useFakeTimers();
    try {
      const answers: ((held: boolean) => void)[] = [];
      const renew = () => new Promise<boolean>((resolve) => answers.push(resolve));
      const done = underLease({ renew }, parts, async (signal) => {
        await vi.advanceTimersByTimeAsync(5000);
        expect(answers).toHaveLength(1);
        answers[0]?.(true);
        await vi.advanceTimersByTimeAsync(1000);
        expect(answers).toHaveLength(2);
        answers[1]?.(false);
        await vi.advanceTimersByTimeAsync(0);
        return signal.reason;
      });
      expect(await done).toEqual(new Error('Lost'));
    } finally {
      vi.useRealTimers();
    }
  });

  test('goes on where a renewal fails, and says so', async () => {
    vi.useFakeTimers();
    try {
      const told: unknown[] = [];
      const renew = () => Promise.reject(new Error('Not now'));
      const work = async (signal: AbortSignal) => {
        await vi.advanceTimersByTimeAsync(1000);
        return signal.aborted;
      };
      expect(await underLease({ renew }, { ...parts, notRenewed: (error) => told.push(error) }, work)).toBe(false);
      expect(told).toEqual([new Error('Not now')]);
    } finally {
      vi.useRealTimers();
    }
  });
});
