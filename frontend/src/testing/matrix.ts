import type { FailingTenant, Matrix, MatrixRowDetails } from '@tenantry/contract/matrix';
import { MatrixStatus, matrixCodes, matrixLabels, matrixReasons } from '@tenantry/contract/matrix-status';
import { contoso, fabrikam } from './fake-server.ts';

export const northwind = { ...contoso, id: '00000000-0000-4000-8000-000000000003', name: 'Northwind' };
const auditedAt = '2026-11-27T09:00:00.000Z';
export const shownTenants: Matrix['tenants'] = [contoso, fabrikam, northwind].map(({ id, name }) => ({
  id,
  name,
  isSimulated: false,
  auditedAt,
  trouble: null,
}));

/** A matrix of checks by their titles, with the status in each tenant; counts and legend follow from these. */
export function matrixOf(cells: Record<string, MatrixStatus[]>, tenants: Matrix['tenants'] = shownTenants): Matrix {
  const count = (statuses: readonly MatrixStatus[]) =>
    Object.fromEntries(
      MatrixStatus.options.flatMap((one) => {
        const found = statuses.filter((status) => status === one).length;
        return found === 0 ? [] : [[one, found]];
      }),
    );
  const occurring = MatrixStatus.options.filter((one) => Object.values(cells).some((row) => row.includes(one)));
  return {
    by: 'check',
    tenants,
    rows: Object.entries(cells).map(([title, statuses]) => ({
      id: title.toLowerCase().replaceAll(' ', '.'),
      title,
      severity: 'high',
      category: 'mail-flow',
      cells: statuses.map((status) => matrixCodes[status]).join(''),
      counts: count(statuses),
    })),
    columns: Object.fromEntries(
      occurring.map((one) => [
        one,
        tenants.map((_, at) => Object.values(cells).filter((row) => row[at] === one).length),
      ]),
    ),
    legend: occurring.map((status) => ({
      status,
      code: matrixCodes[status],
      label: matrixLabels[status],
      why: matrixReasons[status],
    })),
  };
}

export const threeByThree = matrixOf({
  'DMARC rejects forged mail': ['fail', 'fail', 'warning'],
  'Guests are invited by administrators': ['accepted', 'pass', 'notPermitted'],
  'Legacy authentication is blocked': ['pass', 'notScanned', 'notApplicable'],
});
/** The check of its first row. */
export const dmarcCheckId = 'dmarc.rejects.forged.mail';

/** A tenant that fails the check of the first row. */
export const failing = (tenant: typeof contoso, patch: Partial<FailingTenant> = {}): FailingTenant => ({
  tenantId: tenant.id,
  tenantName: tenant.name,
  findingId: `${tenant.id}_f-dmarc`,
  status: 'fail',
  isResolvedByHand: false,
  notSeenSince: null,
  work: { id: 'dmarc-record', title: 'Publish DMARC records' },
  approvalId: null,
  taskId: null,
  taskKey: tenant.id,
  ...patch,
});

/** What the first row opens. */
export const dmarcRow: MatrixRowDetails = {
  id: dmarcCheckId,
  by: 'check',
  title: 'DMARC rejects forged mail',
  severity: 'high',
  category: 'mail-flow',
  recommendation: 'Publish p=reject.',
  article: 'dmarc-record',
  failing: 3,
  causes: [
    {
      checkId: dmarcCheckId,
      title: 'DMARC does not reject forged mail',
      example: { tenantName: contoso.name, message: 'contoso.example has no DMARC record.' },
      tenants: [failing(contoso, { approvalId: `${contoso.id}_a-1` }), failing(fabrikam)],
    },
    {
      checkId: dmarcCheckId,
      title: 'DMARC does not reject forged mail',
      example: { tenantName: northwind.name, message: 'northwind.example quarantines.' },
      tenants: [failing(northwind, { status: 'warning', taskId: `${northwind.id}_task-1` })],
    },
  ],
};
