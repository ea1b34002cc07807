import * as z from 'zod/mini';

// Text that people and other services hand in: well formed, and nothing in it that a reader cannot see. What is refused is
// told by Unicode's own properties (UAX #44): controls, format characters (the bidirectional ones of UAX #9 among them),
// lone surrogates, line and paragraph separators, default-ignorable code points (fillers, selectors, tags), and code points
// for private use or without a character. RFC 8264, section 9 refuses the same in PRECIS, which RFC 8265 takes for passwords too.

/** One refused character, as the inside of a class under the flag `u`. */
const hidden = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}`;

/**
 * The scripts whose letters join, or stack under a virama, and in which a joiner says how: Persian needs U+200C within
 * words, Bengali, Malayalam and Sinhala U+200D (RFC 5892, appendix A.1 and A.2; UAX #31, section 2.3).
 */
const joiningScripts = [
  ...['Arab', 'Syrc', 'Mong', 'Nkoo', 'Mand', 'Adlm', 'Rohg'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Mymr', 'Khmr', 'Java', 'Bali'],
];
const joiningLetter = String.raw`(?=[\p{L}\p{M}])[${joiningScripts.map((name) => `\\p{scx=${name}}`).join('')}]`;
const viramas = String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u103a\u17d2`;

/** Sequences in which a refused character is seen after all, since it changes what the visible one beside it looks like. */
const seen = [
  // UTS #51: flags of regions, emoji with presentation, skin tone and joiners, keycaps.
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  String.raw`\p{ExtPict}\p{EMod}?[\ufe0e\ufe0f]?(?:\u200d\p{ExtPict}\p{EMod}?\ufe0f?)*`,
  String.raw`[#*0-9]\ufe0f\u20e3`,
  // Variants of ideographs (UTS #37), which Japanese names are written with, and of Mongolian letters.
  String.raw`\p{Script=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`\p{Script=Mongolian}[\u180b-\u180f]`,
  `${joiningLetter}[\\u200c\\u200d](?=${joiningLetter})`,
  String.raw`[${viramas}][\u200c\u200d]`,
].join('|');

const anyHidden = new RegExp(`[${hidden}]`, 'u');
const seenOrHidden = new RegExp(`(?<seen>${seen})|[${hidden}]`, 'gu');
/** What leaves no ink of its own: white space, an empty braille cell and the place of an object too, and marks, which stand on another letter. */
const inkless = new RegExp(String.raw`[${hidden}\s\u2800\ufffc\p{M}]`, 'gu');
/** More are told of no request. */
const maxProblems = 20;
const lineParts = new Set(['\n', '\r', '\t']);

/** The refused characters of a text, each once found; of `lines` its breaks and tabs are none. */
function* refusedIn(text: string, mayHaveLines: boolean): Generator<string> {
  if (!anyHidden.test(text)) return;
  for (const { 0: found, groups } of text.matchAll(seenOrHidden)) {
    if (groups?.seen === undefined && !(mayHaveLines && lineParts.has(found))) yield found;
  }
}

/**
 * What is wrong with a text that came in, in words to follow its field's name; null where nothing is.
 * @param mayHaveLines whether line breaks and tabs may be in it
 */
export function textProblem(text: string, mayHaveLines = false): string | null {
  const [refused] = refusedIn(text, mayHaveLines);
  if (refused === undefined) return null;
  if (!refused.isWellFormed()) return 'Must be well-formed Unicode: it holds half a character';
  if (lineParts.has(refused)) return 'Must be one line';
  const point = (refused.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `Must not hold invisible or control characters (U+${point})`;
}

type Problem = { path: string; message: string };

/**
 * Whether a field may hold line breaks and tabs: `notes`, or `tasks.*.notes` for each of a list; `policies.**` are all fields within
 * one, and `**` all fields.
 */
export function mayHaveLines(path: string, ofLines: readonly string[]): boolean {
  const ofEach = path.replace(/(?<=\.|^)\d+(?=\.|$)/g, '*');
  return ofLines.some((one) =>
    one.endsWith('**') ? path.startsWith(one.slice(0, -'**'.length)) : one === path || one === ofEach,
  );
}

/**
 * What is wrong with any text within a value as it came in, names of fields among them. Whatever the endpoint and its schema:
 * an endpoint that wants more than one line of a field says so by its name.
 * @param ofLines paths of the fields that may hold line breaks and tabs
 */
export function textProblemsIn(value: unknown, ofLines: readonly string[] = []): Problem[] {
  const problems: Problem[] = [];
  // A list of what is left, since a body may be nested deeper than calls may.
  const left: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = left.pop(); next && problems.length < maxProblems; next = left.pop()) {
    const { value: present, path } = next;
    if (typeof present === 'string') {
      const message = textProblem(present, mayHaveLines(path, ofLines));
      if (message !== null) problems.push({ path, message });
    } else if (typeof present === 'object' && present !== null) {
      for (const [name, inner] of Object.entries(present).reverse()) {
        const message = textProblem(name);
        if (message === null) left.push({ value: inner, path: path === '' ? name : `${path}.${name}` });
        else problems.push({ path, message: `Must not have a field of such a name: ${message}` });
      }
    }
  }
  return problems;
}

/** How many characters of a text can be seen. */
export function visibleLength(text: string): number {
  return [...text.replace(inkless, '')].length;
}

/** Text from elsewhere, which is not ours to refuse, without what `textProblem` finds; of a break or tab a space is left. */
export function visibleText(text: string): string {
  if (!anyHidden.test(text)) return text;
  return text.replace(seenOrHidden, (found, ...rest) => {
    const { seen: kept } = rest.at(-1) as { seen?: string };
    return kept ?? (/[\s\p{Cc}]/u.test(found) ? ' ' : '');
  });
}

/**
 * A name from elsewhere, such as a tenant's: `visibleText` with white space made single, and bounded. Empty where nothing of
 * it can be seen.
 * @param maxLength in UTF-16 code units; 256 is more than Microsoft lets any name have
 */
export function cleanText(text: string, maxLength = 256): string {
  if (visibleLength(text) === 0) return '';
  // Once more at the end: what made a selector or tag seen may have been cut off.
  return visibleText(truncate(visibleText(text).replace(/\s+/gu, ' ').trim(), maxLength)).trim();
}

/**
 * A text cut to a length in UTF-16 code units, `ending` counted in where something was cut. Never in the middle of a
 * character, nor after a joiner whose other side is gone.
 */
export function truncate(text: string, maxLength: number, ending = ''): string {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, Math.max(0, maxLength - ending.length));
  return kept.replace(/[\u200c\u200d]*[\ud800-\udbff]?$/, '') + ending;
}

/** A text as one part of an address. Half a character, which has no form there, becomes U+FFFD. */
export function uriComponent(text: string): string {
  // biome-ignore lint/style/noRestrictedGlobals: the one place, with a text that it cannot fail on
  return encodeURIComponent(text.toWellFormed());
}

/** The checks for at least so many characters that can be seen; JSON Schema's `minLength` is the first of them. */
export function visibleAtLeast(minimum: number, message: string) {
  return [
    z.minLength(minimum, message),
    z.refine<string>((text) => [...text].length < minimum || visibleLength(text) >= minimum, message),
  ] as const;
}

type Bounds = { max: number; tooLong?: string; min?: number; tooShort?: string };

/** One line that a person writes, white space around it taken off. `min` counts what can be seen. */
export function line({ max, tooLong, min = 0, tooShort }: Bounds) {
  return z.string().check(
    z.trim(),
    z.refine((text) => textProblem(text) === null, { error: (issue) => textProblem(String(issue.input)) ?? undefined }),
    z.maxLength(max, tooLong),
    ...(min > 0 ? visibleAtLeast(min, tooShort ?? `Must be at least ${min} characters`) : []),
  );
}

/** What a person writes in as many lines as they like: a field that its endpoint names in `multiline`. */
export function prose({ max, tooLong }: Pick<Bounds, 'max' | 'tooLong'>) {
  return z.string().check(
    z.trim(),
    z.refine((text) => textProblem(text, true) === null, {
      error: (issue) => textProblem(String(issue.input), true) ?? undefined,
    }),
    z.maxLength(max, tooLong),
  );
}
