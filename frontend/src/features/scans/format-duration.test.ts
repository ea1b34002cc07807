import { expect, test } from 'vitest';
import { formatDuration } from './format-duration.ts';

test('a duration is seconds with one decimal, and minutes and seconds from a minute on', () => {
  expect(formatDuration(2040)).toBe('2.0 s');
  expect(formatDuration(59_940)).toBe('59.9 s');
  expect(formatDuration(60_000)).toBe('1 min 0 s');
  expect(formatDuration(200_400)).toBe('3 min 20 s');
});
