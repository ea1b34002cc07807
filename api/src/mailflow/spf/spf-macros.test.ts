import { describe, expect, it } from 'vitest';
import { expandName, parseDomainSpec, parseMacroString } from './spf-macros.ts';

const domains = { current: 'Mail.Example.COM', initial: 'start.example' };

function expanded(text: string): string | null | undefined {
  const spec = parseDomainSpec(text);
  return spec === null ? undefined : expandName(spec, domains);
}

describe('domain-spec (RFC 7208, 7.1)', () => {
  it.each([
    'example.com',
    'example.com.',
    '_spf.example.com',
    'a.b-c',
    'a.1b',
    'a.xn--zckzah',
    'foo:bar/baz.example.com',
    '.example.com',
    'a..b.com',
    '%{d}',
    '%{ir}.%{v}._spf.%{d2}',
    'x%%',
    'x%_',
    'x%-',
  ])('%s is one', (text) => {
    expect(parseDomainSpec(text)).not.toBeNull();
  });
  it.each([
    '',
    'museum',
    'museum.',
    'example.',
    'example.-com',
    'example.com-',
    'abc.123',
    '111.222.33.44',
    'example.com:8080',
    'mail.example.com/24',
    'foo-bar',
    '-all',
    '%{d}com',
    '%{d}.',
    'a b.com',
    'a\u0000.com',
    'a\u007f.com',
    'ä.com',
    '%',
    '%a.com',
    '%(ir).com',
    '%{',
    '%{a}.com',
    '%{d',
    '%{d.com',
    '%{d0}.com',
    '%{dd}.com',
    '%{dr2}.com',
    '%{1d}.com',
  ])('%j is none', (text) => {
    expect(parseDomainSpec(text)).toBeNull();
  });
  it.each(['c', 'r', 't', 'C', 'R', 'T'])('the macro %s stands in explanations only', (letter) => {
    expect(parseMacroString(`%{${letter}}`, true)).toBeNull();
    expect(parseMacroString(`%{${letter}}`, false)).not.toBeNull();
  });
  it.each(['s', 'l', 'o', 'd', 'i', 'p', 'h', 'v'])('the macro %s stands in names', (letter) => {
    expect(parseDomainSpec(`%{${letter}}`)).not.toBeNull();
    expect(parseDomainSpec(`%{${letter.toUpperCase()}}`)).not.toBeNull();
  });
  it('an empty macro-string is none of a name, but one of a modifier', () => {
    expect(parseMacroString('', false)).toEqual({ pieces: [], endsInMacro: false });
    expect(parseDomainSpec('')).toBeNull();
  });
});

describe('expansion of names (RFC 7208, 7.3)', () => {
  it.each([
    ['%{d}', 'mail.example.com'],
    ['%{D}', 'mail.example.com'],
    ['%{o}', 'start.example'],
    ['%{d2}', 'example.com'],
    ['%{d1}', 'com'],
    ['%{d9}', 'mail.example.com'],
    ['%{dr}', 'com.example.mail'],
    ['%{d1r}', 'mail'],
    ['%{d2r}', 'example.mail'],
    ['%{d-}', 'mail.example.com'],
    ['%{dm}.com', undefined],
    ['x.%{d}.d.spf.example.com.', 'x.mail.example.com.d.spf.example.com'],
    ['a%%b%_c%-d.example.com', 'a%b c%20d.example.com'],
  ])('%s becomes %s', (text, name) => {
    expect(expanded(text)).toBe(name);
  });
  it('delimiters split where they are named, and are joined by dots', () => {
    const spec = parseDomainSpec('%{dr-,}.x.com');
    expect(spec && expandName(spec, { current: 'a-b,c.d', initial: 'x' })).toBe('c.d.b.a.x.com');
  });
  it.each(['%{i}', '%{s}.x.com', '%{l}', '%{h}', '%{p}', '%{v}.%{d}', 'a.%{i}._spf.%{d}'])(
    '%s depends on the sender',
    (text) => {
      expect(expanded(text)).toBeNull();
    },
  );
  it('a name over 253 characters loses labels on the left', () => {
    const label = 'a'.repeat(49);
    const spec = parseDomainSpec(Array(6).fill(label).join('.'));
    expect(spec && expandName(spec, domains)).toBe(Array(5).fill(label).join('.'));
    const fits = `${'b'.repeat(3)}.${Array(5).fill(label).join('.')}`;
    expect(fits).toHaveLength(253);
    expect(expanded(fits)).toBe(fits);
    const long = `b${fits}`;
    expect(expanded(long)).toBe(Array(5).fill(label).join('.'));
  });
});
