/** Most characters of somebody else's text in a sentence. */
const quoteLength = 80;
const fewest = 5;

/** Control, format and separator characters, and halves of characters; tab and line feed are let through. */
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code < 256 ? `\\${String(code).padStart(3, '0')}` : `\\u{${code.toString(16)}}`;
}

/** A text of at most `most` characters, all of them visible: others as `\DDD` (RFC 1035, 5.1). A cut says how much is left out. */
export function shownText(text: string, most: number): string {
  if (text.length <= most && !invisible.test(text)) return text;
  const start = text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  let shown = '';
  let taken = 0;
  for (const char of start) {
    const piece = invisible.test(char) ? escaped(char) : char;
    if (shown.length + piece.length > most) break;
    shown += piece;
    taken += char.length;
  }
  return taken === text.length ? shown : `${shown}… (${text.length - taken} more)`;
}

/** What a stranger wrote, for a sentence of ours. */
export function quoted(text: string): string {
  return shownText(text, quoteLength);
}

/** The first few of a list, and how many more there are. */
export function firstFew(texts: readonly string[], most = fewest): string[] {
  const more = texts.length - most;
  return more > 0 ? [...texts.slice(0, most), `and ${more} more`] : [...texts];
}

/**
 * Without spaces and tabs at both ends, as the grammars of mail records take them away. An expression for the end
 * (`[ \t]+$`) would begin anew at each of them, and take the square of their number where they stand in the middle.
 */
export function withoutBlanks(text: string): string {
  const isBlank = (at: number): boolean => text[at] === ' ' || text[at] === '\t';
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}
