import { expect, test } from 'vitest';
import { checkTable } from './report-check-table.ts';

/** The first cells of the rows under the header; a row that is kept together is a list of them. */
function rowsOf(heights: number[]): unknown[] {
  const rows = heights.map((heightPt, index) => ({ cells: [String(index), 'x'], heightPt }));
  const content = checkTable(['A', 'B'], [50, 50], rows);
  if (typeof content !== 'object' || !('table' in content) || content.table === undefined)
    throw new Error('Not a table');
  return content.table.body.slice(1).map(([cell]) => {
    if (typeof cell !== 'object' || !('table' in cell)) return cell;
    return cell.table?.body.map(([inner]) => inner);
  });
}

test('the last three rows move to the next page together', () => {
  expect(rowsOf([60, 60, 60, 60, 60])).toEqual(['0', '1', ['2', '3', '4']]);
});

test('rows too tall to be kept together are not, so that none is lost', () => {
  expect(rowsOf([60, 60, 290])).toEqual(['0', '1', '2']);
  expect(rowsOf([200, 140, 140])).toEqual(['0', ['1', '2']]);
});

test('a table of one row has no tail', () => {
  expect(rowsOf([60])).toEqual(['0']);
});
