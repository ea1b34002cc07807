import { MatrixStatus, matrixCodes } from '@tenantry/contract/matrix-status';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { RowSubject } from './matrix-rows.ts';

/** The code of each cell of a row, tenant by tenant. */
type Cells = Uint8Array;
type Accepted = Pick<FindingRecord, 'tenantId' | 'checkId'>;

const byteOf = (status: MatrixStatus): number => matrixCodes[status].charCodeAt(0);
const bytes = {
  fail: byteOf('fail'),
  warning: byteOf('warning'),
  notInAudit: byteOf('notInAudit'),
  notScanned: byteOf('notScanned'),
  accepted: byteOf('accepted'),
};

/** By its character: the place of a status in the order of urgency. What a vector has that is no code comes last. */
const urgency = new Uint8Array(256).fill(MatrixStatus.options.length);
for (const [rank, status] of MatrixStatus.options.entries()) urgency[byteOf(status)] = rank;

const isCode = (byte: number): boolean => (urgency[byte] ?? 0) < MatrixStatus.options.length;

/** The cells of each check, as the tenants' vectors have them. */
function cellsOfChecks(
  checkIds: readonly string[],
  tenants: readonly TenantRecord[],
  lists: ReadonlyMap<string, readonly string[]>,
): Map<string, Cells> {
  const cells = new Map(checkIds.map((id) => [id, new Uint8Array(tenants.length).fill(bytes.notInAudit)]));
  const places = new Map(
    [...lists].map(([hash, ids]) => {
      const at = new Map(ids.map((id, place) => [id, place]));
      return [hash, checkIds.flatMap((id) => (at.has(id) ? [[cells.get(id), at.get(id)] as const] : []))];
    }),
  );
  for (const [column, { verdicts, audit }] of tenants.entries()) {
    if (!audit) {
      for (const row of cells.values()) row[column] = bytes.notScanned;
      continue;
    }
    if (!verdicts) continue;
    for (const [row, place = 0] of places.get(verdicts.catalog) ?? []) {
      const byte = verdicts.codes.charCodeAt(place);
      if (row && isCode(byte)) row[column] = byte;
    }
  }
  return cells;
}

/** What fails and somebody took on says so; what is not known, or well, stays what it is. */
function layAccepted(
  cells: ReadonlyMap<string, Cells>,
  tenants: readonly TenantRecord[],
  accepted: readonly Accepted[],
): void {
  const columns = new Map(tenants.map(({ id }, column) => [id, column]));
  for (const { tenantId, checkId } of accepted) {
    const [row, column] = [cells.get(checkId), columns.get(tenantId)];
    if (row === undefined || column === undefined) continue;
    if (row[column] === bytes.fail || row[column] === bytes.warning) row[column] = bytes.accepted;
  }
}

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

/**
 * The cells of rows over tenants: what each tenant's vector says, in the order of the list that its version judged by, with accepted
 * risks laid over.
 * @param lists the lists of checks that the vectors name
 */
export function cellsOf(
  rows: readonly RowSubject[],
  tenants: readonly TenantRecord[],
  { lists, accepted }: { lists: ReadonlyMap<string, readonly string[]>; accepted: readonly Accepted[] },
): Cells[] {
  const checkIds = [...new Set(rows.flatMap(({ checks }) => checks.map(({ id }) => id)))];
  const ofChecks = cellsOfChecks(checkIds, tenants, lists);
  layAccepted(ofChecks, tenants, accepted);
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
