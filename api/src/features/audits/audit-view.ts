import { type Audit, auditCategoryKeys, type CategoryResult, type Recommendation } from '@tenantry/contract/audits';
import type { Category, Verdict } from '@tenantry/contract/verdicts';
import { findingImpact, findingTitle } from '../../audit/finding-titles.ts';
import { byUrgency } from '../../audit/urgency.ts';
import { categoryResults } from '../../domain/audit-results/category-results.ts';
import { currentDatasetStates } from '../../domain/audit-results/dataset-states.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { auditStatus } from './audit-status.ts';

function recommendationsOf(verdicts: readonly Verdict[]): Recommendation[] {
  return verdicts
    .filter(({ status, severity }) => (status === 'fail' || status === 'warning') && severity !== 'info')
    .map((verdict) => ({ ...verdict, title: findingTitle(verdict.checkId, verdict.title) }))
    .sort(byUrgency)
    .map(({ checkId, category, severity, title, recommendation }) => ({
      checkId,
      category,
      priority: severity,
      title,
      description: recommendation,
      impact: findingImpact(checkId),
    }));
}

function byKey(results: readonly CategoryResult[]): NonNullable<Audit['categories']> {
  const of = (category: Category): CategoryResult => {
    const result = results.find((one) => one.category === category);
    if (!result) throw new Error(`The audit has no category ${category}`);
    return result;
  };
  return {
    mfaStatus: of(auditCategoryKeys.mfaStatus),
    conditionalAccessPolicies: of(auditCategoryKeys.conditionalAccessPolicies),
    secureScoreSummary: of(auditCategoryKeys.secureScoreSummary),
    mailFlowConfiguration: of(auditCategoryKeys.mailFlowConfiguration),
    externalSharingSettings: of(auditCategoryKeys.externalSharingSettings),
    loginAnomalies: of(auditCategoryKeys.loginAnomalies),
  };
}

type Figures = Pick<AuditRecord, 'overallScore' | 'overallStatus' | 'criticalIssues' | 'createdAt'> & {
  data: Pick<AuditRecord['data'], 'coverage' | 'verdicts' | 'userCount' | 'isSimulated' | 'datasets'>;
};

export function auditView(tenant: TenantRecord, audit: Figures, isSample: boolean): Omit<Audit, 'trouble'> {
  return {
    tenantId: tenant.id,
    tenantName: tenant.name,
    auditTimestamp: audit.createdAt,
    overallScore: audit.overallScore,
    ...auditStatus(audit),
    coverage: audit.data.coverage,
    criticalIssues: audit.criticalIssues,
    userCount: audit.data.userCount,
    isSimulated: audit.data.isSimulated,
    isSample,
    reason: isSample ? 'This tenant was never scanned: these are sample data. Run a scan to see its own.' : null,
    categories: byKey(categoryResults(audit.data.verdicts)),
    recommendations: recommendationsOf(audit.data.verdicts),
    datasets: currentDatasetStates(audit.data.datasets, tenant),
  };
}

const neverScanned = 'This tenant was never scanned. Run a scan to see its security posture.';

/** A live tenant before its first audit: nothing is known, and why. */
export function noAuditView(tenant: TenantRecord): Omit<Audit, 'trouble'> {
  return {
    tenantId: tenant.id,
    tenantName: tenant.name,
    auditTimestamp: null,
    overallScore: null,
    overallStatus: null,
    overallStatusUnknownBecause: neverScanned,
    coverage: null,
    criticalIssues: null,
    userCount: null,
    isSimulated: tenant.isMock,
    isSample: false,
    reason: neverScanned,
    categories: null,
    recommendations: [],
    datasets: [],
  };
}
