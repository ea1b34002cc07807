import type { Matrix, MatrixRow } from '@tenantry/contract/matrix';
import { MatrixStatus, matrixCodes, matrixLabels, matrixReasons } from '@tenantry/contract/matrix-status';
import { Severity } from '@tenantry/contract/verdicts';
import { type BaselineStores, readAssigned } from '../../domain/baselines/baselines.ts';
import { checkListsOf } from '../../domain/latest-verdicts/latest-verdicts.ts';
import { narrowedTo } from '../../domain/tenant-groups/group-scope.ts';
import { troubleOf } from '../../domain/tenant-trouble/tenant-trouble.ts';
import type { CredentialStore } from '../../store/credentials.ts';
import type { FindingStore } from '../../store/findings.ts';
import type { Scope } from '../../store/scope.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { cellsOf, cellsText, columnCounts, countsOf } from './matrix-cells.ts';
import { isColumn } from './matrix-columns.ts';
import { type MatrixQuery, rowSubjects } from './matrix-rows.ts';

export type MatrixStores = BaselineStores & {
  tenants: Pick<TenantStore, 'ofScope'>;
  findings: Pick<FindingStore, 'acceptedChecks'>;
  systemConfig: Pick<SystemConfigStore, 'checkLists'>;
  credentialStore: Pick<CredentialStore, 'troubled'>;
};

const legendOf = (columns: Matrix['columns']): Matrix['legend'] =>
  MatrixStatus.options
    .filter((status) => columns[status] !== undefined)
    .map((status) => ({
      status,
      code: matrixCodes[status],
      label: matrixLabels[status],
      why: matrixReasons[status],
    }));

/** The gravest first; of the same severity what most tenants fail, then what most are warned of. */
function byNeed(a: Pick<MatrixRow, 'severity' | 'counts'>, b: Pick<MatrixRow, 'severity' | 'counts'>): number {
  const rank = ({ severity }: Pick<MatrixRow, 'severity'>) => Severity.options.indexOf(severity);
  const less = (status: MatrixStatus) => (b.counts[status] ?? 0) - (a.counts[status] ?? 0);
  return rank(a) - rank(b) || less('fail') || less('warning');
}

/**
 * What a baseline narrows both ends to: the tenants for which it holds, and its checks. Without one the scope as it is, and every
 * check. One that there is not holds for nobody.
 */
export async function withinBaseline(
  stores: BaselineStores,
  scope: Scope,
  { baselineId }: Pick<MatrixQuery, 'baselineId'>,
): Promise<{ scope: Scope; required?: ReadonlySet<string> }> {
  if (baselineId === undefined) return { scope };
  const found = (await readAssigned(stores)).find(({ id }) => id === baselineId);
  return { scope: narrowedTo(scope, [...(found?.tenantIds ?? [])]), required: new Set(found?.required ?? []) };
}

/**
 * What the latest audits in scope say: one read of the tenants, one of the accepted findings, one of the lost connections, and of
 * the lists of older versions where a tenant was scanned by one; the baselines and their groups where it is narrowed to one. No audit and no other finding is read.
 */
export async function matrixOf(
  { tenants: tenantStore, findings, systemConfig, credentialStore, ...stores }: MatrixStores,
  callerScope: Scope,
  query: MatrixQuery,
  now: Date,
): Promise<Matrix> {
  const { scope, required } = await withinBaseline(stores, callerScope, query);
  const [all, accepted, troubled] = await Promise.all([
    tenantStore.ofScope(scope),
    findings.acceptedChecks(scope),
    credentialStore.troubled(scope, now),
  ]);
  const tenants = all.filter((tenant) => isColumn(tenant, query));
  const lists = await checkListsOf(systemConfig, tenants);
  const subjects = rowSubjects(query, required);
  const cells = cellsOf(subjects, tenants, { lists, accepted });
  const { status } = query;
  const rows = subjects
    .flatMap(({ id, title, severity, category }, at) => {
      const own = cells[at];
      if (own === undefined) return [];
      return [{ id, title, severity, category, own, counts: countsOf(own) }];
    })
    .filter(({ counts }) => status === undefined || counts[status] !== undefined)
    .sort(byNeed);
  const columns = columnCounts(
    rows.map(({ own }) => own),
    tenants.length,
  );
  return {
    by: query.by,
    tenants: tenants.map((tenant) => {
      const { id, name, isMock: isSimulated, audit } = tenant;
      const trouble = troubleOf(tenant, troubled.get(id) ?? null, now)?.kind ?? null;
      return { id, name, isSimulated, auditedAt: audit?.auditedAt ?? null, trouble };
    }),
    rows: rows.map(({ own, ...row }) => ({ ...row, cells: cellsText(own) })),
    columns,
    legend: legendOf(columns),
  };
}
