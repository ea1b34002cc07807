import { auditCategoryKeys } from '@tenantry/contract/audits';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { AuditCategory, AuditCategoryKey, listAudits, ManagedAudit } from '@tenantry/contract/managed-audits';
import type { Verdict } from '@tenantry/contract/verdicts';
import { scoreToTell } from '../../audit/findings/score.ts';
import { auditStatus } from '../../domain/audit-results/audit-status.ts';
import { categoryResults } from '../../domain/audit-results/category-results.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditRecord, AuditStore } from '../../store/audits.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Stores = { auditResults: AuditStore; tenants: Pick<TenantStore, 'open' | 'ofRecords'> };

const needsSomebody = ({ status, severity }: Verdict) =>
  (status === 'fail' || status === 'warning') && severity !== 'info';

/** Each category as a list of audits tells it; what is to be done, the most urgent first and no sentence twice. */
function categoriesOf(audit: AuditRecord): Record<AuditCategoryKey, AuditCategory> {
  const results = new Map(categoryResults(audit.data.verdicts).map((result) => [result.category, result]));
  const entries = Object.entries(auditCategoryKeys).map(([key, category]) => {
    const result = results.get(category);
    if (!result) throw new Error(`The audit has no category ${category}`);
    const { status, message, score, verdicts } = result;
    const recommendations = [...new Set(verdicts.filter(needsSomebody).map(({ recommendation }) => recommendation))];
    return [key, { status, message, recommendations, score }] as const;
  });
  return Object.fromEntries(entries) as Record<AuditCategoryKey, AuditCategory>;
}

export function managedAudit(tenant: TenantRecord, audit: AuditRecord): ManagedAudit {
  const { id, tenantId, overallScore, criticalIssues, createdAt, data } = audit;
  return {
    id,
    tenantId,
    tenantName: tenant.name,
    ...auditStatus(audit),
    overallScore: scoreToTell(overallScore, data.coverage),
    criticalIssues,
    createdAt,
    isSimulated: data.isSimulated,
    isLatest: tenant.audit?.scanLogId === audit.scanLogId,
    data: { categories: categoriesOf(audit) },
  };
}

/** Whether it was deleted, though its record may be there for a moment yet. */
export const isBeingDeleted = ({ auditsToDelete = [] }: TenantRecord, auditId: string): boolean =>
  auditsToDelete.some((one) => one.auditId === auditId);

/** @throws AppError TENANT_NOT_FOUND for a tenant that is not in the scope */
export async function managedAudits(
  { auditResults, tenants }: Stores,
  scope: Scope,
  { tenantId, ...wanted }: Parsed<typeof listAudits.query>,
): Promise<Parsed<typeof listAudits.response>> {
  if (tenantId !== undefined && !(await tenants.open(scope, tenantId))) {
    throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
  }
  const within: Scope = tenantId === undefined ? scope : { kind: 'tenants', tenantIds: [tenantId] };
  const page = await auditResults.page(within, wanted);
  const known = await tenants.ofRecords(scope, page.items);
  const items = page.items.flatMap((audit) => {
    // Of one that is being offboarded, or whose audit is just being deleted, nothing is told any more.
    const tenant = known.get(audit.tenantId);
    return tenant && !isBeingDeleted(tenant, audit.id) ? [managedAudit(tenant, audit)] : [];
  });
  return { ...page, items };
}
