import { describe, expect, it } from 'vitest';
import { readZone, zoneResolver } from '../../mailflow/zone-resolver.ts';
import { mailDnsOver, narrowDns } from './narrow-mail-dns.ts';

const tlsa = { certUsage: 3, selector: 1, match: 1, data: 'ab' };
const dns = zoneResolver(
  readZone({ 'a.example': { A: ['192.0.2.1'] }, 'signed.example': { DS: ['x'], TLSA: [tlsa] } }),
);

describe('wide and narrow resolvers', () => {
  it('what the narrow one cannot ask is not known', async () => {
    const wide = mailDnsOver(narrowDns(dns));
    expect(await wide.resolve('a.example', 'A')).toEqual({ status: 'ok', values: ['192.0.2.1'] });
    expect(await wide.resolve('signed.example', 'TLSA')).toEqual({ status: 'servfail' });
    expect(await wide.resolve('signed.example', 'DS')).toEqual({ status: 'servfail' });
  });
});
