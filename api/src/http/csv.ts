/** Begins, after white space and invisible characters, like a formula; full-width signs are taken for the plain ones. */
const formula = /^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** A text that a spreadsheet would take for a formula is made harmless by an apostrophe (OWASP, CSV Injection). */
function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** One field of a CSV file (RFC 4180, section 2), always in quotes: another list separator cannot split it. */
export function csvField(value: string): string {
  return `"${harmless(value).replaceAll('"', '""')}"`;
}

/** Several texts in one field: each made harmless by itself, since a hostile name may hold any separator. */
export const joinedTexts = (texts: readonly string[]) => texts.map(harmless).join(' | ');

/** A column: its name in the header line, and the text of a row in it. */
export type CsvColumn<Row> = readonly [name: string, read: (row: Row) => string];

/** Rows as CSV after RFC 4180: a header line, CRLF after each line. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, read]) => read(row)))];
  return lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

export const csvContentType = 'text/csv; charset=utf-8; header=present';
