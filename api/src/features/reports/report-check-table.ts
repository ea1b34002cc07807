import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces';
import { rowLines } from './report-styles.ts';

/** A row and a height, on the high side, that it will need. */
export type MeasuredRow = { cells: TableCell[]; heightPt: number };

const tailRows = 3;
/** pdfmake drops what does not fit when a kept block is taller than a page: the tail stays well below. */
const tailHeightPt = 300;

/** The tail is a table in one cell of the outer table, which has the padding at its ends already. */
const tailLayout = (outer: CustomTableLayout): CustomTableLayout => ({
  ...outer,
  hLineWidth: (row, node) => (row === 0 || row === node.table.body.length ? 0 : 0.5),
  paddingTop: (row, node) => (row === 0 ? 0 : (outer.paddingTop?.(row, node) ?? 0)),
  paddingBottom: (row, node) => (row === node.table.body.length - 1 ? 0 : (outer.paddingBottom?.(row, node) ?? 0)),
});

/**
 * A table under a repeated header whose rows never break, and whose last rows move to the next page together,
 * so that none is left there alone. `widths` are those of the columns, without padding.
 */
export function checkTable(
  heads: string[],
  widths: number[],
  rows: MeasuredRow[],
  layout: CustomTableLayout = rowLines,
): Content {
  const kept = tailLength(rows);
  const plain = rows.slice(0, rows.length - kept).map(({ cells }) => cells);
  const tail = rows.slice(rows.length - kept).map(({ cells }) => cells);
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      // A copy, here and in the tail: pdfmake writes into the list, and the next report would start from what it wrote.
      widths: [...widths],
      body: [
        heads.map((text): TableCell => ({ text, style: 'tableHead' })),
        ...plain,
        ...(tail.length > 0 ? [tailRow(widths, tail, layout)] : []),
      ],
    },
    layout,
  };
}

function tailRow(widths: number[], tail: TableCell[][], layout: CustomTableLayout): TableCell[] {
  return widths.map(
    (_, column): TableCell =>
      column === 0
        ? {
            colSpan: widths.length,
            table: { widths: [...widths], body: tail },
            layout: tailLayout(layout),
            continuesTable: true,
          }
        : '',
  );
}

/** How many of the last rows are kept together; 0 where no two of them are low enough. */
function tailLength(rows: MeasuredRow[]): number {
  let heightPt = 0;
  let length = 0;
  for (const row of rows.slice(-tailRows).toReversed()) {
    heightPt += row.heightPt;
    if (heightPt > tailHeightPt) break;
    length += 1;
  }
  return length < 2 ? 0 : length;
}
