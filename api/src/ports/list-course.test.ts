import { describe, expect, it } from 'vitest';
import { GraphError } from './graph.ts';
import { afterPage, listBegin } from './list-course.ts';

type Page = { items: readonly unknown[]; next: string | null };

/** How many pages are read of a list, and why no more. */
function read(pageAt: (page: number) => Page, limit?: number): { pages: number; because: string | null } {
  let course = listBegin;
  try {
    for (let page = 0; ; page += 1) {
      const { items, next } = pageAt(page);
      // As between messages: nothing is kept but what JSON keeps.
      course = JSON.parse(JSON.stringify(afterPage(course, items, next, limit)));
      if (next === null) return { pages: course.pages, because: null };
    }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    expect(error.failure.code).toBe('EndlessList');
    return { pages: course.pages + 1, because: error.failure.message };
  }
}
const user = (id: number) => ({ id: `user-${id}` });

describe('a list', () => {
  it('of any length is read to its end', () => {
    const pages = 9000;
    const long = (page: number) => ({ items: [user(page)], next: page + 1 < pages ? `/p${page + 1}` : null });
    expect(read(long)).toEqual({ pages, because: null });
    expect(read((page) => ({ ...long(page), next: page < 60_000 ? `/p${page}` : null }), 100_000).because).toBeNull();
  });

  it('may hold empty pages, and pages that look alike', () => {
    const gaps = (page: number) => ({
      items: page % 50 === 0 ? [user(page)] : [],
      next: page < 400 ? `/p${page}` : null,
    });
    expect(read(gaps).because).toBeNull();
    const alike = (page: number) => ({ items: [user(Math.floor(page / 2))], next: page < 400 ? `/p${page}` : null });
    expect(read(alike).because).toBeNull();
  });

  it.each([1, 2, 3, 7, 100])('whose link comes again after %i pages is cut off', (period) => {
    for (const before of [0, 1, 5, 50]) {
      const loop = (page: number) => ({
        items: [user(page)],
        next: `/p${page < before ? page : before + ((page - before) % period)}`,
      });
      const { pages, because } = read(loop);
      expect(because).toContain('led to before');
      expect(pages).toBeLessThan(4 * (before + period) + 4);
    }
  });

  it.each([1, 2, 7])('that gives the same %i pages under ever new links is cut off', (period) => {
    const { pages, because } = read((page) => ({ items: [user(page % period)], next: `/p${page}` }));
    expect(because).toContain('again and again');
    expect(pages).toBeLessThan(20 * period);
  });

  it('of empty pages without end is cut off', () => {
    expect(read((page) => ({ items: [], next: `/p${page}` }))).toEqual({ pages: 100, because: expect.any(String) });
  });

  it('of ever new pages is cut off where none can be so long', () => {
    const { pages, because } = read((page) => ({ items: [user(page)], next: `/p${page}` }));
    expect([pages, because]).toEqual([10_000, 'The list was cut off, since it goes on after 10000 pages.']);
  });
});
