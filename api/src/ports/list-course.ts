import { GraphError } from './graph.ts';

/**
 * How the pages of a list have come so far: enough to tell a list that never ends, and small enough to be kept between
 * messages, however long the list is. One page is remembered, the one at the last power of two (Brent's way of finding a
 * cycle), so that a link or a page that comes again is found wherever the cycle begins.
 */
export type ListCourse = {
  pages: number;
  /** Pages in a row that held nothing. */
  empty: number;
  /** How often the remembered page came again under another link. */
  repeats: number;
  remembered: { at: number; link: string; content: string };
};

export const listBegin: ListCourse = { pages: 0, empty: 0, repeats: 0, remembered: { at: 0, link: '', content: '' } };

/** Microsoft may answer with empty pages before the next full one, so a few say nothing. */
const maxEmptyPages = 100;
/** Two pages of a true list may look alike; not these many. */
const maxRepeats = 3;
/** Of 999 entries each more than a host could read in the ten minutes of a function. */
const maxPages = 10_000;
/** For lists that are read over many messages: more than the accounts of all tenants that the product is made for. */
export const maxPagesOverMessages = 100_000;

function endless(what: string): GraphError {
  return new GraphError({ status: 200, code: 'EndlessList', message: `The list was cut off, since ${what}.` });
}

/** Where a page begins and ends tells it from every other. */
const contentOf = (items: readonly unknown[]): string =>
  items.length === 0 ? '' : JSON.stringify([items.length, items[0], items.at(-1)]);

/**
 * The course after one more page.
 * @param next the link to the page after it, null after the last
 * @param limit no list is longer
 * @throws GraphError EndlessList
 */
export function afterPage(
  course: ListCourse,
  items: readonly unknown[],
  next: string | null,
  limit = maxPages,
): ListCourse {
  const pages = course.pages + 1;
  if (next === null) return { ...course, pages };
  const { remembered } = course;
  const content = contentOf(items);
  const empty = content === '' ? course.empty + 1 : 0;
  const repeats = course.repeats + (content !== '' && content === remembered.content ? 1 : 0);
  if (next === remembered.link) throw endless('it leads to a page that it has led to before');
  if (repeats >= maxRepeats) throw endless('it gives the same page again and again');
  if (empty >= maxEmptyPages) throw endless(`${empty} pages in a row held nothing`);
  if (pages >= limit) throw endless(`it goes on after ${pages} pages`);
  return pages < 2 * remembered.at
    ? { pages, empty, repeats, remembered }
    : { pages, empty, repeats: 0, remembered: { at: pages, link: next, content } };
}
