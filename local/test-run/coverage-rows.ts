/** A row of docs/coverage.md: one line of the specification, and the test that shows it. */
export type CoverageRow = {
  /** `A 2.9.1`: part, section, and which line of the section it is. */
  line: string;
  inShort: string;
  /** `path "title"`, as often as it takes. */
  shownBy: { file: string; title: string }[];
};

const row = /^\| (?<line>[A-Z] \d+(?:\.\d+)+) \|(?<inShort>[^|]*)\|(?<settled>[^|]*)\|(?<tests>.*)\|$/;
const named = /`(?<file>[^`]+)` "(?<title>[^"]+)"/g;

/** The heading of the part of the page with a row for each line; rows before it tell differences. */
const lineByLine = 'line by line';

/** The rows of every table below the heading whose first column names a line of the specification. */
export function coverageRows(markdown: string): CoverageRow[] {
  const from = markdown.search(new RegExp(`^## .*${lineByLine}`, 'm'));
  if (from < 0) return [];
  return markdown
    .slice(from)
    .split('\n')
    .flatMap((text) => {
      const { line, inShort, tests } = row.exec(text)?.groups ?? {};
      if (line === undefined) return [];
      const shownBy = [...(tests ?? '').matchAll(named)].map(({ groups }) => ({
        file: groups?.file ?? '',
        title: groups?.title ?? '',
      }));
      return [{ line, inShort: inShort?.trim() ?? '', shownBy }];
    });
}

const inExpression = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whether a file of tests has one of this title, or a group of them. `source` as it stands in the file. */
export function hasTest(source: string, title: string): boolean {
  const opening = String.raw`(?:it|test|describe)(?:\.(?:each|for|describe|prop)\b[\s\S]*?)?\(\s*(['"\x60])`;
  return new RegExp(`\\b${opening}${inExpression(title)}\\1`).test(source.replaceAll(String.raw`\'`, "'"));
}

/**
 * What is wrong with the rows of a part of the specification: lines without a row, rows without a line, without a test, or
 * that name one which does not exist.
 * @param lines how many lines each section has: `'2.1': 15`
 * @param read the source of a file, null where there is none
 */
export function coverageProblems(
  rows: readonly CoverageRow[],
  part: string,
  lines: Readonly<Record<string, number>>,
  read: (file: string) => string | null,
): string[] {
  const wanted = Object.entries(lines).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${part} ${section}.${index + 1}`),
  );
  const ofPart = rows.filter(({ line }) => line.startsWith(`${part} `));
  const there = new Set(ofPart.map(({ line }) => line));
  const missing = wanted.filter((line) => !there.has(line)).map((line) => `${line} has no row`);
  const unknown = ofPart.filter(({ line }) => !wanted.includes(line)).map(({ line }) => `${line} is no line`);
  const wrong = ofPart.flatMap(({ line, inShort, shownBy }) => {
    if (inShort === '') return [`${line} does not say what it is about`];
    if (shownBy.length === 0) return [`${line} names no test`];
    return shownBy.flatMap(({ file, title }) => {
      const source = read(file);
      if (source === null) return [`${line} names ${file}, which does not exist`];
      return hasTest(source, title) ? [] : [`${line}: ${file} has no test "${title}"`];
    });
  });
  return [...missing, ...unknown, ...wrong];
}
