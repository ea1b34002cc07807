import { describe, expect, test } from 'vitest';
import { clientAddress } from './addresses.ts';
import type { Zone } from './names.ts';
import { receiverOver } from './receiver.ts';
import { expandDomain, parseDomainSpec } from './spf-macros.ts';

/** The zone of RFC 7208, appendix A. */
const appendixA: Zone = {
  'example.com': {
    MX: [
      { priority: 10, exchange: 'mail-a.example.com' },
      { priority: 20, exchange: 'mail-b.example.com' },
    ],
    A: ['192.0.2.10', '192.0.2.11'],
  },
  'amy.example.com': { A: ['192.0.2.65'] },
  'bob.example.com': { A: ['192.0.2.66'] },
  'mail-a.example.com': { A: ['192.0.2.129'] },
  'mail-b.example.com': { A: ['192.0.2.130'] },
  'example.org': { MX: [{ priority: 10, exchange: 'mail-c.example.org' }] },
  'mail-c.example.org': { A: ['192.0.2.140'] },
  '10.2.0.192.in-addr.arpa': { PTR: ['example.com'] },
  '11.2.0.192.in-addr.arpa': { PTR: ['example.com'] },
  '65.2.0.192.in-addr.arpa': { PTR: ['amy.example.com'] },
  '66.2.0.192.in-addr.arpa': { PTR: ['bob.example.com'] },
  '129.2.0.192.in-addr.arpa': { PTR: ['mail-a.example.com'] },
  '130.2.0.192.in-addr.arpa': { PTR: ['mail-b.example.com'] },
  '140.2.0.192.in-addr.arpa': { PTR: ['mail-c.example.org'] },
  '4.0.0.10.in-addr.arpa': { PTR: ['bob.example.com'] },
};
const hosts = [10, 11, 65, 66, 129, 130, 140].map((octet) => `192.0.2.${octet}`).concat('10.0.0.4', '2001:db8::1');
const text = (record: string) => ({ TXT: [[record]] });

function resultFor(zone: Zone, ip: string, envelope = 'example.com', localPart = 'user'): string {
  return receiverOver(zone).checkSpf({ ip, helo: 'mx.sender.example', envelope, localPart }).result;
}
/** The last octets of the addresses of appendix A that pass. */
function passing(record: string): string[] {
  const zone = { ...appendixA, 'example.com': { ...appendixA['example.com'], ...text(record) } };
  return hosts.filter((ip) => resultFor(zone, ip) === 'pass').map((ip) => ip.replace('192.0.2.', ''));
}
const everyone = hosts.map((ip) => ip.replace('192.0.2.', ''));

