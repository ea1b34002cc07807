import { categoryLabels, severityLabels, troubleLabels } from '@tenantry/contract/labels';
import type { Matrix, MatrixRow } from '@tenantry/contract/matrix';
import { MatrixStatus, matrixLabels } from '@tenantry/contract/matrix-status';
import { type CsvColumn, csvBytes } from '../../http/csv.ts';

/** 'Contoso (simulated, scan failing)' */
function headOf({ name, isSimulated, trouble }: Matrix['tenants'][number]): string {
  const marks = [
    ...(isSimulated ? ['simulated'] : []),
    ...(trouble === null ? [] : [troubleLabels[trouble].toLowerCase()]),
  ];
  return marks.length === 0 ? name : `${name} (${marks.join(', ')})`;
}

/** The matrix as it is shown: a line for each row, a column for each tenant, in words. */
export function matrixCsv({ by, tenants, rows, legend }: Matrix): Buffer<ArrayBuffer> {
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
