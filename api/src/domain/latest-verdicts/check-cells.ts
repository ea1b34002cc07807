import { MatrixStatus, matrixCodes } from '@tenantry/contract/matrix-status';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** The code of each cell of a row, tenant by tenant. */
export type Cells = Uint8Array;
type Accepted = Pick<FindingRecord, 'tenantId' | 'checkId'>;
type Judged = Pick<TenantRecord, 'id' | 'verdicts' | 'audit'>;

export const byteOf = (status: MatrixStatus): number => matrixCodes[status].charCodeAt(0);
const bytes = {
  fail: byteOf('fail'),
  warning: byteOf('warning'),
  notInAudit: byteOf('notInAudit'),
  notScanned: byteOf('notScanned'),
  accepted: byteOf('accepted'),
};

/** By its character: the place of a status in the order of urgency. What a vector has that is no code comes last. */
export const urgency = new Uint8Array(256).fill(MatrixStatus.options.length);
for (const [rank, status] of MatrixStatus.options.entries()) urgency[byteOf(status)] = rank;

const isCode = (byte: number): boolean => (urgency[byte] ?? 0) < MatrixStatus.options.length;

/** The cells of each check, as the tenants' vectors have them. */
function cellsOfVectors(
  checkIds: readonly string[],
  tenants: readonly Judged[],
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
  tenants: readonly Judged[],
  accepted: readonly Accepted[],
): void {
  const columns = new Map(tenants.map(({ id }, column) => [id, column]));
  for (const { tenantId, checkId } of accepted) {
    const [row, column] = [cells.get(checkId), columns.get(tenantId)];
    if (row === undefined || column === undefined) continue;
    if (row[column] === bytes.fail || row[column] === bytes.warning) row[column] = bytes.accepted;
  }
}

/**
 * The cells of checks over tenants: what each tenant's vector says, in the order of the list that its version judged by, with accepted
 * risks laid over.
 * @param lists the lists of checks that the vectors name
 */
export function cellsOfChecks(
  checkIds: readonly string[],
  tenants: readonly Judged[],
  { lists, accepted }: { lists: ReadonlyMap<string, readonly string[]>; accepted: readonly Accepted[] },
): Map<string, Cells> {
  const cells = cellsOfVectors(checkIds, tenants, lists);
  layAccepted(cells, tenants, accepted);
  return cells;
}

/** By its character. */
const statuses = new Array<MatrixStatus>(256).fill('notInAudit');
for (const status of MatrixStatus.options) statuses[byteOf(status)] = status;

/** What a cell says; a check that is not among the cells is not in the audit. */
export const statusAt = (cells: Cells | undefined, column: number): MatrixStatus =>
  statuses[cells?.[column] ?? bytes.notInAudit] ?? 'notInAudit';
