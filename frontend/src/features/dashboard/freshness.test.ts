import { expect, test } from 'vitest';
import { freshnessOf } from './freshness.ts';

const now = new Date('2026-01-10T00:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

test('data are fresh up to 24 hours, stale up to 72, expired beyond, and never where there are none', () => {
  expect([0, 24, 24.1, 72, 72.1].map((hours) => freshnessOf(hoursAgo(hours), now))).toEqual([
    'fresh',
    'fresh',
    'stale',
    'stale',
    'expired',
  ]);
  expect(freshnessOf(null, now)).toBe('never');
});
