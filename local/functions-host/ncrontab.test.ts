import { expect, test } from 'vitest';
import { nextOccurrence, parseSchedule } from './ncrontab.ts';

const next = (expression: string, after: string): string =>
  nextOccurrence(parseSchedule(expression), new Date(after)).toISOString();

test.each([
  ['every minute', '0 * * * * *', '2026-03-01T10:00:00.000Z', '2026-03-01T10:01:00.000Z'],
  ['strictly later, also within the second', '0 * * * * *', '2026-03-01T09:59:59.999Z', '2026-03-01T10:00:00.000Z'],
  ['every five minutes', '0 */5 * * * *', '2026-03-01T10:02:30.000Z', '2026-03-01T10:05:00.000Z'],
  ['five fields mean second 0', '30 3 * * *', '2026-03-01T03:30:00.000Z', '2026-03-02T03:30:00.000Z'],
  ['names of days and ranges', '0 30 9 * * Mon-Fri', '2026-03-06T12:00:00.000Z', '2026-03-09T09:30:00.000Z'],
  ['names of months', '0 0 0 1 Jan *', '2026-03-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['lists', '0 0 6,18 * * *', '2026-03-01T06:00:00.000Z', '2026-03-01T18:00:00.000Z'],
  ['a step from a start', '5/20 * * * * *', '2026-03-01T00:00:05.000Z', '2026-03-01T00:00:25.000Z'],
  ['over the end of a year', '0 0 0 * * *', '2026-12-31T23:59:59.000Z', '2027-01-01T00:00:00.000Z'],
  ['leap days', '0 0 0 29 2 *', '2026-03-01T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['day and day of week together', '0 0 0 13 * 5', '2026-03-14T00:00:00.000Z', '2026-11-13T00:00:00.000Z'],
])('next occurrence: %s', (_, expression, after, expected) => {
  expect(next(expression, after)).toBe(expected);
});

test.each([
  '',
  '* * * *',
  '60 * * * * *',
  '0 0 24 * * *',
  '0 0 0 0 * *',
  '0 0 0 * 13 *',
  '0 0 0 * * 7',
  '5-1 * * * * *',
  '*/0 * * * * *',
  'a * * * * *',
  '00:05:00',
])('the schedule "%s" is refused', (expression) => {
  expect(() => parseSchedule(expression)).toThrow(/schedule/);
});

test('a schedule that never occurs is an error and not an endless search', () => {
  expect(() => next('0 0 0 30 2 *', '2026-01-01T00:00:00.000Z')).toThrow('never occurs');
});
