import type { Matrix, StatusCounts } from '@tenantry/contract/matrix';
import type { MatrixStatus } from '@tenantry/contract/matrix-status';
import { formatNumber } from '../../lib/format.ts';

/** What is not known, for whichever reason. */
const unknown: readonly MatrixStatus[] = [
  'couldNotCheck',
  'notPermitted',
  'notLicensed',
  'notSetUp',
  'notOffered',
  'notInAudit',
  'notScanned',
];

const parts: readonly (readonly [word: string, statuses: readonly MatrixStatus[]])[] = [
  ['fail', ['fail']],
  ['warning', ['warning']],
  ['not checked', unknown],
  ['accepted', ['accepted']],
  ['pass', ['pass']],
  ['not required', ['notApplicable']],
];

/** Counts in words, without those of nothing: '12 fail, 3 warning, 2 not checked'. */
export function countsText(counts: StatusCounts): string {
  const told = parts.flatMap(([word, statuses]) => {
    const count = statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
    return count === 0 ? [] : [`${formatNumber(count)} ${word}`];
  });
  return told.join(', ');
}

/** The counts of one column. */
export function countsOfColumn({ columns }: Pick<Matrix, 'columns'>, at: number): StatusCounts {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([status, counts]) => (counts[at] ? [[status, counts[at]]] : [])),
  );
}
