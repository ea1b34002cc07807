import { catalog } from '../../checks/catalog.ts';
import { datasets } from '../../facts/datasets.ts';
import { remedies } from '../../findings/remedies/remedies.ts';

/** One spelling of a text, for comparisons. */
export const normal = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
export const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Whether a text has a name that is no part of a longer word; both in one spelling. */
export function has(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) return true;
  }
  return false;
}

let published: string | null = null;
/** What the product says of every tenant. */
export function ownText(): string {
  published ??= normal(JSON.stringify([catalog, remedies, datasets]));
  return published;
}

/** Whether the product's own texts have a name: then it cannot be told from them, and tells nothing. */
export const isOwnWord = (name: string): boolean => has(ownText(), normal(name));
