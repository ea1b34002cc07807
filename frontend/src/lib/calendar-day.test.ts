import { expect, test } from 'vitest';
import { dayAfter, dayOf, endOfDay, lastDayError } from './calendar-day.ts';

const now = new Date(2026, 1, 27, 15, 30);

test('a day is that of the reader’s own calendar', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect(dayAfter(now, 2)).toBe('2026-03-01');
});

test('a day ends with its last millisecond in the reader’s zone', () => {
  expect(endOfDay('2026-03-01')).toBe(new Date(2026, 2, 1, 23, 59, 59, 999).toISOString());
});

test.each(['', '2026-02-30', '2026-2-3', 'tomorrow'])('%j is no day', (text) => {
  expect(endOfDay(text)).toBeNull();
});

test('the last day lies between today and the longest that is allowed', () => {
  expect(lastDayError('', 366, now)).toBe('Choose a day');
  expect(lastDayError('2026-02-26', 366, now)).toBe('Choose a day in the future');
  expect(lastDayError('2026-02-27', 366, now)).toBeNull();
  expect(lastDayError('2027-02-27', 366, now)).toBeNull();
  expect(lastDayError('2027-02-28', 366, now)).toBe('Choose a day within the next year');
});

test('the latest day ends within what the API allows', () => {
  const end = Date.parse(endOfDay(dayAfter(now, 365)) ?? '');
  expect(end - now.getTime()).toBeLessThanOrEqual(366 * 86_400_000);
});
