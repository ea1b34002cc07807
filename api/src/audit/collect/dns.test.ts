import { expect, test } from 'vitest';
import { askedDns, texts } from '../../mailflow/testing/asked-dns.ts';
import { contosoZone } from '../../mailflow/testing/contoso.ts';
import type { DnsResolver } from '../../ports/dns.ts';
import { collectDns, createDnsWatch, dnsLimits } from './dns.ts';

const dmarcOf = async (domain: string, records: Readonly<Record<string, string>>) =>
  (await collectDns(askedDns(texts(records)), [{ id: domain }], undefined))[0]?.reading.dmarc;

test('a subdomain without DMARC has that of its organizational domain, be it a domain of the tenant or not', async () => {
  const parent = { '_dmarc.example.com': 'v=DMARC1; p=reject' };
  expect(await dmarcOf('a.b.example.com', parent)).toMatchObject({ location: 'example.com', policy: 'reject' });
  expect(await dmarcOf('a.example.com', { ...parent, '_dmarc.a.example.com': 'v=DMARC1; p=none' })).toMatchObject({
    location: 'a.example.com',
    policy: 'none',
  });
  expect(await dmarcOf('a.example.com', {})).toMatchObject({ found: false });
});

test('a text at _dmarc that is no DMARC record does not hide the record above', async () => {
  const records = { '_dmarc.a.example.com': 'hello', '_dmarc.example.com': 'v=DMARC1; p=reject' };
  expect(await dmarcOf('a.example.com', records)).toMatchObject({ location: 'example.com' });
});

test('a name above that does not answer leaves it open', async () => {
  const dns = askedDns({ '_dmarc.example.com': { TIMEOUT: ['*'] } });
  const [found] = await collectDns(dns, [{ id: 'a.example.com' }], undefined);
  expect(found?.reading.dmarc).toMatchObject({ found: null, unknown: expect.stringContaining('_dmarc.example.com') });
});

test('records come as published, and as the mail engine reads them', async () => {
  const [found] = await collectDns(askedDns(contosoZone()), [{ id: 'Contoso.com' }], undefined);
  expect(found).toMatchObject({
    domain: 'contoso.com',
    txt: { status: 'ok', values: ['v=spf1 include:spf.protection.outlook.com -all'] },
    mx: { status: 'ok', values: ['0 contoso-com.mail.protection.outlook.com'] },
    dkim: [
      { selector: 'selector1', answer: { status: 'ok' } },
      { selector: 'selector2', answer: { status: 'ok' } },
    ],
    reading: {
      spf: { class: 'valid', lookups: 1, all: '-' },
      dmarc: { applied: 'reject' },
      dkim: [
        { selector: 'selector1', state: 'ok', keyBits: 2048 },
        { selector: 'selector2', state: 'ok', keyBits: 2048 },
      ],
      mx: { state: 'ok', hosts: [{ provider: 'microsoft365', hasAddress: true }] },
    },
  });
  expect(JSON.parse(JSON.stringify(found))).toEqual(found);
});

test('records as long as the DNS can carry are kept within a budget, and what is beyond is not known', async () => {
  const long = 'x'.repeat(65_000);
  const names = Array.from({ length: 100 }, (_, at) => `d${at}.example`);
  const records = Object.fromEntries(
    names.flatMap((name) => [
      [name, `v=spf1 -all x=${long.slice(20)}`],
      [`_dmarc.${name}`, `v=DMARC1; p=reject; rua=mailto:a@${name}; x=${long.slice(100)}`],
    ]),
  );
  const found = await collectDns(
    askedDns(texts(records)),
    names.map((id) => ({ id })),
    undefined,
  );
  const known = found.filter(({ txt }) => txt.status === 'ok');
  expect(known.length).toBeGreaterThan(20);
  expect(known.length).toBeLessThan(40);
  expect(found.at(-1)).toMatchObject({
    txt: { status: 'overLimit' },
    reading: { spf: { class: 'temperror' }, dmarc: { found: null } },
  });
  // The record as published, as it is read, and those of which there may be several.
  expect(JSON.stringify(found).length).toBeLessThan(4 * dnsLimits.totalOctets);
});

test('no question is asked twice, however many domains lead to it', async () => {
  const include = 'v=spf1 include:spf.protection.outlook.com -all';
  const dns = askedDns(
    texts({ 'a.example': include, 'b.example': include, 'spf.protection.outlook.com': 'v=spf1 -all' }),
  );
  await collectDns(dns, [{ id: 'a.example' }, { id: 'b.example' }], undefined);
  expect(new Set(dns.asked).size).toBe(dns.asked.length);
  expect(dns.asked.filter((question) => question === 'spf.protection.outlook.com TXT')).toHaveLength(1);
});

test('domains beyond the limit, and those for which no time is left, are left out', async () => {
  const many = Array.from({ length: dnsLimits.domains + 1 }, (_, index) => ({ id: `d${index}.example` }));
  expect(await collectDns(askedDns({}), many, undefined)).toHaveLength(dnsLimits.domains);
  let calls = 0;
  const late = () => (calls++ === 0 ? 0 : dnsLimits.totalTimeMs);
  const watch = createDnsWatch();
  expect(await collectDns(askedDns({}), many, undefined, { nowMs: late, watch })).toEqual([]);
  expect(watch.failures()).toMatchObject([{ message: `There was no time left for ${dnsLimits.domains} domains.` }]);
});

test('a domain that takes too long is not known, and its records are not called missing', async () => {
  let nowMs = 0;
  const slow: DnsResolver = {
    resolve: () => {
      nowMs += 9000;
      return Promise.resolve({ status: 'nodata' });
    },
  };
  const watch = createDnsWatch();
  const [found] = await collectDns(slow, [{ id: 'a.example' }], undefined, { nowMs: () => nowMs, watch });
  expect(watch.failures()).toMatchObject([{ message: expect.stringMatching(/got no answer: .*\(timeout\)/) }]);
  expect(found?.reading.dmarc).toMatchObject({ found: null, unknown: expect.stringContaining('in time') });
  expect(found?.reading.dkim?.map(({ state }) => state)).toEqual(['couldNotCheck', 'couldNotCheck']);
});

test('an aborted scan stops asking', async () => {
  const gone = AbortSignal.abort(new Error('stopped'));
  await expect(collectDns(askedDns({}), [{ id: 'a.example' }], gone)).rejects.toThrow('stopped');
});
