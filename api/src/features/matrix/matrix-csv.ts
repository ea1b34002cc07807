import { categoryLabels, severityLabels } from '@tenantry/contract/labels';
import type { Matrix, MatrixRow } from '@tenantry/contract/matrix';
import { MatrixStatus, matrixLabels } from '@tenantry/contract/matrix-status';
import { type CsvColumn, csvBytes } from '../../http/csv.ts';

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
      ({ name, isSimulated }, at): CsvColumn<MatrixRow> => [
        isSimulated ? `${name} (simulated)` : name,
        ({ cells }) => labels.get(cells.charAt(at)) ?? '',
      ],
    ),
  ];
  return csvBytes(columns, rows);
}
