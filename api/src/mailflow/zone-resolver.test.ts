import { describe, expect, it } from 'vitest';
import { readZone, ZoneError, zoneResolver } from './zone-resolver.ts';

const tlsa = { certUsage: 3, selector: 1, match: 1, data: 'ab' };
const dns = zoneResolver(
  readZone({
    'A.Example.': { a: ['192.0.2.1'], MX: [{ priority: 5, exchange: 'MX.Example.' }], TXT: [['x', 'y']] },
    'alias.example': { CNAME: ['A.example.'] },
    'loop.example': { CNAME: ['loop.example'] },
    'far.example': { CNAME: ['gone.example'] },
    'slow.example': { A: ['192.0.2.2'], TIMEOUT: ['*'] },
    'broken.example': { SERVFAIL: ['MX'], TIMEOUT: ['TXT'] },
    'signed.example': { AD: true, TLSA: [tlsa] },
    'plain.example': { AD: false },
    'empty.example': { A: [] },
  }),
);
const ask = (name: string, type: 'A' | 'AAAA' | 'MX' | 'TXT' | 'CNAME' | 'TLSA' | 'DS') => dns.resolve(name, type);

describe('a zone as a resolver', () => {
  it('answers what is there, whatever the case', async () => {
    expect(await ask('a.EXAMPLE.', 'A')).toEqual({ status: 'ok', values: ['192.0.2.1'] });
    expect(await ask('a.example', 'MX')).toEqual({ status: 'ok', values: [{ priority: 5, exchange: 'mx.example' }] });
    expect(await ask('a.example', 'TXT')).toEqual({ status: 'ok', values: [['x', 'y']] });
  });
  it('a name that is absent does not exist, a type that is absent has no data', async () => {
    expect(await ask('gone.example', 'A')).toEqual({ status: 'nxdomain' });
    expect(await ask('a.example', 'AAAA')).toEqual({ status: 'nodata' });
    expect(await ask('empty.example', 'A')).toEqual({ status: 'nodata' });
  });
  it('aliases are followed, except where they are asked for; a circle fails', async () => {
    expect(await ask('alias.example', 'A')).toEqual({ status: 'ok', values: ['192.0.2.1'] });
    expect(await ask('alias.example', 'CNAME')).toEqual({ status: 'ok', values: ['A.example.'] });
    expect(await ask('a.example', 'CNAME')).toEqual({ status: 'nodata' });
    expect(await ask('far.example', 'A')).toEqual({ status: 'nxdomain' });
    expect(await ask('loop.example', 'A')).toEqual({ status: 'servfail' });
  });
  it.each([
    [8, 'ok'],
    [9, 'servfail'],
  ])('%i aliases in a row: %s', async (count, status) => {
    const chain = Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, { CNAME: [`c${at + 1}`] }]));
    const zone = zoneResolver(readZone({ ...chain, [`c${count}`]: { A: ['192.0.2.1'] } }));
    expect((await zone.resolve('c0', 'A')).status).toBe(status);
  });
  it.each([
    ['no.below.example', 'nxdomain'],
    ['below.example', 'nodata'],
    ['BELOW.Example.', 'nodata'],
    ['example', 'nodata'],
    ['deep.below.example', 'ok'],
    ['alias.below.example', 'nodata'],
    ['slow.below.example', 'nodata'],
    // The wildcard stands for names that do not exist, of any depth.
    ['x.wild.example', 'ok'],
    ['x.y.wild.example', 'ok'],
    ['wild.example', 'nodata'],
    ['*.wild.example', 'ok'],
    // A name that exists, with records or without, is none that it stands for, nor is anything below.
    ['own.wild.example', 'nodata'],
    ['under.wild.example', 'nodata'],
    ['x.under.wild.example', 'nxdomain'],
    ['x.own.wild.example', 'nxdomain'],
    ['x.cut.wild.example', 'nxdomain'],
    // A wildcard that is an empty non-terminal itself.
    ['x.hollow.example', 'nodata'],
    ['x.aliases.example', 'ok'],
    ['x.', 'nxdomain'],
    [`${'a.'.repeat(40_000)}wild.example`, 'nxdomain'],
  ])('of %.40s the A record: %s', async (name, status) => {
    const zone = zoneResolver(
      readZone({
        'Deep.BELOW.Example.': { A: ['192.0.2.1'] },
        'x.alias.below.example': { CNAME: ['a.example'] },
        'x.slow.below.example': { TIMEOUT: ['*'] },
        '*.wild.example': { A: ['192.0.2.1'] },
        'own.wild.example': { TXT: [['x']] },
        'x.y.under.wild.example': { TXT: [['x']] },
        'cut.wild.example': { NS: ['ns.example'] },
        'below.*.hollow.example': { A: ['192.0.2.1'] },
        '*.aliases.example': { CNAME: ['x.wild.example'] },
      }),
    );
    expect((await zone.resolve(name, 'A')).status).toBe(status);
  });
  it('keys that are one name have the records of both', async () => {
    const zone = zoneResolver(
      readZone({ 'a.example': { A: ['192.0.2.1'] }, 'A.example.': { A: ['192.0.2.2'], TXT: [['x']] } }),
    );
    expect(await zone.resolve('a.example', 'A')).toEqual({ status: 'ok', values: ['192.0.2.1', '192.0.2.2'] });
    expect((await zone.resolve('a.example', 'TXT')).status).toBe('ok');
  });
  it('types may time out or fail', async () => {
    expect((await ask('slow.example', 'A')).status).toBe('ok');
    expect(await ask('slow.example', 'TXT')).toEqual({ status: 'timeout' });
    expect(await ask('broken.example', 'MX')).toEqual({ status: 'servfail' });
    expect(await ask('broken.example', 'TXT')).toEqual({ status: 'timeout' });
    expect(await ask('broken.example', 'A')).toEqual({ status: 'nodata' });
  });
  it('says what it knows of DNSSEC', async () => {
    expect(await ask('signed.example', 'TLSA')).toEqual({ status: 'ok', values: [tlsa], authentic: true });
    expect(await ask('signed.example', 'DS')).toEqual({ status: 'nodata', authentic: true });
    expect(await ask('plain.example', 'DS')).toEqual({ status: 'nodata', authentic: false });
  });
  it.each([
    [[], 'the zone is not an object of names'],
    [null, 'the zone is not an object of names'],
    ['x', 'the zone is not an object of names'],
    [{ a: 1 }, 'zone: a is not an object of record types'],
    [{ a: { A: 'x' } }, 'zone: a A is not a list of A values'],
    [{ a: { A: [1] } }, 'zone: a A is not a list of A values'],
    [{ a: { TXT: ['x'] } }, 'zone: a TXT is not a list of TXT values'],
    [{ a: { MX: ['x'] } }, 'zone: a MX is not a list of MX values'],
    [{ a: { MX: [{ priority: -1, exchange: 'x' }] } }, 'zone: a MX is not a list of MX values'],
    [{ a: { TLSA: [{ ...tlsa, data: 1 }] } }, 'zone: a TLSA is not a list of TLSA values'],
  ])('%j is refused', (json, message) => {
    expect(() => readZone(json)).toThrow(new ZoneError(message));
  });

  it('types that nobody asks for are passed over, whatever their form', async () => {
    const zone = readZone({
      'a.example': { SPF: [['v=spf1 +all']], SOA: { serial: 1 }, CAA: null, TXT: [['v=spf1 -all']] },
    });
    expect(await zoneResolver(zone).resolve('a.example', 'TXT')).toEqual({ status: 'ok', values: [['v=spf1 -all']] });
  });
});
