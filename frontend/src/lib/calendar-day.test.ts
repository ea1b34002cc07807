import { afterEach, describe, expect, test } from 'vitest';
import {
  dayAfter,
  dayOf,
  endOfDay,
  lastDayError,
  startOfDay,
  startOfLastFriday,
  startOfToday,
} from './calendar-day.ts';
import { showTimesIn } from './shown-time-zone.ts';

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

describe('where the reader has chosen a time zone', () => {
  afterEach(() => showTimesIn(null));

  test.each([
    ['Pacific/Auckland', '2026-03-01', '2026-03-01T10:59:59.999Z'],
    ['America/New_York', '2026-03-01', '2026-03-02T04:59:59.999Z'],
    ['Asia/Kolkata', '2026-12-31', '2026-12-31T18:29:59.999Z'],
    // The days on which clocks go forward and back.
    ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59.999Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59.999Z'],
    ['America/New_York', '2026-03-08', '2026-03-09T03:59:59.999Z'],
    ['UTC', '2026-02-28', '2026-02-28T23:59:59.999Z'],
  ])('a day ends there: %s, %s', (zone, day, end) => {
    showTimesIn(zone);
    expect(endOfDay(day)).toBe(end);
    expect(startOfDay(dayAfter(new Date(end), 1))).toBe(new Date(Date.parse(end) + 1).toISOString());
    expect(dayOf(new Date(end))).toBe(day);
    expect(dayOf(new Date(Date.parse(end) + 1))).toBe(dayAfter(new Date(end), 1));
  });

  test.each([
    ['America/New_York', '2026-11-27T02:00:00Z', '2026-11-20T05:00:00.000Z'],
    ['Australia/Sydney', '2026-11-27T23:30:00Z', '2026-11-26T13:00:00.000Z'],
    // The clock was set in between.
    ['America/New_York', '2026-11-02T12:00:00Z', '2026-10-30T04:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-30T08:00:00Z', '2026-11-26T18:30:00.000Z'],
  ])('the last Friday began there: %s, %s', (zone, instant, began) => {
    showTimesIn(zone);
    expect(startOfLastFriday(new Date(instant))).toBe(began);
  });

  test.each([
    ['America/New_York', '2026-03-08T15:00:00Z', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-11-01T20:00:00Z', '2026-11-01T04:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00.000Z'],
  ])('today began there: %s, %s', (zone, instant, began) => {
    showTimesIn(zone);
    expect(startOfToday(new Date(instant))).toBe(began);
  });

  test('today is the one there', () => {
    const instant = new Date('2026-03-01T12:00:00.000Z');
    showTimesIn('Pacific/Auckland');
    expect([dayOf(instant), dayAfter(instant, 1)]).toEqual(['2026-03-02', '2026-03-03']);
    showTimesIn('Pacific/Pago_Pago');
    expect(dayOf(instant)).toBe('2026-03-01');
  });

  test('no day is a day there either', () => {
    showTimesIn('Pacific/Auckland');
    for (const text of ['', '2026-02-30', '2026-2-3']) expect(endOfDay(text)).toBeNull();
  });
});
