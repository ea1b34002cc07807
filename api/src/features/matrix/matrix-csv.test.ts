import type { Matrix } from '@tenantry/contract/matrix';
import { matrixCodes, matrixLabels } from '@tenantry/contract/matrix-status';
import { expect, it } from 'vitest';
import { matrixCsv, maxCellsExported } from './matrix-csv.ts';

/** All pass. */
function matrixOf(rows: number, tenants: number): Matrix {
  const cells = matrixCodes.pass.repeat(tenants);
  const row = { severity: 'high', category: 'mfa', cells, counts: { pass: tenants } } as const;
  const tenant = { isSimulated: false, auditedAt: null, trouble: null };
  return {
    by: 'check',
    tenants: Array.from({ length: tenants }, (_, at) => ({ ...tenant, id: `id ${at}`, name: `Tenant ${at}` })),
    rows: Array.from({ length: rows }, (_, at) => ({ ...row, id: `check.${at}`, title: `Check ${at}` })),
    columns: {},
    legend: [{ status: 'pass', code: matrixCodes.pass, label: matrixLabels.pass, why: '' }],
  };
}

it('a matrix of as many cells as a file holds is one of some megabytes', () => {
  const bytes = matrixCsv(matrixOf(250, maxCellsExported / 250));
  expect(bytes.toString().split('\r\n')).toHaveLength(252);
  expect(bytes.length).toBeLessThan(10 * 1024 * 1024);
});

it('a matrix of more cells than a file holds is refused by their number', () => {
  expect(() => matrixCsv(matrixOf(210, 5000))).toThrow(
    'The matrix has 1,050,000 cells, and a file holds 500,000 at most. Filter it, then export again.',
  );
});
