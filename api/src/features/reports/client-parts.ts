import type { Content } from 'pdfmake/interfaces';

/** How much the summary says: items of each section, and characters of texts that somebody wrote. */
export type SummaryDetail = { matters: number; done: number; characters: number };

/** The heading of a section of the summary. */
export const summaryHeading = (text: string): Content => ({
  text,
  style: 'h2',
  fontSize: 15,
  margin: [0, 20, 0, 6],
});
