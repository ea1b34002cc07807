import { expect, test } from 'vitest';
import { leasesSettleMs, staleLeases } from './check-storage.ts';

const now = new Date('2026-11-20T12:00:00Z');
const lease = (key: string, holder: string, until: string) => ({ key, value: { holder, until } });

test('a lease is left over that has run out or that one holder keeps; one that a timer has just now is not', () => {
  const first = [lease('kept', 'a', '2026-11-20T12:05:00Z'), lease('passed on', 'a', '2026-11-20T12:05:00Z')];
  const second = [
    ...[lease('kept', 'a', '2026-11-20T12:05:00Z'), lease('passed on', 'b', '2026-11-20T12:10:00Z')],
    ...[lease('new', 'c', '2026-11-20T12:10:00Z'), lease('run out', 'd', '2026-11-20T11:59:00Z')],
  ];
  expect(staleLeases(first, second, now)).toEqual(['kept', 'run out']);
  expect(staleLeases(first, [], now)).toEqual([]);
});

test('the lease of a killed host is waited for until it has run out, and for a timer after that', () => {
  expect(leasesSettleMs([], now)).toBe(30_000);
  expect(leasesSettleMs([lease('run out', 'a', '2026-11-20T11:00:00Z')], now)).toBe(30_000);
  const killed = [lease('scan', 'a', '2026-11-20T12:01:00Z'), lease('directory', 'b', '2026-11-20T12:09:00Z')];
  expect(leasesSettleMs(killed, now)).toBe(9 * 60_000 + 30_000);
});
