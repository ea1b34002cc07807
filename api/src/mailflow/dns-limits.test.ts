import { expect, it } from 'vitest';
import { withDeadline } from './dns-limits.ts';
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
