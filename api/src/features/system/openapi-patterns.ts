import { textProblem, visibleLength } from '@tenantry/contract/text';

// JSON Schema's patterns know no flags and are read by engines of many languages. What Unicode's properties say in our own
// is written out here, or narrowed to ASCII: what the document allows, the API takes.

/** Rules with Unicode properties, as the document has them. */
const inAscii = new Map([
  [String.raw`\p{Lu}`, '[A-Z]'],
  [String.raw`\p{Ll}`, '[a-z]'],
  [String.raw`[^\p{L}\p{N}\s]`, '[!-/:-@\\[-`{-~]'],
]);

/**
 * A pattern of the contract as every validator reads it: under ECMA-262's flag `u`, and as other engines do, of which some
 * take digits of any script for `\d`.
 * @throws Error where it holds a Unicode property that has no other form yet
 */
export function portablePattern(source: string): string {
  const known = inAscii.get(source);
  if (known !== undefined) return known;
  if (/\\[pP]\{/.test(source)) throw new Error(`Say how the pattern ${source} reads without Unicode properties`);
  let isInClass = false;
  return source.replace(/\\.|[[\]]/gs, (part) => {
    if (part === '[' || part === ']') isInClass = part === '[';
    return part === '\\d' ? (isInClass ? '0-9' : '[0-9]') : part;
  });
}

/** Of the first plane alone: above it there is no escape that engines share, nor with and without the flag `u`. */
const lastCodePoint = 0xffff;
const isSurrogate = (point: number) => point >= 0xd800 && point <= 0xdfff;
const escaped = (point: number) => `\\u${point.toString(16).padStart(4, '0')}`;

/** The characters of which something holds, as the inside of a class. Half characters, which no JSON in UTF-8 has, apart. */
function classOf(holds: (character: string) => boolean): string {
  let inside = '';
  let first: number | undefined;
  for (let point = 0; point <= lastCodePoint + 1; point += 1) {
    const isIn = point <= lastCodePoint && !isSurrogate(point) && holds(String.fromCodePoint(point));
    if (isIn) first ??= point;
    else if (first !== undefined) {
      inside += first === point - 1 ? escaped(first) : `${escaped(first)}-${escaped(point - 1)}`;
      first = undefined;
    }
  }
  return inside;
}

/** Patterns for text that people write, from the rules of the contract themselves: each character of a plane is asked for. */
export function textPatterns(): { line(visible: number): string; lines(visible: number): string } {
  const controls = '\\t\\n\\r';
  const hidden = classOf((character) => textProblem(character, true) !== null);
  const inkless = classOf((character) => textProblem(character) === null && visibleLength(character) === 0);
  const pattern = (refused: string, blank: string, visible: number) =>
    visible === 0 ? `^[^${refused}]*$` : `^(?:[${blank}]*[^${refused}${blank}]){${visible}}[^${refused}]*$`;
  return {
    line: (visible) => pattern(`${controls}${hidden}`, inkless, visible),
    lines: (visible) => pattern(hidden, `${controls}${inkless}`, visible),
  };
}
