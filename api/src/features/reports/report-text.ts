import { truncate } from '@tenantry/contract/text';
import type { HasGlyph } from './font-coverage.ts';

/** Printed in the place of a character that the typeface does not contain. */
export const replacementMark = '\uFFFD';

/** Cleans text for print and counts what it had to replace. */
export type TextCleaner = {
  /** One line: white space of every kind becomes single spaces; longer text ends in an ellipsis. */
  line: (text: string, maxCharacters: number) => string;
  /** A short paragraph, whose line breaks are kept. */
  paragraph: (text: string, maxCharacters: number, maxLines: number) => string;
  replacedCount: () => number;
};

const plainText = /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u017F]*$/;
// Format characters steer direction and joining (U+202E shows a name backwards) and have no place in a report.
const invisible = /[\p{Cf}\p{Cc}]|[\uFE00-\uFE0F]/u;
const unprintable = /[\p{Cs}\p{Co}\p{Cn}]/u;
const combining = /\p{M}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Makes text from tenants safe to lay out: no control or direction characters, a visible mark for each
 * character that `hasGlyph` refuses (one per emoji or letter, however many code points it has), bounded length.
 */
export function createTextCleaner(hasGlyph: HasGlyph): TextCleaner {
  let replaced = 0;
  const mark = hasGlyph(0xfffd) ? replacementMark : '?';

  function printableGrapheme(grapheme: string): string {
    const points = Array.from(grapheme).filter((point) => !invisible.test(point));
    const [base, ...rest] = points;
    if (base === undefined) return '';
    if (!canPrint(base)) {
      replaced += 1;
      return mark;
    }
    const kept = rest.filter(canPrint);
    replaced += rest.length - kept.length;
    return base + kept.filter((point, index) => !combining.test(point) || index < 3).join('');
  }

  function canPrint(point: string): boolean {
    return !unprintable.test(point) && hasGlyph(point.codePointAt(0) ?? 0);
  }

  function printable(text: string): string {
    if (plainText.test(text)) return text;
    return Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => printableGrapheme(segment)).join('');
  }

  function line(text: string, maxCharacters: number): string {
    // Cut before the costly work; one printed character may have several code units, hence the factor.
    const bounded = truncate(text, maxCharacters * 8);
    const cleaned = printable(bounded.replace(/\s+/gu, ' ')).trim();
    return shorten(cleaned, maxCharacters, bounded.length < text.length);
  }

  function paragraph(text: string, maxCharacters: number, maxLines: number): string {
    const bounded = truncate(text, maxCharacters * 8);
    const lines = bounded.split(/\r\n|[\n\r\u2028\u2029]/u).map((part) => line(part, maxCharacters));
    const kept = lines.filter((part) => part !== '');
    const cut = kept.length > maxLines || bounded.length < text.length;
    return shorten(kept.slice(0, maxLines).join('\n'), maxCharacters, cut);
  }

  return { line, paragraph, replacedCount: () => replaced };
}

/** The text, or its beginning up to the end of a word, and where the rest is. */
export function shortenAtWord(text: string, maxCharacters: number, rest: string): string {
  const points = Array.from(text);
  if (points.length <= maxCharacters) return text;
  const kept = points.slice(0, maxCharacters).join('');
  const end = points[maxCharacters] === ' ' ? kept.length : kept.lastIndexOf(' ');
  return `${(end > 0 ? kept.slice(0, end) : kept).replace(/[\s,;(]+$/u, '')} … ${rest}`;
}

/** The text, or its beginning with an ellipsis where it is longer. */
export function shorten(text: string, maxCharacters: number, alreadyCut = false): string {
  const points = Array.from(text);
  if (points.length <= maxCharacters && !alreadyCut) return text;
  return `${points
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`;
}
