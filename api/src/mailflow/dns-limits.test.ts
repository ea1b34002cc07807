import { describe, expect, it } from 'vitest';
import type { DnsAnswer } from '../ports/dns.ts';
import { withDeadline, withinMessage } from './dns-limits.ts';
import { askedDns } from './testing/asked-dns.ts';

it('after the deadline nothing is asked, and the answer is a timeout', async () => {
  const zone = askedDns({ 'a.example': {} });
  let nowMs = 100;
  const dns = withDeadline(zone, 50, () => nowMs);
  nowMs = 149;
  expect((await dns.resolve('a.example', 'A')).status).toBe('nodata');
  nowMs = 150;
  expect((await dns.resolve('a.example', 'MX')).status).toBe('timeout');
  expect(zone.asked).toEqual(['a.example A']);
});

describe('an answer that no DNS message holds is not read', () => {
  const txt = (...values: string[][]): DnsAnswer<readonly string[]> => ({ status: 'ok', values });
  const few = [
    txt(['x'.repeat(65_000)]),
    txt(...Array<string[]>(500).fill(['x'])),
    txt([]),
    { status: 'nodata' },
  ] as const;
  it.each(few)('%# is', (answer) => {
    expect(withinMessage(answer)).toBe(answer);
  });
  it.each([
    txt(['x'.repeat(65_530)]),
    txt(['x'.repeat(40_000)], ['x'.repeat(40_000)]),
    txt(...Array<string[]>(501).fill(['x'])),
    txt(Array<string>(66_000).fill('')),
    { status: 'ok', values: Array.from({ length: 400 }, () => ({ priority: 1, exchange: 'x'.repeat(253) })) },
  ] as DnsAnswer<unknown>[])('%# is not', (answer) => {
    expect(withinMessage(answer)).toEqual({ status: 'overLimit' });
  });
});
