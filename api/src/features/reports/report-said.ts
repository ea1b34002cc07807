/** Shorter ones are parts of instructions ("Exclude no role."): they stay beside what stays. */
const shortestSentence = 25;

const keyOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.\s]+$/, '');

/** A text in its sentences and lines. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=["“(]?[\p{Lu}\d])|\n/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** What is left to print of some texts, and the entries that said the rest. `begins`: the rest came first. */
export type Fresh = { kept: string[]; saidBy: number[]; begins: boolean };

/** Remembers which entry of the report said what first, so that each sentence stands in it once. */
export type Said = {
  /** Of the texts those that no entry has said yet; `number` is the entry that says them now. */
  fresh: (texts: readonly string[], number: number) => Fresh;
  /** The same of the sentences of a text, which stays as it is where none was said. */
  freshText: (text: string, number: number) => Fresh;
};

export function createSaid(): Said {
  /** The entries that say it, the first first. */
  const sayers = new Map<string, Set<number>>();
  function fresh(texts: readonly string[], number: number): Fresh {
    const saidBy = new Set<number>();
    const kept = texts.filter((text) => {
      const by = sayers.get(keyOf(text)) ?? new Set();
      const [first] = by;
      // What the entry itself has said, such as its title, needs no reference.
      if (first !== undefined && !by.has(number)) saidBy.add(first);
      sayers.set(keyOf(text), by.add(number));
      return first === undefined;
    });
    const begins = saidBy.size > 0 && kept[0] !== texts[0];
    return { kept, saidBy: [...saidBy].sort((a, b) => a - b), begins };
  }
  function freshText(text: string, number: number): Fresh {
    const parts = sentencesOf(text).map((sentence) => ({ sentence, ...fresh([sentence], number) }));
    const isNew = ({ kept }: Fresh) => kept.length > 0;
    if (parts.every(isNew)) return { kept: text === '' ? [] : [text], saidBy: [], begins: false };
    const hasNew = parts.some(isNew);
    const isLeft = (part: (typeof parts)[number]) => isNew(part) || (hasNew && part.sentence.length < shortestSentence);
    const left = parts.filter(isLeft).map(({ sentence }) => sentence);
    const saidBy = new Set(parts.filter((part) => !isLeft(part)).flatMap((part) => part.saidBy));
    return {
      kept: left.length === 0 ? [] : [left.join(' ')],
      saidBy: [...saidBy].sort((a, b) => a - b),
      begins: parts[0] !== undefined && !isLeft(parts[0]),
    };
  }
  return { fresh, freshText };
}
