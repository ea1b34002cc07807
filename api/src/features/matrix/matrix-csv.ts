import { categoryLabels, severityLabels, troubleLabels } from '@tenantry/contract/labels';
import type { Matrix, MatrixRow } from '@tenantry/contract/matrix';
import { MatrixStatus, matrixLabels } from '@tenantry/contract/matrix-status';
import { AppError } from '../../http/app-error.ts';
import { type CsvColumn, csvBytes } from '../../http/csv.ts';

/** 'Contoso (simulated, scan failing)' */
function headOf({ name, isSimulated, trouble }: Matrix['tenants'][number]): string {
  const marks = [
    ...(isSimulated ? ['simulated'] : []),
    ...(trouble === null ? [] : [troubleLabels[trouble].toLowerCase()]),
  ];
  return marks.length === 0 ? name : `${name} (${marks.join(', ')})`;
}

/** A file is answered whole: so many cells are some megabytes, all checks of more than 2,000 tenants. */
export const maxCellsExported = 500_000;

const tooMany = (cells: number) =>
  new AppError(
    'INVALID_INPUT',
    `The matrix has ${cells.toLocaleString('en-US')} cells, and a file holds ${maxCellsExported.toLocaleString('en-US')} at most. Filter it, then export again.`,
  );

/**
 * The matrix as it is shown: a line for each row, a column for each tenant, in words.
 * @throws AppError INVALID_INPUT where it has more cells than a file holds
 */
export function matrixCsv({ by, tenants, rows, legend }: Matrix): Buffer<ArrayBuffer> {
  const cells = rows.length * tenants.length;
  if (cells > maxCellsExported) throw tooMany(cells);
  const labels = new Map(legend.map(({ code, label }) => [code, label]));
  const counted = MatrixStatus.options.filter((status) => legend.some((one) => one.status === status));
  const columns: CsvColumn<MatrixRow>[] = [
    [by === 'check' ? 'Check' : 'Remedy', ({ title }) => title],
    ['Severity', ({ severity }) => severityLabels[severity]],
    ['Category', ({ category }) => categoryLabels[category]],
    ...counted.map(
      (status): CsvColumn<MatrixRow> => [
        `Tenants: ${matrixLabels[status]}`,
        ({ counts }) => String(counts[status] ?? 0),
      ],
    ),
    ...tenants.map(
      (tenant, at): CsvColumn<MatrixRow> => [headOf(tenant), ({ cells }) => labels.get(cells.charAt(at)) ?? ''],
    ),
  ];
  return csvBytes(columns, rows);
}
