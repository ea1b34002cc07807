import { describe, expect, test } from 'vitest';
import { demoProfiles } from '../profiles/demo-profiles.ts';
import { createSimulatedCloud } from '../simulated-cloud.ts';
import { zoneResolver } from './zone-resolver.ts';

describe('a zone', () => {
  const resolve = zoneResolver({
    'a.example': { CNAME: ['b.example'] },
    'b.example': { TXT: [['one', 'two']] },
    'loop.example': { CNAME: ['loop.example'] },
    'slow.example': { A: ['192.0.2.1'], TIMEOUT: ['*'] },
    'deep.under.example': { A: ['192.0.2.2'] },
  });
  test.each([
    ['A.Example.', 'TXT', 'ok'],
    ['b.example', 'MX', 'nodata'],
    ['gone.example', 'A', 'nxdomain'],
    ['under.example', 'A', 'nodata'],
    ['loop.example', 'TXT', 'servfail'],
    ['slow.example', 'TXT', 'timeout'],
    ['slow.example', 'A', 'ok'],
  ] as const)('%s %s is %s', (name, type, status) => {
    expect(resolve(name, type).status).toBe(status);
  });
});

describe('the demonstration zones', () => {
  const cloud = createSimulatedCloud({ now: () => new Date('2026-06-01T12:00:00Z') });
  const [weak, good, critical] = demoProfiles;
  const txt = async (name: string) => {
    const { values } = await cloud.dns.resolve(name, 'TXT');
    return values.map((value) => (Array.isArray(value) ? value.join('') : String(value)));
  };

  test('the weak tenant soft-fails SPF, only watches DMARC and has no DKIM', async () => {
    expect(await txt(`${weak?.domain}`)).toContainEqual(expect.stringMatching(/^v=spf1 .*~all$/));
    expect(await txt(`_dmarc.${weak?.domain}`)).toEqual([expect.stringContaining('p=none')]);
    expect((await cloud.dns.resolve(`selector1._domainkey.${weak?.domain}`, 'TXT')).status).toBe('nxdomain');
  });

  test('the good tenant has hard-fail SPF, DMARC reject and two RSA keys of 2,048 bits', async () => {
    expect(await txt(`${good?.domain}`)).toContainEqual(expect.stringMatching(/^v=spf1 .* -all$/));
    expect(await txt(`_dmarc.${good?.domain}`)).toEqual([expect.stringContaining('p=reject')]);
    const { createPublicKey } = await import('node:crypto');
    const keys = await Promise.all(['selector1', 'selector2'].map((name) => txt(`${name}._domainkey.${good?.domain}`)));
    for (const [record] of keys) {
      const der = Buffer.from(record?.split('p=')[1] ?? '', 'base64');
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048);
    }
    expect(keys[0]).not.toEqual(keys[1]);
  });

  test('the critical tenant has mail but neither SPF nor DMARC', async () => {
    expect((await cloud.dns.resolve(`${critical?.domain}`, 'MX')).status).toBe('ok');
    expect((await txt(`${critical?.domain}`)).filter((record) => record.startsWith('v=spf1'))).toEqual([]);
    expect((await cloud.dns.resolve(`_dmarc.${critical?.domain}`, 'TXT')).status).toBe('nxdomain');
  });

  test('every mail exchanger and every SPF include of a tenant resolves', async () => {
    for (const { domain } of cloud.tenants) {
      for (const value of (await cloud.dns.resolve(domain, 'MX')).values) {
        const exchange = typeof value === 'object' && 'exchange' in value ? value.exchange : '';
        expect((await cloud.dns.resolve(exchange, 'A')).status).toBe('ok');
      }
      for (const include of (await txt(domain)).join(' ').matchAll(/include:(\S+)/g)) {
        expect(await txt(include[1] ?? '')).toEqual([expect.stringMatching(/^v=spf1/)]);
      }
    }
  });

  test('a dns fault turns into servfail or timeout', async () => {
    cloud.faults.set({ pathPrefix: '/dns/_dmarc', kind: 'status', status: 500, times: 1 });
    expect((await cloud.dns.resolve('_dmarc.x.example', 'TXT')).status).toBe('servfail');
    expect((await cloud.dns.resolve('_dmarc.x.example', 'TXT')).status).toBe('nxdomain');
  });
});
