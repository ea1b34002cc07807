import { describe, expect, it } from 'vitest';
import { checkMx } from './mx.ts';
import { askedDns } from './testing/asked-dns.ts';

const outlook = 'contoso-com.mail.protection.outlook.com';
const found = { [outlook]: { A: ['192.0.2.1'] }, 'mx.example': { A: ['192.0.2.2'] } };
const check = (exchanges: string[] | null, zone: Record<string, unknown> = found) =>
  checkMx(
    askedDns({
      ...zone,
      ...(exchanges === null
        ? {}
        : { 'contoso.com': { MX: exchanges.map((exchange, at) => ({ priority: 100 - at, exchange })) } }),
    }),
    'contoso.com',
  );

describe('where mail goes', () => {
  it('to Microsoft 365', async () => {
    expect(await check([outlook])).toEqual({
      state: 'ok',
      hosts: [{ priority: 100, exchange: outlook, provider: 'microsoft365', hasAddress: true }],
      leftOut: [],
      implicit: false,
      problems: [],
      authentic: null,
    });
  });
  it('to hosts of one unknown service, in the order of their priority', async () => {
    const result = await check(['a.mail.example', 'b.mail.example'], {
      'a.mail.example': { A: ['192.0.2.1'] },
      'b.mail.example': { AAAA: ['2001:db8::1'] },
    });
    expect(result.state).toBe('ok');
    expect(result.hosts.map(({ exchange, priority, provider }) => [exchange, priority, provider])).toEqual([
      ['b.mail.example', 99, null],
      ['a.mail.example', 100, null],
    ]);
    expect(result.problems).toEqual([]);
  });
  it('to several services', async () => {
    expect((await check([outlook, 'mx.example'])).state).toBe('mixed');
    expect((await check(['a.one.example', 'a.two.example'])).state).toBe('mixed');
  });
  it('through a filter', async () => {
    expect((await check(['a.mimecast.com', 'b.mimecast.com'])).state).toBe('gateway');
  });
  it('nowhere, by a null MX (RFC 7505)', async () => {
    for (const exchange of ['.', ''])
      expect(await check([exchange])).toMatchObject({ state: 'null', hosts: [], problems: [], implicit: false });
  });
  it('a null MX beside another host is a mistake', async () => {
    expect((await check(['.', outlook])).problems).toEqual([
      { code: 'mx_null_not_alone', text: 'a null MX must be the only MX record (RFC 7505)', count: 1 },
    ]);
  });
  it('without MX to the address of the domain, if there is one', async () => {
    expect(await check(null, { 'contoso.com': { A: ['192.0.2.1'] } })).toMatchObject({ state: 'none', implicit: true });
    expect(await check(null, { 'contoso.com': { AAAA: ['2001:db8::1'] } })).toMatchObject({
      state: 'none',
      implicit: true,
    });
    expect(await check(null, { 'contoso.com': { TXT: [['x']] } })).toMatchObject({ state: 'none', implicit: false });
    expect(await check(null, {})).toMatchObject({ state: 'none', implicit: false });
  });
  it.each(['TIMEOUT', 'SERVFAIL'])('%s is not known', async (failure) => {
    expect(await check(null, { 'contoso.com': { [failure]: ['*'] } })).toMatchObject({
      state: 'couldNotCheck',
      hosts: [],
    });
  });
  it('a host without an address is told, one that does not answer is not called so', async () => {
    const result = await check(['gone.example', 'bare.example', 'slow.example', 'six.example'], {
      'bare.example': { TXT: [['x']] },
      'slow.example': { TIMEOUT: ['*'] },
      'six.example': { TIMEOUT: ['A'], AAAA: ['2001:db8::1'] },
    });
    expect(Object.fromEntries(result.hosts.map(({ exchange, hasAddress }) => [exchange, hasAddress]))).toEqual({
      'gone.example': false,
      'bare.example': false,
      'slow.example': null,
      'six.example': true,
    });
    expect(result.problems).toEqual([
      {
        code: 'mx_host_without_address',
        text: 'bare.example has no A or AAAA record; gone.example has no A or AAAA record',
        count: 2,
      },
    ]);
  });
  it('an address is no host name', async () => {
    expect((await check(['192.0.2.1'])).problems).toEqual([
      { code: 'mx_host_is_address', text: '192.0.2.1 is an IP address; an MX record needs a host name', count: 1 },
    ]);
    expect((await check(['2001:db8::1'])).problems[0]?.code).toBe('mx_host_is_address');
  });
  it('twenty hosts are looked at', async () => {
    const result = await check(Array.from({ length: 21 }, (_, at) => `m${at}.x.example`));
    expect(result.hosts).toHaveLength(20);
    expect(result.leftOut).toEqual(['m0.x.example']);
    expect(result.problems[0]).toEqual({
      code: 'mx_many',
      text: 'only the first 20 of 21 MX records were checked',
      count: 1,
    });
  });
  it('the service of every host counts, though not every address is looked at', async () => {
    const many = [outlook, 'z.mimecast.com', ...Array.from({ length: 20 }, (_, at) => `m${at}.mimecast.com`)];
    expect((await check(many)).state).toBe('mixed');
    expect((await check(many.slice(1))).state).toBe('gateway');
  });
  it('hands on the AD bit', async () => {
    const zone = (AD: boolean) => ({ 'contoso.com': { AD, MX: [{ priority: 1, exchange: outlook }] }, ...found });
    expect((await checkMx(askedDns(zone(true)), 'contoso.com')).authentic).toBe(true);
    expect((await checkMx(askedDns(zone(false)), 'contoso.com')).authentic).toBe(false);
  });
});
