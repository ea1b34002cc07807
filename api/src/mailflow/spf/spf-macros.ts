import { uriComponent } from '@tenantry/contract/text';
import { normalName } from '../domain-name.ts';

type Macro = { letter: string; digits: number; reverse: boolean; delimiters: string };
type Piece = { literal: string } | { macro: Macro };

/** `pieces`: what a macro-string is made of; `endsInMacro`: its last element is a macro-expand, `%%` and `%_` included. */
export type MacroString = { pieces: readonly Piece[]; endsInMacro: boolean };

const escapes: Readonly<Record<string, string>> = { '%': '%', _: ' ', '-': '%20' };
const macroForm = /^\{([a-z])(\d*)(r?)([.\-+,/_=]*)\}/i;
const letters = 'slodiphv';
const explanationLetters = `${letters}crt`;
const maxDigits = 3;

/**
 * Parses a macro-string (RFC 7208, 7.1); null where the syntax is broken. The letters c, r and t stand in
 * explanations and unknown modifiers only, never in a name (7.2).
 */
export function parseMacroString(text: string, inName: boolean): MacroString | null {
  const pieces: Piece[] = [];
  const addLiteral = (literal: string): void => {
    const last = pieces.at(-1);
    if (last !== undefined && 'literal' in last) last.literal += literal;
    else pieces.push({ literal });
  };
  let endsInMacro = false;
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (char !== '%') {
      if (!/^[\x21-\x7e]$/.test(char)) return null;
      addLiteral(char);
      endsInMacro = false;
      at++;
      continue;
    }
    endsInMacro = true;
    const escaped = escapes[text.charAt(at + 1)];
    if (escaped !== undefined) {
      addLiteral(escaped);
      at += 2;
      continue;
    }
    const found = readMacro(text.slice(at + 1, at + 200), inName);
    if (found === null) return null;
    pieces.push({ macro: found.macro });
    at += 1 + found.length;
  }
  return { pieces, endsInMacro };
}

function readMacro(text: string, inName: boolean): { macro: Macro; length: number } | null {
  const match = macroForm.exec(text);
  if (match === null) return null;
  const [whole, letter = '', digits = '', reverse = '', delimiters = ''] = match;
  if (!(inName ? letters : explanationLetters).includes(letter.toLowerCase())) return null;
  // "If a DIGIT is specified, the value MUST be nonzero" (7.3).
  if (digits !== '' && (digits.length > maxDigits || Number(digits) === 0)) return null;
  return {
    macro: { letter, digits: Number(digits), reverse: reverse !== '', delimiters },
    length: whole.length,
  };
}

const topLabel = /^(?:[a-z0-9]*[a-z][a-z0-9]*|[a-z0-9]+-[a-z0-9-]*[a-z0-9])$/i;

/** domain-spec (RFC 7208, 7.1): a macro-string that ends in a macro or in a dot and a top label. */
export function parseDomainSpec(text: string): MacroString | null {
  const parsed = parseMacroString(text, true);
  if (parsed === null || parsed.pieces.length === 0) return null;
  if (parsed.endsInMacro) return parsed;
  const labels = (text.endsWith('.') ? text.slice(0, -1) : text).split('.');
  return labels.length > 1 && topLabel.test(labels.at(-1) ?? '') ? parsed : null;
}

/** The name, without its final dot, where no macro stands in it; else null. */
export function literalName({ pieces }: MacroString): string | null {
  let name = '';
  for (const piece of pieces) {
    if ('macro' in piece) return null;
    name += piece.literal;
  }
  return normalName(name);
}

export type MacroDomains = {
  /** %{d}: the domain whose record is being read. */
  current: string;
  /** %{o}: the domain that is checked; its own mail is sent in its name. */
  initial: string;
};

/** The name to ask for, or null where it depends on who is sending. */
export function expandName(spec: MacroString, domains: MacroDomains): string | null {
  if (spec.pieces.some((piece) => 'macro' in piece && !isOfDomain(piece.macro))) return null;
  return expanded(spec, { d: domains.current, o: domains.initial });
}

/**
 * The name to ask for when postmaster of the domain sends from an address that has no name (RFC 7208, 7.2).
 * @param address as `%{i}` writes it: of IPv6 its 32 digits with dots between them
 */
export function expandFor(spec: MacroString, { current, initial }: MacroDomains, address: string): string {
  const v = address.split('.').length === 4 ? 'in-addr' : 'ip6';
  const sender = { s: `postmaster@${initial}`, l: 'postmaster', i: address, p: 'unknown', v, h: initial };
  return expanded(spec, { ...sender, d: current, o: initial });
}

/**
 * Whether a name depends on the address that sends alone, and not on what whoever sends may choose (sender, HELO), and on so much
 * of it that one name stands for few: a single part of it is that of a whole /8, or of one address in 256.
 */
export const isByAddress = ({ pieces }: MacroString): boolean =>
  pieces.every((piece) => {
    if (!('macro' in piece)) return true;
    const { letter, digits } = piece.macro;
    return !/^[slh]$/i.test(letter) && !(/^i$/i.test(letter) && digits === 1);
  });

type MacroValues = Readonly<Record<string, string>>;

function expanded(spec: MacroString, values: MacroValues): string {
  let name = '';
  // From the end, and only as far as can count: a record of 64 KB may ask for a name of megabytes.
  for (let at = spec.pieces.length - 1; at >= 0 && name.length <= enoughLength; at--) {
    const piece = spec.pieces[at];
    if (piece !== undefined) name = `${'literal' in piece ? piece.literal : expandMacro(piece.macro, values)}${name}`;
  }
  return shorten(normalName(name));
}

/** Room for a name of 253 octets, its final dot, and the dot before it that shows where its first label begins. */
const enoughLength = 255;

const isOfDomain = ({ letter }: Macro): boolean => /^[do]$/i.test(letter);

function expandMacro({ letter, digits, reverse, delimiters }: Macro, values: MacroValues): string {
  const lower = letter.toLowerCase();
  const value = values[lower] ?? '';
  const separators = delimiters === '' ? '.' : delimiters;
  const parts: string[] = [''];
  for (const char of value) {
    if (separators.includes(char)) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${char}`);
  }
  if (reverse) parts.reverse();
  const joined = parts.slice(digits === 0 ? 0 : -digits).join('.');
  return letter === lower ? joined : uriComponent(joined);
}

/** Names over 253 octets lose labels on the left (RFC 7208, 7.3). */
function shorten(name: string): string {
  let short = name;
  while (short.length > 253 && short.includes('.')) short = short.slice(short.indexOf('.') + 1);
  return short;
}
