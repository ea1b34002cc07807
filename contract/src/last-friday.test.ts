import { expect, it } from 'vitest';
import { fridayBefore } from './last-friday.ts';

it.each([
  ['a Monday', '2026-11-30', '2026-11-27'],
  ['a Saturday', '2026-11-28', '2026-11-27'],
  ['a Friday: the one before', '2026-11-27', '2026-11-20'],
  ['a Thursday', '2026-11-26', '2026-11-20'],
  ['a Sunday after the turn of the year', '2027-01-03', '2027-01-01'],
  ['a Monday after a leap day', '2028-03-06', '2028-03-03'],
])('the Friday before %s', (_, day, expected) => {
  expect(fridayBefore(day)).toBe(expected);
});
