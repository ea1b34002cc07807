import { describe, expect, it } from 'vitest';
import { isSpfRecord, parseSpfRecord } from './spf-record.ts';

const errorsOf = (record: string) => parseSpfRecord(record).errors;

describe('selecting records (RFC 7208, 4.5)', () => {
  it.each(['v=spf1', 'v=spf1 ', 'v=spf1 -all', 'V=SpF1 ~all'])('%j is an SPF record', (text) => {
    expect(isSpfRecord(text)).toBe(true);
  });
  it.each(['', 'v=spf10', 'v=spf1mx', ' v=spf1', 'v=spf1\t-all', 'v=spf1\n', 'spf2.0/pra', 'xv=spf1 -all'])(
    '%j is none',
    (text) => {
      expect(isSpfRecord(text)).toBe(false);
    },
  );
});

describe('terms (RFC 7208, 4.6.1 and 12)', () => {
  it('mechanisms keep their order, qualifier and name, whatever the case and the number of spaces', () => {
    const { mechanisms, errors } = parseSpfRecord(
      'v=spf1  A  -MX ~Include:x.example ?exists:y.example +ptr ip4:1.2.3.4 ALL ',
    );
    expect(errors).toEqual([]);
    expect(mechanisms.map(({ qualifier, name }) => `${qualifier}${name}`)).toEqual([
      '+a',
      '-mx',
      '~include',
      '?exists',
      '+ptr',
      '+ip4',
      '+all',
    ]);
    expect(mechanisms.map(({ target }) => target !== null)).toEqual([false, false, true, true, false, false, false]);
    expect(mechanisms[1]?.text).toBe('-MX');
  });
  it('redirect and exp are told apart from modifiers that are not known', () => {
    const record = parseSpfRecord('v=spf1 ReDirect=a.example exp=b.example moo.cow-far_out=man:dog/cat default=');
    expect(record.errors).toEqual([]);
    expect(record.redirect?.text).toBe('ReDirect=a.example');
    expect(record.explanation?.text).toBe('exp=b.example');
    expect(record.unknownModifiers).toEqual(['moo.cow-far_out=man:dog/cat', 'default=']);
  });
  it('without modifiers there is no redirect and no explanation', () => {
    expect(parseSpfRecord('v=spf1 -all')).toMatchObject({ redirect: null, explanation: null, unknownModifiers: [] });
  });

  const badLabel = 'a label of the name is empty or longer than 63 characters';
  const noTerm = 'this is not an SPF mechanism or modifier';
  it.each([
    ['moo', noTerm],
    ['-all.', noTerm],
    ['allx', noTerm],
    ['=all', noTerm],
    ['1up=foo', noTerm],
    ['moo.cow/far_out=man', noTerm],
    ['moo.cow:far_out=man', noTerm],
    ['redirect:t2.example', noTerm],
    ['--all', noTerm],
    ['!all', noTerm],
    ['a\tmx', noTerm],
    ['all:x', 'all takes no argument'],
    ['all/8', 'all takes no argument'],
    ['all:', 'all takes no argument'],
    ['include', 'include needs a domain name'],
    ['exists', 'exists needs a domain name'],
    ['include:', 'this is not a domain name'],
    ['include:x.example/24', 'this is not a domain name'],
    ['include/24', 'this is not a domain name'],
    ['exists:x.example/24', 'this is not a domain name'],
    ['exists:', 'this is not a domain name'],
    ['ptr:', 'this is not a domain name'],
    ['ptr/0', 'this is not a domain name'],
    ['a:', 'this is not a domain name'],
    ['mx:', 'this is not a domain name'],
    ['a:museum', 'this is not a domain name'],
    ['a:x.example:8080', 'this is not a domain name'],
    ['a/24/32', 'this is not a domain name'],
    ['a/24/64', 'the prefix length must be 0 to 32'],
    ['a/', 'this is not a domain name'],
    ['a//', 'this is not a domain name'],
    ['a/33', 'the prefix length must be 0 to 32'],
    ['a/08', 'the prefix length must be 0 to 32'],
    ['mx/33//64', 'the prefix length must be 0 to 32'],
    ['a//129', 'the IPv6 prefix length must be 0 to 128'],
    ['mx:x.example/24//129', 'the IPv6 prefix length must be 0 to 128'],
    ['ip4', 'the IPv4 address is missing or invalid'],
    ['ip4:', 'the IPv4 address is missing or invalid'],
    ['ip4/1.2.3.4', 'the IPv4 address is missing or invalid'],
    ['ip4:1.2.3', 'the IPv4 address is missing or invalid'],
    ['ip4:1.2.3.4:8080', 'the IPv4 address is missing or invalid'],
    ['ip4:::1', 'the IPv4 address is missing or invalid'],
    ['ip4:1.2.3.4/33', 'the prefix length must be 0 to 32'],
    ['ip4:1.2.3.4/032', 'the prefix length must be 0 to 32'],
    ['ip4:1.2.3.4//32', 'the prefix length must be 0 to 32'],
    ['ip4:1.2.3.4/', 'the prefix length must be 0 to 32'],
    ['ip6', 'the IPv6 address is missing or invalid'],
    ['ip6::CAFE::BABE', 'the IPv6 address is missing or invalid'],
    ['ip6:1.2.3.4', 'the IPv6 address is missing or invalid'],
    ['ip6:::1/129', 'the prefix length must be 0 to 128'],
    ['ip6:::1//33', 'the prefix length must be 0 to 128'],
    ['a:x..example', badLabel],
    ['a:.x.example', badLabel],
    [`mx:${'a'.repeat(64)}.example/24`, badLabel],
    ['redirect=x..example', badLabel],
    ['redirect=', 'the domain name is missing'],
    ['exp=', 'the domain name is missing'],
    ['exp=-all', 'the domain name is missing'],
    ['exp=%{r}.example.com', 'the domain name is missing'],
    ['foo=%abc', 'its value has a broken macro or character'],
    ['foo=\u0080', 'its value has a broken macro or character'],
  ])('"%s" is broken: %s', (term, why) => {
    expect(errorsOf(`v=spf1 ${term} -all`)).toEqual([{ term, why }]);
  });
  it.each([
    'a/0',
    'a/32',
    'a//0',
    'a//128',
    'a/24//64',
    'mx/24',
    'a:x.example/32//128',
    'mx:foo:bar/baz.example.com',
    'ip4:0.0.0.0/0',
    'ip4:1.2.3.4/32',
    'ip6:::1.1.1.1/0',
    'ip6:::/128',
    'ptr',
    'ptr:x.example',
    'foo=%{c}%{r}%{t}',
    'a:%{H}',
    'a:x..%{d}',
    'exp=x..example',
    'a:x.example.',
    `a:${'a'.repeat(63)}.example`,
  ])('"%s" is right', (term) => {
    expect(errorsOf(`v=spf1 ${term} -all`)).toEqual([]);
  });
  it('redirect and exp may each stand once', () => {
    expect(errorsOf('v=spf1 redirect=a.example redirect=b.example')).toEqual([
      { term: 'redirect=b.example', why: 'redirect= is duplicated' },
    ]);
    expect(errorsOf('v=spf1 exp=a.example -all exp=a.example')).toEqual([
      { term: 'exp=a.example', why: 'exp= is duplicated' },
    ]);
  });
  it('what stands after all is read as well', () => {
    expect(errorsOf('v=spf1 -all moo ip6').map(({ term }) => term)).toEqual(['moo', 'ip6']);
  });
});
