import { describe, expect, it } from 'vitest';
import { firstFew, quoted, shownText, withoutBlanks } from './bounded-text.ts';

describe('texts of strangers', () => {
  it.each([
    ['v=spf1 \t-all', 'v=spf1 \t-all'],
    ['a\u0000b\u0007\u0085', 'a\\000b\\007\\133'],
    ['a\u202eb\u200b\u2028', 'a\\u{202e}b\\u{200b}\\u{2028}'],
    ['a\ud800b', 'a\\u{d800}b'],
    ['größe 😀', 'größe 😀'],
  ])('%j is shown as %j', (text, shown) => {
    expect(shownText(text, 100)).toBe(shown);
  });
  it('a long one is cut, and says so; no character is cut in two', () => {
    expect(shownText('abcdef', 4)).toBe('abcd… (2 more)');
    expect(shownText('abc😀def', 4)).toBe('abc… (5 more)');
    expect(shownText('\u0000'.repeat(9), 10)).toBe('\\000\\000… (7 more)');
    expect(quoted('x'.repeat(81))).toBe(`${'x'.repeat(80)}… (1 more)`);
  });
  it('of a list the first few are told, and how many more there are', () => {
    expect(firstFew(['a', 'b', 'c'], 3)).toEqual(['a', 'b', 'c']);
    expect(firstFew(['a', 'b', 'c', 'd'], 3)).toEqual(['a', 'b', 'c', 'and 1 more']);
  });
  it.each([
    ['', ''],
    [' \t ', ''],
    [' \ta b\t ', 'a b'],
    ['\na\r', '\na\r'],
  ])('%j without blanks is %j', (text, trimmed) => {
    expect(withoutBlanks(text)).toBe(trimmed);
  });
});
