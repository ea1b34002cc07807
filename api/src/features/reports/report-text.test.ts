import { expect, test } from 'vitest';
import { createTextCleaner } from './report-text.ts';

const latinOnly = (codePoint: number) => codePoint < 0x250 || codePoint === 0xfffd || codePoint === 0x2026;

test('each letter or emoji that the typeface lacks becomes one visible mark and is counted', () => {
  const text = createTextCleaner(latinOnly);
  expect(text.line('株式 Ltd 👨‍👩‍👧‍👦', 50)).toBe('\uFFFD\uFFFD Ltd \uFFFD');
  expect(text.replacedCount()).toBe(3);
});

test('characters that turn the reading direction or hide text are removed', () => {
  const text = createTextCleaner(latinOnly);
  expect(text.line('invoice\u202Egpj.exe\u200B\u0000\u001B', 50)).toBe('invoicegpj.exe');
});

test('lone surrogates and private-use characters are marked, not passed on', () => {
  const text = createTextCleaner(() => true);
  expect(text.line('a\uD800b\uE001c', 50)).toBe('a\uFFFDb\uFFFDc');
});

test('accents written as combining characters are printed as the composed letter', () => {
  expect(createTextCleaner(latinOnly).line('Mu\u0308ller', 50)).toBe('Müller');
});

test('a stack of combining marks is limited', () => {
  const zalgo = `a${'\u0301'.repeat(500)}`;
  expect(createTextCleaner(() => true).line(zalgo, 600).length).toBeLessThanOrEqual(4);
});

test('text that is too long ends in an ellipsis within the limit', () => {
  const shortened = createTextCleaner(() => true).line('x'.repeat(1_000_000), 20);
  expect(shortened).toBe(`${'x'.repeat(19)}…`);
});

test('a line has no line breaks and a paragraph keeps a bounded number of them', () => {
  const text = createTextCleaner(() => true);
  expect(text.line('one\r\ntwo\n\nthree', 50)).toBe('one two three');
  expect(text.paragraph('one\r\ntwo\n\nthree\nfour', 50, 3)).toBe('one\ntwo\nthree…');
});
