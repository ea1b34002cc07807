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

/** Excel holds 32,767 characters in a cell and spills what is more into the next (Excel specifications and limits). */
const maxCellLength = 32_000;
const separator = ' | ';

/**
 * Several texts in one field: each made harmless by itself, since a hostile name may hold any separator. What does not fit
 * a cell is counted at its end.
 */
export function joinedTexts(texts: readonly string[]): string {
  let joined = '';
  for (const [index, text] of texts.map(harmless).entries()) {
    const next = index === 0 ? text : `${joined}${separator}${text}`;
    if (next.length > maxCellLength) {
      return `${joined}${separator}and ${(texts.length - index).toLocaleString('en-US')} more`;
    }
    joined = next;
  }
  return joined;
}

/** An instant (ISO 8601) as Excel takes it for date and time: `2026-11-23 01:19`, in UTC; '' for none. */
export const csvTime = (instant: string | null | undefined): string => instant?.slice(0, 16).replace('T', ' ') ?? '';

/** A column: its name in the header line, and the text of a row in it. */
export type CsvColumn<Row> = readonly [name: string, read: (row: Row) => string];

/** By this Excel tells UTF-8 from the code page of the computer. */
const byteOrderMark = '\uFEFF';

const lineOf = (fields: readonly string[]) => `${fields.map(csvField).join(',')}\r\n`;

/** The begin of a CSV file: the byte order mark and the header line. */
export const csvHeader = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  byteOrderMark + lineOf(columns.map(([name]) => name));

/** A row of a CSV file. */
export const csvLine = <Row>(columns: readonly CsvColumn<Row>[], row: Row): string =>
  lineOf(columns.map(([, read]) => read(row)));

/** Rows as CSV after RFC 4180: a header line, CRLF after each line; in UTF-8 with a byte order mark. */
export function csvBytes<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Buffer<ArrayBuffer> {
  return Buffer.from(csvHeader(columns) + rows.map((row) => csvLine(columns, row)).join(''));
}

export const csvContentType = 'text/csv; charset=utf-8; header=present';
