import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { earliestSlot, freeSlots, liveSlots } from './rate-slots.ts';

const limit = { requests: 3, windowMs: 1000 };

/** The most that any span of `windowMs` holds; a span takes in its beginning and not its end. */
function mostInWindow(slots: readonly number[], windowMs: number): number {
  return Math.max(0, ...slots.map((start) => slots.filter((one) => one >= start && one < start + windowMs).length));
}

function reserve(asked: readonly number[], { requests, windowMs }: typeof limit): number[] {
  const slots: number[] = [];
  for (const notBefore of asked) {
    slots.push(earliestSlot(slots, { requests, windowMs }, notBefore));
    slots.sort((a, b) => a - b);
  }
  return slots;
}

describe('the times at which requests may be sent', () => {
  test('as many as the limit go at once, the next ones a window later', () => {
    expect(reserve([0, 0, 0, 0, 0, 0, 0], limit)).toEqual([0, 0, 0, 1000, 1000, 1000, 2000]);
  });

  test('a place before later reservations is used where it crowds none of them', () => {
    expect(earliestSlot([5000], limit, 100)).toBe(100);
    expect(earliestSlot([1000, 1000, 1000], limit, 900)).toBe(2000);
    expect(earliestSlot([1000, 1000, 1000], limit, 0)).toBe(0);
    expect(earliestSlot([1000, 1500, 1900], limit, 950)).toBe(2000);
  });

  test('no window ever holds more than the limit, in whatever order and for whatever time they are asked for', () => {
    const asked = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 40 });
    const limits = fc.record({ requests: fc.integer({ min: 1, max: 6 }), windowMs: fc.integer({ min: 1, max: 3000 }) });
    fc.assert(
      fc.property(asked, limits, (times, one) => {
        const slots = reserve(times, one);
        expect(slots).toHaveLength(times.length);
        expect(mostInWindow(slots, one.windowMs)).toBeLessThanOrEqual(one.requests);
      }),
    );
  });

  test('a time is the earliest: one that is free now is given now', () => {
    const asked = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 20 });
    fc.assert(
      fc.property(asked, fc.integer({ min: 0, max: 5000 }), (times, now) => {
        const slots = reserve(times, limit);
        const isFree = mostInWindow([...slots, now], limit.windowMs) <= limit.requests;
        expect(earliestSlot(slots, limit, now) === now).toBe(isFree);
      }),
    );
  });

  test('what is free at once is counted, and the past is forgotten', () => {
    expect(freeSlots([], limit, 500)).toBe(3);
    expect(freeSlots([400, 500], limit, 500)).toBe(1);
    expect(freeSlots([800, 800, 800], limit, 500)).toBe(0);
    expect(freeSlots([0, 0, 0], limit, 1000)).toBe(3);
    expect(liveSlots([0, 1, 1000], limit, 1000)).toEqual([1, 1000]);
  });
});
