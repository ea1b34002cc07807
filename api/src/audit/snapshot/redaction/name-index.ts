import { isOwnWord } from './own-texts.ts';

type Entry = { name: string; kind: string; standIn: string; before: number };

/** What our sentences call a thing before they name it. */
const kindWords: Readonly<Record<string, string>> = {
  account: 'user',
  user: 'user',
  group: 'group',
  location: 'location',
};

/** Names by their first word: a directory has thousands, and a sentence a dozen words. */
export interface NameIndex {
  add(name: string, standIn: string): void;
  /** @param ownToo also names that the product's own texts have as words, where it is said what they name */
  replaceIn(text: string, ownToo: boolean): string;
}

const word = /[\p{L}\p{N}]+/gu;

export function createNameIndex(): NameIndex {
  const byFirstWord = new Map<string, Entry[]>();
  const known = new Set<string>();
  const isLetterAt = (text: string, at: number): boolean => /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2));
  /** The longest name whose first word stands at a place of a text in lower case. */
  const findAt = (lower: string, first: string, at: number, ownToo: boolean): Entry | undefined => {
    const here = (byFirstWord.get(first) ?? []).filter(({ name, before }) => {
      const start = at - before;
      if (start < 0 || !lower.startsWith(name, start)) return false;
      return !isLetterAt(lower, start + name.length);
    });
    const [longest] = here;
    if (longest === undefined) return undefined;
    const said = /(\p{L}+) $/u.exec(lower.slice(0, at - longest.before))?.[1] ?? '';
    const meant = here.find(({ name, kind }) => name === longest.name && kind === kindWords[said]);
    return isOwnWord(longest.name) ? (ownToo ? meant : undefined) : (meant ?? longest);
  };
  return {
    add(original, standIn) {
      const name = original.toLowerCase();
      const [first] = name.match(word) ?? [];
      const kind = standIn.split(' ')[0]?.toLowerCase() ?? '';
      if (first === undefined || known.has(`${kind} ${name}`)) return;
      known.add(`${kind} ${name}`);
      const entries = [...(byFirstWord.get(first) ?? []), { name, kind, standIn, before: name.indexOf(first) }];
      byFirstWord.set(
        first,
        entries.toSorted((a, b) => b.name.length - a.name.length),
      );
    },
    replaceIn(text, ownToo) {
      const lower = text.toLowerCase();
      // A few capitals get longer in lower case: places in one text are then none in the other.
      if (lower.length !== text.length) return lower === text ? text : this.replaceIn(lower, ownToo);
      let found = '';
      let rest = 0;
      for (const { 0: first, index } of lower.matchAll(word)) {
        if (index < rest) continue;
        const entry = findAt(lower, first, index, ownToo);
        if (entry === undefined || index - entry.before < rest) continue;
        const start = index - entry.before;
        const original = text.slice(start, start + entry.name.length);
        const standIn = original === entry.name ? entry.standIn.toLowerCase() : entry.standIn;
        found += text.slice(rest, start) + standIn;
        rest = start + entry.name.length;
      }
      return found + text.slice(rest);
    },
  };
}
