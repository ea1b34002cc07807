import type { QuietHours } from '@tenantry/contract/notice-rules';
import { describe, expect, it, test } from 'vitest';
import { dueTime, isQuiet } from './due-time.ts';

const everyDay: QuietHours['days'] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const night: QuietHours = { from: 20, to: 7, days: everyDay };
const berlin = 'Europe/Berlin';
const at = (instant: string) => new Date(instant);
const atOnce = { delivery: { when: 'at-once' }, quiet: null, timeZone: berlin } as const;

describe('when an event is told', () => {
  it('is at once where nothing else is said', () => {
    const now = at('2026-11-24T10:00:00Z');
    expect(dueTime(atOnce, now)).toEqual({ at: now, isDigest: false, quietUntil: null });
  });

  it('is after quiet hours by the clock of the rule, together with what came meanwhile', () => {
    // 23:30 in Berlin, which is UTC+1 in November.
    expect(dueTime({ ...atOnce, quiet: night }, at('2026-11-24T22:30:00Z'))).toEqual({
      at: at('2026-11-25T06:00:00Z'),
      isDigest: true,
      quietUntil: at('2026-11-25T06:00:00Z'),
    });
    // 19:59 there: not quiet yet.
    const before = at('2026-11-24T18:59:00Z');
    expect(dueTime({ ...atOnce, quiet: night }, before)).toEqual({
      ...{ at: before, isDigest: false, quietUntil: null },
    });
  });

  it.each([
    // The clock goes from 02:00 to 03:00: the night is an hour shorter.
    ['2026-03-28T22:30:00Z', '2026-03-29T05:00:00.000Z'],
    // From 03:00 to 02:00: an hour longer.
    ['2026-10-24T22:30:00Z', '2026-10-25T06:00:00.000Z'],
  ])('of %s is %s, where the clock is changed in the night', (from, until) => {
    expect(dueTime({ ...atOnce, quiet: night }, at(from)).at.toISOString()).toBe(until);
  });

  it('is the hour of a daily digest, and of a weekly one on Monday', () => {
    const now = at('2026-11-24T10:00:00Z');
    const daily = dueTime({ ...atOnce, delivery: { when: 'daily', hour: 8 } }, now);
    expect([daily.at.toISOString(), daily.isDigest]).toEqual(['2026-11-25T07:00:00.000Z', true]);
    const weekly = dueTime({ ...atOnce, delivery: { when: 'monday', hour: 8 } }, now);
    expect(weekly.at.toISOString()).toBe('2026-11-30T07:00:00.000Z');
  });

  it('is after quiet hours where the hour of a digest lies in them', () => {
    const rule = { ...atOnce, delivery: { when: 'daily', hour: 6 }, quiet: night } as const;
    expect(dueTime(rule, at('2026-11-24T10:00:00Z'))).toEqual({
      ...{ at: at('2026-11-25T06:00:00Z'), isDigest: true, quietUntil: null },
    });
  });
});

test('quiet hours that go past midnight belong to the day on which they begin', () => {
  const friday: QuietHours = { from: 20, to: 7, days: ['friday'] };
  const quiet = (instant: string) => isQuiet(friday, 'UTC', at(instant));
  expect(quiet('2026-11-27T21:00:00Z')).toBe(true);
  expect(quiet('2026-11-28T06:59:00Z')).toBe(true);
  expect(quiet('2026-11-28T07:00:00Z')).toBe(false);
  expect(quiet('2026-11-27T06:00:00Z')).toBe(false);
  expect(quiet('2026-11-28T21:00:00Z')).toBe(false);
});

test('quiet hours within a day are quiet between them', () => {
  const lunch: QuietHours = { from: 12, to: 14, days: ['tuesday'] };
  expect(isQuiet(lunch, 'Asia/Kathmandu', at('2026-11-24T06:15:00Z'))).toBe(true);
  expect(isQuiet(lunch, 'Asia/Kathmandu', at('2026-11-24T08:15:00Z'))).toBe(false);
});
