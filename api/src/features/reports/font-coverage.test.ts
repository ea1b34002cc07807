import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readFontCoverage } from './font-coverage.ts';

const roboto = fileURLToPath(import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf'));

test('the coverage of Roboto includes Latin, Greek and Cyrillic and excludes Han and emoji', () => {
  const covers = readFontCoverage(readFileSync(roboto));
  const answers = Array.from('AzéŁΩЖ€\uFFFD漢😀א', (character) => [character, covers(character.codePointAt(0) ?? 0)]);
  expect(Object.fromEntries(answers)).toEqual({
    A: true,
    z: true,
    é: true,
    Ł: true,
    Ω: true,
    Ж: true,
    '€': true,
    '\uFFFD': true,
    漢: false,
    '😀': false,
    א: false,
  });
});

test('a file that is no font is refused', () => {
  expect(() => readFontCoverage(new Uint8Array(64))).toThrow('no cmap table');
});
