import type { Outcome } from './outcome.ts';
import type { Table } from './table.ts';

const begin = '<!-- figures: written by npm run bench -- --markdown -->';
const end = '<!-- end of figures -->';

/** As a table of Markdown: the first column to the left, figures to the right. */
function markdownTable({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = columns.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}

/** One run for people: the commit and machine, then each section with its tables, notes and the time that it took. */
export function runInMarkdown(
  heading: string,
  sections: readonly { name: string; outcome: Outcome; seconds: number }[],
): string {
  const parts = sections.map(({ name, outcome, seconds }) => {
    const title = `### ${name}\n\n${outcome.title}; took ${Math.round(seconds)} s.`;
    if ('couldNotBeMeasured' in outcome) return `${title}\n\n**Could not be measured**: ${outcome.couldNotBeMeasured}`;
    return [title, ...outcome.tables.map(markdownTable), outcome.notes.join('\n')].filter(Boolean).join('\n\n');
  });
  return [heading, ...parts].join('\n\n');
}

/** The page with these figures in the place of those between its markers. @throws Error where it has no markers */
export function withFigures(page: string, figures: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no lines "${begin}" and "${end}"`);
  return `${page.slice(0, from + begin.length)}\n\n${figures}\n\n${page.slice(to)}`;
}

/** A new file for figures. */
export const emptyFigures = `${begin}\n${end}\n`;
