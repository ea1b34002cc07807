import { describe, expect, it } from 'vitest';
import { lastFriday, startOfDay } from './last-friday.ts';

const iso = (date: Date) => date.toISOString();

describe('the last Friday', () => {
  it.each([
    ['a Monday morning', '2026-11-30T08:00:00Z', 'UTC', '2026-11-27T00:00:00.000Z'],
    ['a Saturday', '2026-11-28T08:45:00Z', 'UTC', '2026-11-27T00:00:00.000Z'],
    ['a Friday: the one before', '2026-11-27T15:00:00Z', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['a Thursday', '2026-11-26T00:00:00Z', 'UTC', '2026-11-20T00:00:00.000Z'],
    [
      'a Friday here that is still Thursday there',
      '2026-11-27T02:00:00Z',
      'America/New_York',
      '2026-11-20T05:00:00.000Z',
    ],
    [
      'a Saturday there that is still Friday here',
      '2026-11-27T23:30:00Z',
      'Australia/Sydney',
      '2026-11-26T13:00:00.000Z',
    ],
    ['a week in which the clock was set', '2026-11-02T12:00:00Z', 'America/New_York', '2026-10-30T04:00:00.000Z'],
    ['half an hour off', '2026-11-30T08:00:00Z', 'Asia/Kolkata', '2026-11-26T18:30:00.000Z'],
  ])('of %s', (_, now, zone, expected) => {
    expect(iso(lastFriday(new Date(now), zone))).toBe(expected);
  });
});

describe('the beginning of a day', () => {
  it.each([
    ['2026-11-28T08:45:12.345Z', 'UTC', '2026-11-28T00:00:00.000Z'],
    ['2026-03-08T15:00:00Z', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-11-01T20:00:00Z', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25T12:00:00Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ])('of %s in %s', (now, zone, expected) => {
    expect(iso(startOfDay(new Date(now), zone))).toBe(expected);
  });
});