describe('the examples of RFC 7208, appendix A', () => {
  test.each<[string, string[]]>([
    ['v=spf1 +all', everyone],
    ['v=spf1 a -all', ['10', '11']],
    ['v=spf1 a:example.org -all', []],
    ['v=spf1 mx -all', ['129', '130']],
    ['v=spf1 mx:example.org -all', ['140']],
    ['v=spf1 mx mx:example.org -all', ['129', '130', '140']],
    ['v=spf1 mx/30 mx:example.org/30 -all', ['129', '130', '140']],
    ['v=spf1 ptr -all', ['10', '11', '65', '66', '129', '130']],
    ['v=spf1 ip4:192.0.2.128/28 -all', ['129', '130', '140']],
  ])('A.1: %s', (record, expected) => {
    expect(passing(record)).toEqual(expected);
  });

  test('A.2: an organization takes in the hosts of two others, and its parts share its record', () => {
    const zone: Zone = {
      ...appendixA,
      'example.com': { ...appendixA['example.com'], ...text('v=spf1 mx -all') },
      'example.net': text('v=spf1 ip4:192.0.2.65 -all'),
      'example.org': { ...appendixA['example.org'], ...text('v=spf1 include:example.com include:example.net -all') },
      'la.example.org': text('v=spf1 redirect=example.org'),
    };
    expect(hosts.map((ip) => resultFor(zone, ip, 'la.example.org'))).toEqual(
      hosts.map((ip) => (/\.(?:129|130|65)$/.test(ip) ? 'pass' : 'fail')),
    );
  });

  test('A.3: users in the local part, each from where the record lets them', () => {
    const zone: Zone = {
      ...appendixA,
      'example.com': {
        ...appendixA['example.com'],
        ...text('v=spf1 mx include:mobile-users._spf.%{d} include:remote-users._spf.%{d} -all'),
      },
      'mobile-users._spf.example.com': text('v=spf1 exists:%{l1r+}.%{d}'),
      'mary.mobile-users._spf.example.com': { A: ['127.0.0.2'] },
      'remote-users._spf.example.com': text('v=spf1 exists:%{ir}.%{l1r+}.%{d}'),
      '15.15.168.192.joel.remote-users._spf.example.com': { A: ['127.0.0.2'] },
    };
    const from = (ip: string, localPart: string) => resultFor(zone, ip, 'example.com', localPart);
    expect([from('198.51.100.1', 'mary'), from('198.51.100.1', 'mary+lists'), from('198.51.100.1', 'joel')]).toEqual([
      'pass',
      'pass',
      'fail',
    ]);
    expect([from('192.168.15.15', 'joel'), from('192.168.15.15', 'fred')]).toEqual(['pass', 'fail']);
  });

  test('A.4: two conditions at once, by refusing what either includes', () => {
    const zone: Zone = {
      ...appendixA,
      'example.com': {
        ...appendixA['example.com'],
        ...text('v=spf1 -include:ip4._spf.%{d} -include:ptr._spf.%{d} +all'),
      },
      'ip4._spf.example.com': text('v=spf1 -ip4:192.0.2.0/24 +all'),
      'ptr._spf.example.com': text('v=spf1 -ptr:example.com +all'),
    };
    expect([resultFor(zone, '192.0.2.65'), resultFor(zone, '192.0.2.140'), resultFor(zone, '10.0.0.4')]).toEqual([
      'pass',
      'fail',
      'fail',
    ]);
  });
});

test.each([
  ['%{s}', 'strong-bad@email.example.com'],
  ['%{o}', 'email.example.com'],
  ['%{d4}', 'email.example.com'],
  ['%{d2}', 'example.com'],
  ['%{d1}', 'com'],
  ['%{dr}', 'com.example.email'],
  ['%{d2r}', 'example.email'],
  ['%{l}', 'strong-bad'],
  ['%{l-}', 'strong.bad'],
  ['%{lr-}', 'bad.strong'],
  ['%{l1r-}', 'strong'],
  ['%{ir}.%{v}._spf.%{d2}', '3.2.0.192.in-addr._spf.example.com'],
  ['%{lr-}.lp.%{ir}.%{v}._spf.%{d2}', 'bad.strong.lp.3.2.0.192.in-addr._spf.example.com'],
  ['%{ir}.%{v}.%{l1r-}.lp._spf.%{d2}', '3.2.0.192.in-addr.strong.lp._spf.example.com'],
  ['%{d2}.trusted-domains.example.net', 'example.com.trusted-domains.example.net'],
])('the macro %s of RFC 7208, 7.4 is %s', (spec, expected) => {
  const parsed = parseDomainSpec(spec);
  const values = {
    localPart: 'strong-bad',
    senderDomain: 'email.example.com',
    domain: 'email.example.com',
    ip: clientAddress('192.0.2.3'),
    helo: 'mx.sender.example',
    validatedName: () => 'unknown',
  };
  expect(parsed && expandDomain(parsed, values)).toBe(expected);
});

const lookups = (count: number): Zone => ({
  'example.com': text(`v=spf1 ${'a:host.example.com '.repeat(count)}ip4:203.0.113.9 -all`),
  'host.example.com': { A: ['192.0.2.1'] },
});
const voids = (count: number): Zone => ({ 'example.com': text(`v=spf1 ${'a:gone.example.com '.repeat(count)}-all`) });
const exchanges = (count: number): Zone => ({
  'example.com': {
    ...text('v=spf1 mx -all'),
    MX: Array.from({ length: count }, (_, priority) => ({ priority, exchange: 'host.example.com' })),
  },
  'host.example.com': { A: ['192.0.2.1'] },
});

