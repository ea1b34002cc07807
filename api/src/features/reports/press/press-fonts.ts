import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HasGlyph, readFontCoverage } from '../font-coverage.ts';

/** A piece of a word and the family that sets it; null for the report's own. */
export type FontPiece = { text: string; family: string | null };

/** For each word of a text the pieces that other fonts must set, null for a word without any; null where no word has one. */
export type FontFor = (words: readonly { text: string }[]) => (FontPiece[] | null)[] | null;

export type PressFonts = {
  /** The fonts of a document, as pdfmake takes them. */
  families: Record<string, FontFiles>;
  /** Whether some font has the character. */
  hasGlyph: HasGlyph;
  fontFor: FontFor;
};
type FontFiles = { normal: string; bold: string; italics: string; bolditalics: string };

const roboto: FontFiles = {
  normal: 'Roboto-Regular.ttf',
  bold: 'Roboto-Medium.ttf',
  italics: 'Roboto-Italic.ttf',
  bolditalics: 'Roboto-MediumItalic.ttf',
};

/** For what Roboto lacks, which has Latin, Greek and Cyrillic. Their bold is drawn by the press. */
const fallbackFiles = {
  Japanese: 'NotoSansJP-Regular.otf',
  Korean: 'NotoSansKR-Regular.otf',
  Chinese: 'NotoSansHans-Regular.otf',
};
type Fallback = keyof typeof fallbackFiles;
const fallbacks: readonly Fallback[] = ['Japanese', 'Korean', 'Chinese'];

const hangul = /\p{Script=Hangul}/u;
const han = /\p{Script=Han}/u;
/** What Roboto is known to have, so that most texts are not looked at character by character. */
const plain = /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u017F]*$/;

/**
 * Reads which characters the fonts of a folder have.
 * Throws where one of Roboto's files is not there; the others are read once a text needs them.
 */
export function readPressFonts(fontsDir: string): PressFonts {
  const path = (file: string) => join(fontsDir, file);
  const own = [roboto.normal, roboto.bold].map((file) => readFontCoverage(readFileSync(path(file))));
  const hasOwn: HasGlyph = (point) => own.every((has) => has(point));
  const read = new Map<Fallback, HasGlyph>();
  const has = (family: Fallback, point: number) => {
    const known = read.get(family) ?? readFontCoverage(readFileSync(path(fallbackFiles[family])));
    read.set(family, known);
    return known(point);
  };
  const families = Object.fromEntries(
    fallbacks.map((family) => {
      const file = path(fallbackFiles[family]);
      return [family, { normal: file, bold: file, italics: file, bolditalics: file }];
    }),
  );
  const files = Object.fromEntries(Object.entries(roboto).map(([style, file]) => [style, path(file)])) as FontFiles;
  return {
    families: { Roboto: files, ...families },
    hasGlyph: (point) => hasOwn(point) || fallbacks.some((family) => has(family, point)),
    fontFor: (words) => (words.every(({ text }) => plain.test(text)) ? null : choosePieces(words, hasOwn, has)),
  };
}

function choosePieces(
  words: readonly { text: string }[],
  hasOwn: HasGlyph,
  has: (family: Fallback, point: number) => boolean,
): (FontPiece[] | null)[] {
  const points = words.flatMap(({ text }) => Array.from(text));
  const ideographs = points.filter((point) => han.test(point)).map((point) => point.codePointAt(0) ?? 0);
  // Ideographs differ in shape from country to country. Those that Japanese does not write are Chinese; of what both
  // write nobody can tell. Among Hangul they are Korean.
  const isKorean = points.some((point) => hangul.test(point)) && ideographs.every((point) => has('Korean', point));
  const isJapanese = ideographs.every((point) => has('Japanese', point));
  const order: Fallback[] = isKorean
    ? ['Korean', 'Japanese', 'Chinese']
    : isJapanese
      ? ['Japanese', 'Korean', 'Chinese']
      : ['Chinese', 'Japanese', 'Korean'];
  const familyOf = (character: string): Fallback | null => {
    const point = character.codePointAt(0) ?? 0;
    if (hasOwn(point)) return null;
    return order.find((family) => has(family, point)) ?? null;
  };
  return words.map(({ text }) => (plain.test(text) ? null : piecesOf(text, familyOf)));
}

/** Null where the whole word is set in the report's own font. */
function piecesOf(text: string, familyOf: (character: string) => Fallback | null): FontPiece[] | null {
  const pieces: FontPiece[] = [];
  for (const character of text) {
    const family = familyOf(character);
    const last = pieces.at(-1);
    if (last !== undefined && last.family === family) last.text += character;
    else pieces.push({ text: character, family });
  }
  return pieces.every(({ family }) => family === null) ? null : pieces;
}
