import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageProblems, coverageRows, hasTest } from './coverage-rows.ts';

/** How many lines each section of the administrator area has: paragraphs, items and rows of tables, without their heads. */
const administratorArea = {
  ...{ '2.1': 15, '2.2': 1, '2.3': 1, '2.4': 1, '2.5': 1, '2.6': 2, '2.7': 1, '2.8': 1, '2.9': 1, '2.10': 1 },
  ...{ '2.11': 1, '2.12': 1, '2.13': 1, '2.14': 1, '2.15': 1, '2.16': 1, '2.17': 1, '2.18': 1, '2.19': 1, '2.20': 3 },
  ...{ '3.1': 26, '3.2': 23, '4': 14, '5': 22, '6': 7, '7': 53, '8': 22, '9': 13 },
};

const folder = new URL('../../', import.meta.url);
function read(file: string): string | null {
  const path = new URL(file, folder);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

describe('docs/coverage.md', () => {
  it('has a row for each line of the administrator area, with a test that exists', () => {
    const rows = coverageRows(read('docs/coverage.md') ?? '');
    expect(coverageProblems(rows, 'A', administratorArea, read)).toEqual([]);
  });

  it('counts the lines of the specification as they are, where that lies beside the project', () => {
    const specification = read('../shared/spec/admin.md');
    if (specification === null) return;
    const counted: Record<string, number> = {};
    let section = '';
    for (const text of specification.split('\n')) {
      const heading = /^#+ (?<section>\d+(?:\.\d+)*)\.? /.exec(text)?.groups?.section;
      if (heading !== undefined) section = heading;
      else if (/^[2-9]/.test(section) && text.trim() !== '' && !/^\|(?:---| Route \|| Method)/.test(text))
        counted[section] = (counted[section] ?? 0) + 1;
    }
    expect(counted).toEqual(administratorArea);
  });
});

describe('a row of the coverage', () => {
  const source = `describe('a list', () => {
    it.each([[1], [2]])(
      'shows %s of them', () => {});
    test("it's paged", () => {});
  });`;
  const problemsOf = (...rows: string[]) =>
    coverageProblems(coverageRows(['## It, line by line', ...rows].join('\n')), 'A', { '2.1': 2 }, (file) =>
      file === 'a.test.ts' ? source : null,
    );
  const good = '| A 2.1.1 | the list | 14 | `a.test.ts` "shows %s of them", `a.test.ts` "it\'s paged" |';

  it('names tests and groups by their titles', () => {
    expect(hasTest(source, 'a list')).toBe(true);
    expect(hasTest(source, "it's paged")).toBe(true);
    expect(hasTest(source, 'shows')).toBe(false);
    expect(hasTest("expect('a list')", 'a list')).toBe(false);
  });

  it('is missed, and told where it is of no line', () => {
    expect(problemsOf(good)).toEqual(['A 2.1.2 has no row']);
    const second = good.replace('2.1.1', '2.1.2');
    expect(problemsOf(good, second)).toEqual([]);
    expect(problemsOf(good, second, good.replace('2.1.1', '2.1.3'))).toEqual(['A 2.1.3 is no line']);
  });

  it('is refused without a test, with one that does not exist, and in a file that does not', () => {
    const of = (tests: string, short = 'it') => problemsOf(good, `| A 2.1.2 | ${short} |  | ${tests} |`);
    expect(of('by hand')).toEqual(['A 2.1.2 names no test']);
    expect(of('`a.test.ts` "is there"')).toEqual(['A 2.1.2: a.test.ts has no test "is there"']);
    expect(of('`b.test.ts` "shows %s of them"')).toEqual(['A 2.1.2 names b.test.ts, which does not exist']);
    expect(of('`a.test.ts` "a list"', '')).toEqual(['A 2.1.2 does not say what it is about']);
  });
});
