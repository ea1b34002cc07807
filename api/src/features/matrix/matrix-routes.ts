import { exportMatrix, getMatrix, getMatrixCell, getMatrixRow } from '@tenantry/contract/matrix';
import { csvContentType } from '../../http/csv.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { every } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { type MatrixStores, matrixOf, withinBaseline } from './matrix.ts';
import { matrixCsv } from './matrix-csv.ts';
import { matrixRowOf, noSuchRow, type RowStores } from './matrix-row.ts';
import { type MatrixQuery, rowSubject } from './matrix-rows.ts';

type Dependencies = { trail: Trail; tenants: MatrixStores['tenants'] & RowStores['tenants'] } & {
  findings: MatrixStores['findings'] & RowStores['findings'];
} & Pick<MatrixStores, 'systemConfig' | 'baselines' | 'tenantGroups' | 'credentialStore'> &
  Pick<RowStores, 'approvals' | 'tasks'> & { clock: Clock };

const trailedFilters = (query: MatrixQuery) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

/** The gravest finding of these checks that is not verified to be gone; null where there is none. */
async function findingOf({ findings }: TenantRecords, checkIds: readonly string[]) {
  const found = await every(findings, {
    where: [{ field: 'checkId', op: 'in', value: checkIds }],
    orderBy: { field: 'sortKey', direction: 'asc' },
  });
  return found.find(({ status, isVerified }) => status !== 'RESOLVED' || !isVerified) ?? null;
}

/** Checks by tenants: what the latest audits in scope say of each. */
export function matrixRoutes(dependencies: Dependencies): Route[] {
  const { trail, clock } = dependencies;
  return [
    callerRoute(getMatrix, ({ caller, query }) => matrixOf(dependencies, caller.scope, query, clock.now())),

    callerRoute(getMatrixRow, async ({ caller, query }) => {
      const { scope } = await withinBaseline(dependencies, caller.scope, query);
      return matrixRowOf(dependencies, scope, query);
    }),

    tenantRoute(getMatrixCell, async ({ tenant, query }) => {
      const [first, ...others] = rowSubject(query)?.checks ?? [];
      if (!first) throw noSuchRow();
      const finding = await findingOf(
        tenant,
        [first, ...others].map(({ id }) => id),
      );
      return { checkId: finding?.checkId ?? first.id, findingId: finding?.id ?? null };
    }),

    callerRoute(exportMatrix, async ({ caller, query }) => {
      const matrix = await matrixOf(dependencies, caller.scope, query, clock.now());
      const bytes = matrixCsv(matrix);
      const [rows, tenants] = [matrix.rows.length, matrix.tenants.length];
      await trail.record({
        eventType: 'matrix_exported',
        user: caller.user.username,
        target: `${rows} rows of ${tenants} tenants`,
        tenantId: null,
        details: { rows, tenants, ...trailedFilters(query) },
      });
      return Reply.file({ fileName: 'Matrix.csv', contentType: csvContentType, bytes });
    }),
  ];
}
