import { has, normal, ownText, wordsOf } from './own-texts.ts';
import type { Originals } from './stand-ins.ts';

/** Names that are shorter are parts of words everywhere. */
const shortestName = 4;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** What a reader sees: HTML's entities, JSON's and addresses' escapes resolved. */
function plain(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(["\\/])/g, '$1')
    .replace(/&#x([0-9a-f]{1,6});/gi, (whole, hex: string) => codePoint(Number.parseInt(hex, 16), whole))
    .replace(/&#(\d{1,7});/g, (whole, code: string) => codePoint(Number(code), whole))
    .replace(/&([a-z]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/(?:%[0-9a-f]{2})+/gi, (whole) => decoded(whole));
}

const codePoint = (code: number, otherwise: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/**
 * The originals that a finished file still has; none where it may be handed out. A name that the product's own texts
 * have too ("Management") cannot be told from them, and is passed over.
 * @param ownTexts further texts that say nothing of the tenant: a format's headings, and the redacted outcome, once it was
 *   itself found to be without originals
 */
export function leaksOf(text: string, originals: Originals, ownTexts: readonly string[] = []): string[] {
  const found = normal(plain(text));
  const own = [ownText(), ...ownTexts.map((one) => normal(plain(one)))];
  // Most names have a word that the text does not have at all.
  const words = new Set(wordsOf(found));
  const mayHave = (name: string): boolean => wordsOf(name).every((word) => words.has(word));
  const isOwn = (name: string): boolean => own.some((one) => has(one, name));
  const leaked = (list: ReadonlySet<string>, least: number): string[] =>
    [...list].filter((one) => {
      const name = normal(one.trim());
      return name.length >= least && mayHave(name) && has(found, name) && !isOwn(name);
    });
  return [
    ...leaked(originals.ids, 6),
    ...leaked(originals.addresses, 5),
    ...leaked(originals.domains, 4),
    ...leaked(originals.names, shortestName),
  ];
}
