import { type Address, dottedAddress } from './addresses.ts';
import { canonical } from './names.ts';

/** A domain-spec taken apart: literal text and macros (RFC 7208, 7.1). */
type Part =
  | string
  | Readonly<{ letter: string; keep: number; reversed: boolean; delimiters: string; escaped: boolean }>;
/** `name` is what it makes where nothing depends on the sender. */
export type DomainSpec = Readonly<{ parts: readonly Part[]; name: string | null }>;

/** What macros stand for; `validatedName` is asked for by `p` alone, since it costs look-ups. */
export type MacroValues = Readonly<{
  localPart: string;
  senderDomain: string;
  domain: string;
  ip: Address;
  helo: string;
  validatedName: () => string;
}>;

const token = /%\{([a-z])(\d*)(r?)([.\-+,/_=]*)\}|%([%_-])|([\x21-\x24\x26-\x7e]+)/giy;
const literals: Readonly<Record<string, string>> = { '%': '%', _: ' ', '-': '%20' };
/** A last label of letters, digits and hyphens that is not all digits (toplabel of RFC 7208, 7.1). */
const topLabel = /\.(?:[a-z\d]*[a-z][a-z\d]*|[a-z\d]+-[a-z\d-]*[a-z\d])\.?$/i;

/** Reads a macro-string; null where it is not one. `letters` are those that may stand in it. */
export function parseMacroString(text: string, letters: string): readonly Part[] | null {
  const parts: Part[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found) return null;
    const [, letter, digits = '', reverse, delimiters, literal, plain] = found;
    if (plain !== undefined) parts.push(plain);
    else if (literal !== undefined) parts.push(literals[literal] ?? '');
    else if (letter !== undefined) {
      if (!letters.includes(letter.toLowerCase()) || (digits !== '' && Number(digits) === 0)) return null;
      parts.push({
        letter: letter.toLowerCase(),
        keep: digits === '' ? Number.POSITIVE_INFINITY : Number(digits),
        reversed: reverse !== '',
        delimiters: delimiters || '.',
        escaped: letter !== letter.toLowerCase(),
      });
    }
  }
  return parts;
}

/** Reads a domain-spec, which ends in a top label or a macro; `c`, `r` and `t` are for explanations alone (7.2). */
export function parseDomainSpec(text: string): DomainSpec | null {
  const parts = text === '' ? null : parseMacroString(text, 'slodiphv');
  if (!parts || !(/%(?:\{[^{}]*\}|[%_-])$/.test(text) || topLabel.test(text))) return null;
  return { parts, name: parts.every((part) => typeof part === 'string') ? nameOf(parts.join('')) : null };
}

const values: Readonly<Record<string, (of: MacroValues) => string>> = {
  s: ({ localPart, senderDomain }) => `${localPart}@${senderDomain}`,
  l: ({ localPart }) => localPart,
  o: ({ senderDomain }) => senderDomain,
  d: ({ domain }) => domain,
  i: ({ ip }) => dottedAddress(ip),
  p: ({ validatedName }) => validatedName(),
  h: ({ helo }) => helo,
  v: ({ ip }) => (ip.family === 4 ? 'in-addr' : 'ip6'),
};

function expandPart(part: Part, of: MacroValues): string {
  if (typeof part === 'string') return part;
  const pieces = splitAt(values[part.letter]?.(of) ?? '', part.delimiters);
  if (part.reversed) pieces.reverse();
  const kept = pieces.slice(-Math.min(part.keep, pieces.length)).join('.');
  return part.escaped ? encodeURIComponent(kept).replace(/[!'()*]/g, percentEncoded) : kept;
}

function splitAt(text: string, delimiters: string): string[] {
  const pieces = [''];
  for (const letter of text) {
    if (delimiters.includes(letter)) pieces.push('');
    else pieces[pieces.length - 1] += letter;
  }
  return pieces;
}

const percentEncoded = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/** Labels are taken off the left of a name until it is no longer than a name may be (7.3). */
function nameOf(expanded: string): string {
  let name = canonical(expanded);
  while (name.length > 253 && name.includes('.')) name = name.slice(name.indexOf('.') + 1);
  return name;
}

/** The name that a domain-spec makes. */
export const expandDomain = ({ parts, name }: DomainSpec, of: MacroValues): string =>
  name ?? nameOf(parts.map((part) => expandPart(part, of)).join(''));
