import type { Content } from 'pdfmake/interfaces';
import { entryAnchor } from './report-outline.ts';
import type { Fresh } from './report-said.ts';
import { colors } from './report-styles.ts';

/** Numbers of entries as links to them: `3, 12, 40`. */
export function entryLinks(numbers: readonly number[]): Content[] {
  return numbers.flatMap((number, index): Content[] => [
    ...(index === 0 ? [] : [', ']),
    { text: String(number), linkToDestination: entryAnchor(number), color: colors.brand },
  ]);
}

/** A text with, in the place of what other entries said before, where that stands. */
export function freshContents({ kept, saidBy, begins }: Fresh): Content[] {
  const [text] = kept;
  if (text === undefined) return entriesReference({ kept, saidBy });
  if (saidBy.length === 0) return [{ text }];
  return [
    begins
      ? { text: ['As in ', ...entryLinks(saidBy), '. ', text] }
      : { text: [text, ' See also ', ...entryLinks(saidBy), '.'] },
  ];
}

/** Leads to the entries that said what is left out here; nothing where all of it stands here. */
export function entriesReference({ kept, saidBy }: { kept: readonly unknown[]; saidBy: readonly number[] }): Content[] {
  if (saidBy.length === 0) return [];
  return [{ text: [kept.length === 0 ? 'As in ' : 'See also ', ...entryLinks(saidBy)], color: colors.quiet }];
}
