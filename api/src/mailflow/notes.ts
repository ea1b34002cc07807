import { groupBy } from '@tenantry/contract/group-by';
import { firstFew } from './bounded-text.ts';

const shownTexts = 5;

/** What was noticed, once for each code. `count`: how often. */
export type Note<C extends string = string> = { code: C; text: string; count: number };

export interface Notes<C extends string = string> {
  add(code: C, text: string): void;
  list(): Note<C>[];
}

/**
 * Collects notes by code, with the first few texts of each: whoever publishes a record decides how many faults it has.
 */
export function createNotes<C extends string = string>(): Notes<C> {
  const byCode = new Map<C, { texts: Map<string, number>; count: number }>();
  return {
    add(code, text) {
      const known = byCode.get(code) ?? { texts: new Map<string, number>(), count: 0 };
      byCode.set(code, known);
      known.count++;
      const before = known.texts.get(text) ?? 0;
      if (before > 0 || known.texts.size < shownTexts) known.texts.set(text, before + 1);
    },
    list: () => [...byCode].map(([code, { texts, count }]) => ({ code, text: sentence(texts, count), count })),
  };
}

function sentence(texts: ReadonlyMap<string, number>, count: number): string {
  const told = [...texts].map(([text, times]) => (times > 1 ? `${text} (${times} times)` : text));
  const more = count - [...texts.values()].reduce((sum, times) => sum + times, 0);
  return `${told.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Notes of several origins, those with one code together. */
export function joined<C extends string>(notes: readonly (Omit<Note<C>, 'count'> & { count?: number })[]): Note<C>[] {
  return [...groupBy(notes, ({ code }) => code)].map(([code, same]) => ({
    code,
    text: firstFew([...new Set(same.map(({ text }) => text))], shownTexts).join('; '),
    count: same.reduce((sum, { count = 1 }) => sum + count, 0),
  }));
}
