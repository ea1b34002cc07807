import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { cleanText, line, textProblem, textProblemsIn, truncate, uriComponent, visibleLength } from './text.ts';

const refused: [string, string][] = [
  ['half a character', 'a\ud800'],
  ['the other half', '\udc00a'],
  ['a null', 'a\0b'],
  ['an escape', '\u001b[31m'],
  ['a control of C1', 'a\u0085b'],
  ['a line break', 'a\nb'],
  ['a tab', 'a\tb'],
  ['a line separator', 'a\u2028b'],
  ['an override of direction', 'invoice\u202efdp.exe'],
  ['an isolate', 'a\u2066b\u2069'],
  ['a direction mark', 'a\u200fb'],
  ['the Arabic letter mark', 'a\u061cb'],
  ['a zero-width space', 'ad\u200bmin'],
  ['a byte order mark', '\ufeffadmin'],
  ['a soft hyphen', 'ad\u00admin'],
  ['a word joiner', 'ad\u2060min'],
  ['a Hangul filler', '\u3164'],
  ['a halfwidth Hangul filler', 'a\uffa0'],
  ['a grapheme joiner', 'a\u034fb'],
  ['a tag', 'a\u{e0061}'],
  ['a selector where there is nothing to vary', 'ad\ufe0fmin'],
  ['a selector for ideographs on a Latin letter', 'a\u{e0100}'],
  ['a joiner between Latin letters', 'ad\u200dmin'],
  ['a non-joiner between Latin letters', 'ad\u200cmin'],
  ['a joiner at the end', 'می\u200d'],
  ['a non-joiner before a space', 'می\u200c خ'],
  ['two joiners', 'می\u200c\u200cخ'],
  ['a joiner after an emoji with nothing to join', '👩\u200d'],
  ['a noncharacter', 'a\uffff'],
];

const taken: [string, string][] = [
  ['Latin with marks', 'Ärzte für José und Łukasz e\u0301'],
  ['Greek, Cyrillic, Hebrew, Arabic', 'Αθήνα Київ שלום مرحبا'],
  ['Chinese, Japanese, Korean, Thai', '東京 株式会社 한국 ไทย'],
  ['a Persian non-joiner', 'می\u200cخواهم'],
  ['a Persian non-joiner, twice', 'نامه\u200cهای\u200cما'],
  ['a Malayalam chillu at the end', 'അവന്\u200d'],
  ['a Bengali joiner', 'র\u200d্যাব'],
  ['a Sinhala conjunct', 'ශ්\u200dරී'],
  ['a Devanagari half form', 'क्\u200dष'],
  ['a family of emoji', '👨\u200d👩\u200d👧'],
  ['an emoji with tone and sign', '🤷🏽\u200d♀\ufe0f'],
  ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
  ['a heart with its selector', '❤\ufe0f'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['flags of a country and of a region', '🇩🇪 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['a variant of an ideograph', '辻\u{e0100}'],
  ['spaces of other widths', 'a\u00a0b\u3000c'],
];

describe('text that comes in', () => {
  it.each(refused)('is refused with %s', (_, text) => {
    expect(textProblem(text)).toMatch(/^Must /);
  });

  it.each(taken)('is taken with %s', (_, text) => {
    expect(textProblem(text)).toBeNull();
  });

  it('holds no control, format, surrogate or ignorable character, and none without meaning, by itself, whichever it is', () => {
    // What is kept for emoji to come is one of them.
    const bad = /(?!\p{ExtPict})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\p{Co}\p{Cn}]/u;
    const wrong: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const text = String.fromCodePoint(point);
      if (bad.test(text) !== (textProblem(`a${text}b`) !== null)) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('may have lines where its field may', () => {
    expect(textProblem('one\r\n\ttwo', true)).toBeNull();
    expect(textProblem('one\u2028two', true)).not.toBeNull();
    expect(textProblemsIn({ notes: 'a\nb', name: 'a\nb' }, ['notes'])).toEqual([
      { path: 'name', message: 'Must be one line' },
    ]);
    const within = { name: 'a\nb', policies: [{ displayName: 'a\nb' }], policiesToo: 'a\nb' };
    expect(textProblemsIn(within, ['policies.**']).map(({ path }) => path)).toEqual(['name', 'policiesToo']);
    expect(textProblemsIn(within, ['**'])).toEqual([]);
  });

  it('is looked at wherever it stands, however deep, names of fields too, and told by its path', () => {
    const found = textProblemsIn({ a: [{ b: 'ok' }, { b: '\ud800' }], '\u202e': 1 });
    expect(found.map(({ path }) => path)).toEqual(['', 'a.1.b']);
    let deep: unknown = 'a\0';
    for (let level = 0; level < 30_000; level += 1) deep = [deep];
    expect(textProblemsIn(deep)).toHaveLength(1);
    expect(textProblemsIn(Array.from({ length: 5000 }, () => '\0')).length).toBeLessThan(50);
  });

  it('is as long as what can be seen of it', () => {
    const unseen = ['\u200b', '\u3164', '\u2800', ' ', '\ufffc', '\ue000', '\u0378'].map((one) => one.repeat(11));
    expect(unseen.map(visibleLength)).toEqual(unseen.map(() => 0));
    expect([visibleLength('a\u0301'.repeat(3)), visibleLength('👨\u200d👩'), visibleLength('a b')]).toEqual([3, 2, 2]);
    const reason = line({ min: 10, tooShort: 'Give a reason', max: 20 });
    for (const text of ['\u2800'.repeat(11), 'a         b', '\u0301'.repeat(11)]) {
      expect(z.safeParse(reason, text).error?.issues.map(({ message }) => message)).toEqual(['Give a reason']);
    }
    expect(z.parse(reason, '  The owner said so  ')).toBe('The owner said so');
    expect(z.safeParse(reason, '😀'.repeat(20)).success).toBe(true);
  });
});

describe('text from elsewhere', () => {
  it.each(refused)('loses %s', (_, text) => {
    expect(textProblem(cleanText(text))).toBeNull();
  });

  it.each(taken)('keeps %s', (_, text) => {
    expect(cleanText(text)).toBe(text.replace(/\s/gu, ' '));
  });

  it('is one line of single spaces, bounded, and empty where nothing can be seen', () => {
    expect(cleanText(' Con\u202etoso\r\n  Ltd \ud83d')).toBe('Contoso Ltd');
    expect(cleanText('\u3164\u200b\ud800 ')).toBe('');
    expect(cleanText('x'.repeat(1_000_000))).toHaveLength(256);
  });

  it('is never cut within a character, wherever it is cut', () => {
    const text = 'a😀👨\u200d👩\u200d👧می\u200cخ🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'.repeat(3);
    for (let length = 0; length <= text.length; length += 1) {
      const cut = truncate(text, length, '…'.slice(0, length));
      expect(cut.length).toBeLessThanOrEqual(length);
      expect(cut.isWellFormed()).toBe(true);
      expect(textProblem(cleanText(text, length))).toBeNull();
    }
    expect(truncate('abcdef', 4, '…')).toBe('abc…');
    expect(truncate('abcd', 4, '…')).toBe('abcd');
  });

  it('has a form in an address, whatever it holds', () => {
    expect(uriComponent('a\ud800b/ü')).toBe('a%EF%BF%BDb%2F%C3%BC');
  });
});
