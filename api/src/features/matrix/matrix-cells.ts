import { MatrixStatus } from '@tenantry/contract/matrix-status';
import { byteOf, type Cells, cellsOfChecks, urgency } from '../../domain/latest-verdicts/check-cells.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { RowSubject } from './matrix-rows.ts';

/** Of several checks what is most urgent, tenant by tenant. */
function together(rows: readonly Cells[], width: number): Cells {
  const [first = new Uint8Array(width), ...others] = rows;
  if (others.length === 0) return first;
  const cells = first.slice();
  for (const row of others) {
    for (let column = 0; column < width; column += 1) {
      const [one, other] = [cells[column] ?? 0, row[column] ?? 0];
      if ((urgency[other] ?? 0) < (urgency[one] ?? 0)) cells[column] = other;
    }
  }
  return cells;
}

/** The cells of rows over tenants. */
export function cellsOf(
  rows: readonly RowSubject[],
  tenants: readonly TenantRecord[],
  known: Parameters<typeof cellsOfChecks>[2],
): Cells[] {
  const checkIds = [...new Set(rows.flatMap(({ checks }) => checks.map(({ id }) => id)))];
  const ofChecks = cellsOfChecks(checkIds, tenants, known);
  return rows.map(({ checks }) =>
    together(
      checks.flatMap(({ id }) => ofChecks.get(id) ?? []),
      tenants.length,
    ),
  );
}

/** One character for each tenant. */
export const cellsText = (cells: Cells): string =>
  Buffer.from(cells.buffer, cells.byteOffset, cells.length).toString('latin1');

/** How often each status occurs; what does not is left out. */
export function countsOf(cells: Cells): Partial<Record<MatrixStatus, number>> {
  const found = new Uint32Array(256);
  for (const byte of cells) found[byte] = (found[byte] ?? 0) + 1;
  return Object.fromEntries(
    MatrixStatus.options.flatMap((status) => {
      const count = found[byteOf(status)] ?? 0;
      return count === 0 ? [] : [[status, count]];
    }),
  );
}

/** How often each status that occurs does in each column. */
export function columnCounts(rows: readonly Cells[], width: number): Partial<Record<MatrixStatus, number[]>> {
  const found = new Map<number, number[]>();
  for (const row of rows) {
    for (let column = 0; column < width; column += 1) {
      const byte = row[column] ?? 0;
      let counts = found.get(byte);
      if (!counts) {
        counts = new Array<number>(width).fill(0);
        found.set(byte, counts);
      }
      counts[column] = (counts[column] ?? 0) + 1;
    }
  }
  return Object.fromEntries(
    MatrixStatus.options.flatMap((status) => {
      const counts = found.get(byteOf(status));
      return counts === undefined ? [] : [[status, counts]];
    }),
  );
}
