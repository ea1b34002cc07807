import { describe, expect, it } from 'vitest';
import { adviceBesideAlias, aliasBeside } from './alias-beside.ts';
import { answered } from './dns-reading.ts';
import { check } from './testing/check-contoso.ts';
import { apex } from './testing/contoso.ts';
import { readZone, zoneResolver } from './zone-resolver.ts';

const of = (zone: unknown) => zoneResolver(readZone(zone));
const dmarc = 'v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com; ruf=mailto:dmarc@contoso.com';

describe('TXT records beside an alias', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>, RegExp | null]>([
    [
      'the name that it leads to has none',
      { CNAME: ['x.example'] },
      {},
      /^_dmarc\.contoso\.com has TXT records beside/,
    ],
    [
      'it leads to others',
      { CNAME: ['x.example'] },
      { 'x.example': { TXT: [['v=DMARC1; p=none']] } },
      /RFC 1034, 3\.6\.2/,
    ],
    ['it leads to the same ones', { CNAME: ['x.example'] }, { 'x.example': { TXT: [[dmarc]] } }, null],
    ['there is none', {}, {}, null],
    ['what it leads to gives no answer', { CNAME: ['x.example'] }, { 'x.example': { TIMEOUT: ['*'] } }, null],
  ])('are told where %s', async (_, own, more, told) => {
    const dns = of({ '_dmarc.contoso.com': { TXT: [[dmarc]], ...own }, ...more });
    const said = await answered(dns, aliasBeside('_dmarc.contoso.com', [dmarc]));
    if (told === null) expect(said).toBeNull();
    else expect(said).toMatch(told);
  });

  it('are an issue of SPF and of DMARC, with the way out', async () => {
    const beside = {
      '_dmarc.contoso.com': { TXT: [[dmarc]], CNAME: ['x.example'] },
      ...apex({ CNAME: ['y.example'] }),
    };
    const { issues } = await check(beside);
    const found = issues.filter(({ code }) => code.endsWith('beside_alias'));
    expect(found.map(({ code, severity, recommendation }) => [code, severity, recommendation])).toEqual([
      ['spf_beside_alias', 'warning', adviceBesideAlias],
      ['dmarc_beside_alias', 'warning', adviceBesideAlias],
    ]);
    expect((await check()).issues.filter(({ code }) => code.endsWith('beside_alias'))).toEqual([]);
  });
});
