import { describe, expect, it } from 'vitest';
import { canBeAsked, isDomainName, isHostName, isWithin, normalName } from './domain-name.ts';

const label = (length: number) => 'a'.repeat(length);

describe('domain names', () => {
  it('case and one final dot do not matter', () => {
    expect(normalName('Mail.Example.COM.')).toBe('mail.example.com');
    expect(normalName('a..')).toBe('a.');
  });
  it.each([
    'example.com',
    'a.b',
    'EXAMPLE.com.',
    '_spf.example.com',
    'xn--bcher-kva.example',
    '1.example',
    `${label(63)}.x`,
    'a-b.example',
    '_dmarc._x_.example',
  ])('%s is one', (name) => {
    expect(isDomainName(name)).toBe(true);
  });
  it.each([
    '',
    '.',
    'example',
    'a..b',
    '.a.b',
    'a.b..',
    '-a.example',
    'a-.example',
    'a b.example',
    'bücher.example',
    'a/b.example',
    'http://a.example',
    '192.0.2.1',
    'a.1',
    '[::1]',
    `${label(64)}.x`,
    'a.example\n',
  ])('%j is none', (name) => {
    expect(isDomainName(name)).toBe(false);
  });
  it('a host name may have one label, but is no number', () => {
    expect(['com', 'COM.', 'a.example', 'com1'].map(isHostName)).toEqual([true, true, true, true]);
    expect(['', '.', '123', 'a..b', '-a', 'a b', '192.0.2.1'].map(isHostName)).toEqual(Array(7).fill(false));
  });
  it('253 characters can be asked for, 254 cannot', () => {
    const name = `${label(61)}.${label(63)}.${label(63)}.${label(63)}`;
    expect(name).toHaveLength(253);
    expect([canBeAsked(name), isDomainName(name)]).toEqual([true, true]);
    expect([canBeAsked(`a${name}`), isDomainName(`a${name}`)]).toEqual([false, false]);
    expect(canBeAsked(label(63))).toBe(true);
    expect(canBeAsked(label(64))).toBe(false);
    expect(canBeAsked('')).toBe(false);
  });
  it('a name lies within itself and its parents, not within a name that only ends alike', () => {
    expect(isWithin('a.example', 'a.example')).toBe(true);
    expect(isWithin('b.a.example', 'a.example')).toBe(true);
    expect(isWithin('ba.example', 'a.example')).toBe(false);
    expect(isWithin('example', 'a.example')).toBe(false);
  });
});
