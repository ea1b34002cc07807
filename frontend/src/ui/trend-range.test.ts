import { expect, test } from 'vitest';
import { trendRange } from './trend-range.ts';

test.each([
  { values: [65, 65], limit: 100, range: { low: 60, high: 70 } },
  { values: [42.3, 58.8], limit: 100, range: { low: 35, high: 65 } },
])('a line of $values stands clear of both edges', ({ values, limit, range }) => {
  expect(trendRange(values, limit)).toEqual(range);
  for (const value of values) {
    expect(value).toBeGreaterThan(range.low);
    expect(value).toBeLessThan(range.high);
  }
});

test('a range ends where the scale ends', () => {
  expect(trendRange([0, 0], 100)).toEqual({ low: 0, high: 5 });
  expect(trendRange([100, 100], 100)).toEqual({ low: 95, high: 100 });
});
