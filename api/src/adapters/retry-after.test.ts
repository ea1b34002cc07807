import { expect, it } from 'vitest';
import { retryAfterSeconds } from './retry-after.ts';

const now = new Date('2026-11-28T12:00:00Z');

it.each([
  ['120', 120],
  ['0', 0],
  ['1.5', 2],
  ['999999', 86_400],
  ['Sat, 28 Nov 2026 12:01:30 GMT', 90],
  ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
  ['2026-11-28', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('Retry-After: %s waits for %s seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds);
});
