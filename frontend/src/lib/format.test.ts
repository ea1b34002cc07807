import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  comingTime,
  countOf,
  formatDate,
  formatDateTime,
  formatDollars,
  formatSeconds,
  formatTime,
  relativeTime,
} from './format.ts';
import { shownTimeZone, showTimesIn } from './shown-time-zone.ts';

const now = new Date('2026-03-10T12:00:00.000Z');

describe('relative time', () => {
  test.each([
    [null, 'Never'],
    ['2026-03-10T12:00:30.000Z', 'Just now'],
    ['2026-03-10T11:59:01.000Z', 'Just now'],
    ['2026-03-10T11:59:00.000Z', '1 minute ago'],
    ['2026-03-10T11:00:01.000Z', '59 minutes ago'],
    ['2026-03-10T11:00:00.000Z', '1 hour ago'],
    ['2026-03-09T12:00:01.000Z', '23 hours ago'],
    ['2026-03-09T12:00:00.000Z', '1 day ago'],
    ['2026-01-09T12:00:00.000Z', '60 days ago'],
  ])('of %s is %s', (instant, text) => {
    expect(relativeTime(instant, now)).toBe(text);
  });
});

describe('a coming time', () => {
  test.each([
    ['2026-03-10T11:00:00.000Z', 'shortly'],
    ['2026-03-10T12:01:59.000Z', 'shortly'],
    ['2026-03-10T12:20:00.000Z', 'in 20 minutes'],
    ['2026-03-10T13:00:00.000Z', 'in 1 hour'],
    ['2026-03-11T12:00:00.000Z', 'in 24 hours'],
    ['2026-03-14T12:00:00.000Z', 'in 4 days'],
  ])('of %s is %s', (instant, text) => {
    expect(comingTime(instant, now)).toBe(text);
  });
});

test('a count agrees with its noun', () => {
  expect([countOf(0, 'issue'), countOf(1, 'issue'), countOf(2, 'entry', 'entries')]).toEqual([
    '0 issues',
    '1 issue',
    '2 entries',
  ]);
});

test('dollars have no decimals, seconds have one', () => {
  expect(formatDollars(12_345.6)).toBe('$12,346');
  expect(formatSeconds(2_349)).toBe('2.3 s');
});

describe('times', () => {
  const instant = '2026-03-10T12:00:00.000Z';
  const english = { dateStyle: 'medium', timeStyle: 'short' } as const;
  afterEach(() => showTimesIn(null));

  test.each(['Pacific/Auckland', 'America/New_York', 'Asia/Kolkata'])(
    'are those of %s where the reader chose it',
    (zone) => {
      showTimesIn(zone);
      const expected = new Intl.DateTimeFormat(undefined, { ...english, timeZone: zone }).format(new Date(instant));
      expect(formatDateTime(instant)).toBe(expected);
      expect(formatDateTime(instant)).toContain(formatTime(instant));
      expect(formatDateTime(instant)).toContain(formatDate(instant));
    },
  );

  test('are the browser’s where none was chosen, and where it knows no such zone', () => {
    const expected = new Intl.DateTimeFormat(undefined, english).format(new Date(instant));
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    showTimesIn('Pacific/Auckland');
    showTimesIn('Mars/Olympus');
    expect([formatDateTime(instant), shownTimeZone()]).toEqual([expected, null]);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });
});
