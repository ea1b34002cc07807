/** A table of text: the first column to the left, figures to the right. */
export type Table = { columns: string[]; rows: string[][] };

/** What one part of the benchmark found: for the reader, and whole for a file. */
export type Section = { title: string; tables: Table[]; notes: string[]; data: unknown };

/** The middle value, the mean of the two middle ones of an even count. @throws RangeError where there is no value */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('A median needs at least one value');
  return (lower + upper) / 2;
}

/** A figure with this many decimals and spaces between thousands. */
export function figure(value: number, decimals = 0): string {
  const [whole = '', part] = value.toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  return part === undefined ? grouped : `${grouped}.${part}`;
}

/** Lines of equal columns under their heads. @throws RangeError where a row is shorter or longer than the heads */
export function formatTable({ columns, rows }: Table): string {
  for (const row of rows) {
    if (row.length !== columns.length) {
      throw new RangeError(`A row has ${row.length} cells, the table ${columns.length} columns: ${row.join(' | ')}`);
    }
  }
  const widths = columns.map((head, at) => Math.max(head.length, ...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
    .map((text) => text.trimEnd())
    .join('\n');
}
