import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageProblems, coverageRows, hasTest } from './coverage-rows.ts';

/** How many lines each section of the administrator area has: paragraphs, items and rows of tables, without their heads. */
const administratorArea = {
  ...{ '2.1': 15, '2.2': 1, '2.3': 1, '2.4': 1, '2.5': 1, '2.6': 2, '2.7': 1, '2.8': 1, '2.9': 1, '2.10': 1 },
  ...{ '2.11': 1, '2.12': 1, '2.13': 1, '2.14': 1, '2.15': 1, '2.16': 1, '2.17': 1, '2.18': 1, '2.19': 1, '2.20': 3 },
  ...{ '3.1': 26, '3.2': 23, '4': 14, '5': 22, '6': 7, '7': 53, '8': 22, '9': 13 },
};

/** The same of the core; the parts of section 2, which have no numbers there, are counted in their order. */
const core = {
  ...{ '2.1': 27, '2.2': 27, '2.3': 5, '2.4': 5, '2.5': 3, '2.6': 1, '2.7': 4, '2.8': 9, '2.9': 15, '2.10': 21 },
  ...{ '2.11': 5, '2.12': 4, '2.13': 4, '2.14': 7, '2.15': 10 },
  ...{ '3': 22, '4': 12, '5': 12, '6': 8, '7': 40, '8': 20, '9': 17 },
};

const folder = new URL('../../', import.meta.url);
function read(file: string): string | null {
  const path = new URL(file, folder);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** How many lines each section has. A heading without a number is the next part of the section that it stands in. */
function linesBySection(specification: string): Record<string, number> {
  const counted: Record<string, number> = {};
  let section = '';
  let part = 0;
  for (const text of specification.split('\n')) {
    const heading = /^#+ (?:(?<number>\d+(?:\.\d+)*)\.? )?/.exec(text);
    if (heading) {
      part = heading.groups?.number === undefined ? part + 1 : 0;
      section = heading.groups?.number ?? `${section.split('.')[0]}.${part}`;
    } else if (/^[2-9]/.test(section) && text.trim() !== '' && !/^\|(?:---| Route \|| Method| Call \|)/.test(text))
      counted[section] = (counted[section] ?? 0) + 1;
  }
  return counted;
}

describe('docs/coverage.md', () => {
  it('has a row for each line of the administrator area, with a test that exists', () => {
    const rows = coverageRows(read('docs/coverage.md') ?? '');
    expect(coverageProblems(rows, 'A', administratorArea, read)).toEqual([]);
  });

  it('has a row for each line of the core, with a test that exists', () => {
    const rows = coverageRows(read('docs/coverage.md') ?? '');
    expect(coverageProblems(rows, 'C', core, read)).toEqual([]);
  });

  it.each([
    ['admin.md', administratorArea],
    ['core.md', core],
  ])('counts the lines of %s as they are, where that lies beside the project', (file, lines) => {
    const specification = read(`../shared/spec/${file}`);
    if (specification !== null) expect(linesBySection(specification)).toEqual(lines);
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
