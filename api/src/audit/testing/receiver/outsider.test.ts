import { describe, expect, test } from 'vitest';
import type { Zone } from './names.ts';
import { type Forgery, forgeries, outsiderAddresses } from './outsider.ts';
import { sampleKeys } from './sample-keys.ts';

const domain = 'contoso.example';
const reject = 'v=DMARC1; p=reject';
const txt = (...texts: string[]) => ({ TXT: texts.map((text) => [text]) });

type Parts = { spf?: string; dmarc?: string; more?: Zone };
function zoneOf({ spf = 'v=spf1 -all', dmarc = reject, more = {} }: Parts): Zone {
  return { [domain]: txt(spf), [`_dmarc.${domain}`]: txt(dmarc), [`www.${domain}`]: { A: ['192.0.2.1'] }, ...more };
}
const found = (parts: Parts): Forgery[] => forgeries(zoneOf(parts), domain);
/** Which names can be forged, in short. */
const ways = (parts: Parts): string[] => [
  ...new Set(found(parts).map(({ author, way, outcome }) => `${author} ${way} ${outcome}`)),
];
/** From how many addresses SPF passes for a From of the domain itself. */
const share = (spf: string, more: Zone = {}): number =>
  Math.max(
    0,
    ...found({ spf, more }).flatMap((one) => (one.author === 'itself' && one.way === 'spf' ? [one.share] : [])),
  );

const [weak] = sampleKeys.rsa512;
const bySpf = ['itself spf delivered', 'existing spf delivered', 'missing spf delivered'];
const byDkim = ['itself dkim delivered', 'existing dkim delivered', 'missing dkim delivered'];
const all = outsiderAddresses.ipv4.length;

test('a domain that rejects what its own servers did not send leaves an outsider nothing', () => {
  expect(found({ spf: 'v=spf1 mx ip4:198.51.100.0/24 ~all' })).toEqual([]);
});

describe('SPF, by the part of the addresses that passes', () => {
  test.each<[string, number]>([
    ['v=spf1 +all', 1],
    ['v=spf1 ip4:0.0.0.0/1 -all', 125 / all],
    ['v=spf1 ip4:128.0.0.0/1 ip4:0.0.0.0/1 -all', 1],
    ['v=spf1 -ip4:0.0.0.0/1 ip4:0.0.0.0/0 -all', 96 / all],
    ['v=spf1 ?ip4:0.0.0.0/0 ip4:0.0.0.0/0 -all', 0],
    ['v=spf1 ip4:8.0.0.0/8 -all', 1 / all],
    ['v=spf1 ip4:10.0.0.0/8 ip4:224.0.0.0/3 -all', 0],
    ['v=spf1 ip6:2000::/4 -all', 0.5],
    ['v=spf1 ip6:2000::/3 ip4:8.0.0.0/8 -all', 1],
    ['v=spf1 ip6:fe80::/10 -all', 0],
    ['v=spf1 a:www.contoso.example/2 -all', 32 / all],
    ['v=spf1 exists:www.%{d} -all', 1],
    ['v=spf1 exists:%{i}.any.%{d} -all', 1],
    ['v=spf1 exists:%{i}.some.%{d} -all', 0],
    ['v=spf1 exists:%{l}.users.%{d} -all', 1],
    ['v=spf1 exists:%{h} -all', 1],
    ['v=spf1 ptr -all', 0],
    ['v=spf1 ptr:outsider.example -all', 1],
    ['v=spf1 include:_all.%{d} -all', 1],
    ['v=spf1 -include:_all.%{d} ip4:0.0.0.0/0', 0],
    ['v=spf1 redirect=_all.%{d}', 1],
    ['v=spf1 ?all', 0],
    ['v=spf1 ip4:0.0.0.0/0 nonsense -all', 0],
  ])('%s', (spf, expected) => {
    const more: Zone = {
      [`*.any.${domain}`]: { A: ['127.0.0.2'] },
      [`198.51.100.1.some.${domain}`]: { A: ['127.0.0.2'] },
      [`ann.users.${domain}`]: { A: ['127.0.0.2'] },
      [`_all.${domain}`]: txt('v=spf1 +all'),
    };
    expect(share(spf, more)).toBe(expected);
  });

  test('an open record of any name of the organization opens all of it, strict alignment that name alone', () => {
    const more = { [`old.${domain}`]: txt('v=spf1 ip4:0.0.0.0/0') };
    expect(ways({ more })).toEqual(bySpf);
    expect(found({ more, dmarc: 'v=DMARC1; p=reject; aspf=s' })).toEqual([
      {
        from: `old.${domain}`,
        author: 'existing',
        way: 'spf',
        outcome: 'delivered',
        share: 1,
        through: `old.${domain}`,
        why: `SPF passes for old.${domain} by ip4:0.0.0.0/0`,
      },
    ]);
    expect(ways({ more: { [`*.${domain}`]: txt('v=spf1 +all') } })).toEqual(bySpf);
  });

  test('a suffix that does not part its organizations lets the one of the outsider send for all', () => {
    const more = { '_dmarc.example': txt(reject) };
    expect(ways({ more })).toEqual(bySpf);
    expect(found({ more, dmarc: 'v=DMARC1; p=reject; psd=n' })).toEqual([]);
    expect(found({ more: { '_dmarc.example': txt('v=DMARC1; p=none; psd=y') } })).toEqual([]);
  });
});

test('a key that can be broken signs for the organization, wherever below it the key is', () => {
  const keyAt = (name: string, tags = '') => ({ [`${name}.${domain}`]: txt(`v=DKIM1; ${tags}p=${weak}`) });
  expect(ways({ more: keyAt('s1._domainkey') })).toEqual(byDkim);
  expect(ways({ more: keyAt('s1._domainkey.shop') })).toEqual(byDkim);
  expect(ways({ more: keyAt('*._domainkey') })).toEqual(byDkim);
  expect(ways({ more: keyAt('*') })).toEqual([
    'itself dkim delivered',
    'existing dkim delivered',
    'missing dkim delivered',
  ]);
  expect(found({ more: keyAt('s1._domainkey', 't=y; ') })).toEqual([]);
});

test.each<[string, string[]]>([
  ['v=DMARC1; p=none', ['itself policy delivered', 'existing policy delivered', 'missing policy delivered']],
  ['v=DMARC1; p=reject; sp=none', ['existing policy delivered', 'missing policy delivered']],
  ['v=DMARC1; p=reject; sp=none; np=reject', ['existing policy delivered']],
  ['v=DMARC1; p=reject; np=quarantine', ['missing policy quarantined']],
  ['v=DMARC1; p=none; sp=reject', ['itself policy delivered']],
  [
    'v=DMARC1; p=reject; t=y',
    ['itself policy quarantined', 'existing policy quarantined', 'missing policy quarantined'],
  ],
  ['v=DMARC2; p=reject', ['itself policy delivered', 'existing policy delivered', 'missing policy delivered']],
])('the policy %s', (dmarc, expected) => {
  expect(ways({ dmarc })).toEqual(expected);
});

test('where a wildcard answers for every name, np is left with names below those that are listed', () => {
  const missing = found({ dmarc: 'v=DMARC1; p=reject; np=none', more: { [`*.${domain}`]: { A: ['192.0.2.1'] } } });
  expect(missing.map(({ author, from }) => [author, from.endsWith(`.www.${domain}`)])).toEqual([['missing', true]]);
});