test.each<[string, Zone, string, string]>([
  ['ten terms that ask the DNS', lookups(10), '203.0.113.9', 'pass'],
  ['eleven of them', lookups(11), '203.0.113.9', 'permerror'],
  ['eleven, where the first already matches', lookups(11), '192.0.2.1', 'pass'],
  ['two questions in vain', voids(2), '203.0.113.9', 'fail'],
  ['three of them', voids(3), '203.0.113.9', 'permerror'],
  ['ten exchanges', exchanges(10), '203.0.113.9', 'fail'],
  ['eleven exchanges', exchanges(11), '203.0.113.9', 'permerror'],
  [
    'a host without IPv6, three times, for a client of IPv6',
    { ...lookups(3), 'host.example.com': { A: ['192.0.2.1'] } },
    '2001:db8::9',
    'permerror',
  ],
  ['a record that does not answer', { 'example.com': { TIMEOUT: ['*'] } }, '203.0.113.9', 'temperror'],
  [
    'a host that does not answer, behind a match',
    { 'example.com': text('v=spf1 ip4:203.0.113.9 a:host.example.com'), 'host.example.com': { SERVFAIL: ['A'] } },
    '203.0.113.9',
    'pass',
  ],
  ['an error behind a match', { 'example.com': text('v=spf1 ip4:203.0.113.9 ip5:x') }, '203.0.113.9', 'permerror'],
  ['an include of a name without record', { 'example.com': text('v=spf1 include:a.example -all') }, '::1', 'permerror'],
  ['a redirect to a name without record', { 'example.com': text('v=spf1 redirect=a.example') }, '::1', 'permerror'],
  ['two records', { 'example.com': { TXT: [['v=spf1 -all'], ['v=spf1 +all']] } }, '::1', 'permerror'],
  ['an address mapped into IPv6', { 'example.com': text('v=spf1 ip4:203.0.113.9') }, '::ffff:203.0.113.9', 'pass'],
  [
    'a refusal before an acceptance',
    { 'example.com': text('v=spf1 -ip4:192.0.0.0/8 +ip4:0.0.0.0/0') },
    '192.1.1.1',
    'fail',
  ],
  ['no term that matches', { 'example.com': text('v=spf1 ip4:192.0.2.1') }, '::1', 'neutral'],
])('%s', (_name, zone, ip, expected) => {
  expect(resultFor(zone, ip)).toBe(expected);
});

test('a null reverse-path is checked as postmaster of the name in HELO (RFC 7208, 2.4)', () => {
  const zone: Zone = {
    'mx.sender.example': text('v=spf1 exists:%{l}._spf.sender.example -all'),
    'postmaster._spf.sender.example': { A: ['127.0.0.2'] },
  };
  const message = { ip: '192.0.2.1', helo: 'mx.sender.example', localPart: 'user' };
  const { checkSpf } = receiverOver(zone);
  expect(checkSpf({ ...message, envelope: '' }).result).toBe('pass');
  expect(checkSpf({ ...message, envelope: 'mx.sender.example' }).result).toBe('fail');
});

test('a wildcard answers for names that do not exist, and not below one that does (RFC 4592, 2.2.1)', () => {
  const zone: Zone = {
    '*.example.com': { ...text('v=spf1 +all'), A: ['192.0.2.1'] },
    'a.host.example.com': { A: ['192.0.2.2'] },
    'alias.example.com': { CNAME: ['x.example.com'] },
  };
  const names = ['x.example.com', 'y.x.example.com', 'alias.example.com', 'host.example.com', 'y.host.example.com'];
  expect(names.map((name) => resultFor(zone, '::1', name))).toEqual(['pass', 'pass', 'pass', 'none', 'none']);
});
