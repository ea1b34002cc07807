import { contentHeight } from './report-styles.ts';

/** Heights, on the high side, of a section and of that part of it that must not stand apart from its heading. */
export type FlowHeights = { wholePt: number; openingPt: number };

/**
 * Whether a section starts a new page when `usedShare` (0 to 1) of the current one is used: it goes on below where it
 * fits, or where at least half of the page is free and its heading stays with its first rows.
 */
export function startsPage({ wholePt, openingPt }: FlowHeights, usedShare: number): boolean {
  const freePt = (1 - usedShare) * contentHeight;
  if (wholePt <= freePt) return false;
  return freePt < contentHeight / 2 || openingPt > freePt;
}
