import { describe, expect, it } from 'vitest';
import { isDmarcRecord, parseDmarcRecord, strayNote } from './dmarc-record.ts';

const parse = (tags: string) => parseDmarcRecord(`v=DMARC1; ${tags}`);
const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code);
const rua = 'rua=mailto:d@example.com';

const sentences: Record<string, string> = {
  spf_at_dmarc_name: 'there is an SPF record at _dmarc',
  leading_space: 'the record begins with a space',
  version_invalid: 'the version is not v=DMARC1',
  version_not_first: 'v=DMARC1 is not the first tag',
  version_missing: 'v=DMARC1 is missing',
  unrelated_txt: 'there is an unrelated TXT record at _dmarc',
};

describe('the version (RFC 9989, 4.7)', () => {
  it.each(['v=DMARC1', 'v=DMARC1;', 'v=DMARC1; p=none', 'v = DMARC1 ; p=none', 'V=DMARC1;p=none', 'v\t=\tDMARC1\t;'])(
    '%j begins a DMARC record',
    (text) => {
      expect(isDmarcRecord(text)).toBe(true);
    },
  );
  it.each([
    '',
    'v=dmarc1; p=none',
    'v=DMARC10; p=none',
    'v=DMARC; p=none',
    ' v=DMARC1; p=none',
    'p=none; v=DMARC1',
    'v=DMARC1 p=none',
    'v=spf1 -all',
    'xv=DMARC1;',
  ])('%j does not', (text) => {
    expect(isDmarcRecord(text)).toBe(false);
  });
  it.each([
    ['v=spf1 -all', false, 'spf_at_dmarc_name'],
    [' v=DMARC1; p=none', true, 'leading_space'],
    ['v=dmarc1; p=none', true, 'version_invalid'],
    ['V=BOB', true, 'version_invalid'],
    ['p=reject; v=DMARC1; rua=mailto:x@y.example', true, 'version_not_first'],
    ['p=reject;v=DMARC1', true, 'version_not_first'],
    ['p=reject; rua=mailto:x@y.example', true, 'version_missing'],
    ['rua=mailto:x@y.example; p = none', true, 'version_missing'],
    ['some other text', false, 'unrelated_txt'],
    ['xp=1', false, 'unrelated_txt'],
  ])('%j at _dmarc: error %s, %s', (text, isError, code) => {
    expect(strayNote(text)).toMatchObject({ isError, code });
    expect(strayNote(text).text).toBe(`${sentences[code]}: ${text}`);
  });
});

describe('tags (RFC 9989, 4.7 and 4.8)', () => {
  it('all of them, spaces and case aside', () => {
    const record = parse(
      `P = Reject ;sp=NONE; np=quarantine; psd=N; t=Y; adkim=S; aspf=s; fo=1:d:s; ruf=mailto:f@example.com; ${rua};`,
    );
    expect(record).toMatchObject({
      p: 'reject',
      sp: 'none',
      np: 'quarantine',
      psd: 'n',
      test: true,
      adkim: 's',
      aspf: 's',
      errors: [],
      warnings: [],
    });
    expect(record.rua).toEqual([{ uri: 'mailto:d@example.com', scheme: 'mailto', domain: 'example.com' }]);
    expect(record.ruf.map(({ uri }) => uri)).toEqual(['mailto:f@example.com']);
  });
  it('defaults', () => {
    expect(parse('p=none')).toMatchObject({
      sp: null,
      np: null,
      psd: 'u',
      test: false,
      adkim: 'r',
      aspf: 'r',
      rua: [],
      ruf: [],
    });
  });
  it.each([
    ['p=bogus', ['p_invalid'], []],
    ['p=none; sp=bob', ['sp_invalid'], []],
    ['p=none; np=', ['np_invalid'], []],
    ['p=', ['p_invalid'], []],
    ['p=none; sp=r\u00e9ject', ['sp_invalid'], []],
    ['p=none; adkim=', [], ['tag_malformed']],
    ['p=none; foo=\u00e9', [], ['tag_malformed']],
    ['p=none; np=x', ['np_invalid'], []],
    ['p=none; p=reject', ['duplicate_tag:p'], []],
    ['p=none; v=DMARC1', ['duplicate_tag:v'], []],
    ['p=none; psd=x', [], ['tag_invalid:psd']],
    ['p=none; t=maybe', [], ['tag_invalid:t']],
    ['p=none; adkim=x', [], ['tag_invalid:adkim']],
    ['p=none; aspf=x', [], ['tag_invalid:aspf']],
    ['p=none; pct=50', [], ['tag_removed:pct']],
    ['p=none; rf=afrf; ri=3600', [], ['tag_removed:rf', 'tag_removed:ri']],
    ['p=none; foo=bar', [], ['unknown_tag']],
    ['p=none; nonsense', [], ['tag_malformed']],
    ['p=none; a1=b', [], ['tag_malformed']],
    ['p=none; fo=0:1', [], ['tag_invalid:fo']],
    ['p=none; fo=x', [], ['tag_invalid:fo']],
    ['p=none; fo=10', [], ['tag_invalid:fo']],
    ['p=none; fo=0', [], []],
    ['p=none; fo=0 : d', [], []],
    ['p=none; fo=1', [], []],
    ['p=none;; ', [], []],
    ['adkim=s', ['p_missing'], []],
    [rua, [], ['p_missing']],
    ['rua=x@example.com', ['rua_invalid', 'p_missing'], []],
    ['p=none; ruf=mailto:', ['ruf_invalid'], []],
    [`p=none; ${rua}!10m`, [], ['rua_size_obsolete']],
    ['p=none; rua=https://example.com/r', [], ['rua_not_mailto']],
  ])('%s: errors %j, warnings %j', (tags, errors, warnings) => {
    const record = parse(tags);
    expect(codes(record.errors)).toEqual(errors);
    expect(codes(record.warnings)).toEqual(warnings);
  });
  it('says which value applies instead', () => {
    expect(parse('p=none; psd=x').warnings[0]?.text).toBe('psd=x is not valid, psd=u applies');
    expect(parse('p=Bogus').errors[0]?.text).toBe('p=bogus is not none, quarantine or reject');
  });
});

describe('addresses for reports (RFC 9989, 4.8)', () => {
  it('commas part them, and a broken one does not spoil the others', () => {
    const record = parse('p=none; rua=mailto:a@x.example , mailto:b@Y.Example!5k,,nobody');
    expect(record.rua).toEqual([
      { uri: 'mailto:a@x.example', scheme: 'mailto', domain: 'x.example' },
      { uri: 'mailto:b@Y.Example', scheme: 'mailto', domain: 'y.example' },
    ]);
    expect(codes(record.errors)).toEqual(['rua_invalid']);
  });
  it.each([
    'a@b.example',
    'mailto:ab.example',
    'mailto:@b.example',
    'mailto:a@',
    'mailto:a@b@c.example',
    'mail to:a@b.example',
    ':a@b.example',
  ])('%s is none', (uri) => {
    expect(parse(`p=none; rua=${uri}`).rua).toEqual([]);
  });
  it('a query behind the address does not belong to its domain', () => {
    expect(parse('p=none; rua=mailto:a@b.example?subject=x').rua[0]?.domain).toBe('b.example');
  });
  it('any other scheme is an address without a domain', () => {
    expect(parse('p=none; rua=HTTPS://x.example/r').rua).toEqual([
      { uri: 'HTTPS://x.example/r', scheme: 'https', domain: null },
    ]);
  });
});
