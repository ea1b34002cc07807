import { type Audit, auditCategoryKeys, type CategoryResult, type Recommendation } from '@tenantry/contract/audits';
import type { Category } from '@tenantry/contract/verdicts';
import { findingFigures } from '../../audit/findings/finding-figures.ts';
import { findingImpact } from '../../audit/findings/finding-titles.ts';
import { areaOf } from '../../audit/findings/license-group.ts';
import { articleOfCheck, remedyOfFinding } from '../../audit/findings/remedies/remedies.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { scoreToTell, whyNoScore } from '../../audit/findings/score.ts';
import { auditStatus } from '../../domain/audit-results/audit-status.ts';
import { type CategoryOutcome, categoryResults } from '../../domain/audit-results/category-results.ts';
import { currentDatasetStates } from '../../domain/audit-results/dataset-states.ts';
import { sourceCounts } from '../../domain/audit-results/source-counts.ts';
import { byFindingOrder } from '../../domain/finding/finding-order.ts';
import { mergedByLicense } from '../../domain/finding/license-finding.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** What to do about the open findings, in the one order: as many as are counted. */
const recommendationsOf = (open: readonly FindingRecord[]): Recommendation[] =>
  mergedByLicense(open.toSorted(byFindingOrder)).map((finding) => ({
    checkId: finding.checkId,
    category: areaOf(finding),
    priority: finding.severity,
    title: finding.title,
    description: finding.recommendation,
    impact: findingImpact(finding.checkId),
    article: finding.needsLicense === null ? (remedyOfFinding(finding)?.id ?? null) : null,
  }));

/** With the help article of each check, and the work that closes what it reports. */
const withArticles = (result: CategoryOutcome): CategoryResult => ({
  ...result,
  verdicts: result.verdicts.map((each) => ({
    ...each,
    article: articleOfCheck(each.checkId),
    work: workOf({ ...each, needsLicense: each.needsLicense ?? null }).title,
  })),
});

function byKey(results: readonly CategoryOutcome[]): NonNullable<Audit['categories']> {
  const of = (category: Category): CategoryResult => {
    const result = results.find((one) => one.category === category);
    if (!result) throw new Error(`The audit has no category ${category}`);
    return withArticles(result);
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

const sampleReason = 'This tenant has never been scanned: this is sample data. Run a scan to see its own.';

type Figures = Pick<AuditRecord, 'overallScore' | 'overallStatus' | 'criticalIssues' | 'createdAt'> & {
  published?: AuditRecord['published'];
  data: Pick<AuditRecord['data'], 'coverage' | 'verdicts' | 'userCount' | 'isSimulated' | 'datasets' | 'incidents'>;
};

/**
 * @param open the findings that are open now; of a sample those that it makes up. What they come to is told as it is now: who
 * accepts a risk sees it here
 */
export function auditView(
  tenant: TenantRecord,
  audit: Figures,
  open: readonly FindingRecord[],
  isSample: boolean,
): Omit<Audit, 'trouble'> {
  const { coverage } = audit.data;
  return {
    tenantId: tenant.id,
    tenantName: tenant.name,
    auditTimestamp: audit.createdAt,
    overallScore: scoreToTell(audit.overallScore, coverage),
    ...auditStatus(audit),
    coverage,
    // As the tenant keeps it, counted anew after each change of a finding.
    criticalIssues: isSample ? findingFigures(open).critical : (tenant.audit?.criticalIssues ?? audit.criticalIssues),
    incidents: audit.data.incidents ?? null,
    userCount: audit.data.userCount,
    isSimulated: audit.data.isSimulated,
    isSample,
    published: audit.published ? { at: audit.published.at, by: audit.published.by } : null,
    reason: isSample ? sampleReason : whyNoScore(audit.overallScore, coverage),
    categories: byKey(categoryResults(audit.data.verdicts)),
    recommendations: recommendationsOf(open),
    datasets: currentDatasetStates(audit.data.datasets, tenant),
    sources: sourceCounts(audit.data.datasets),
  };
}

const neverScanned = 'This tenant has never been scanned. Run a scan to see its security posture.';

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
    incidents: null,
    userCount: null,
    isSimulated: tenant.isMock,
    isSample: false,
    published: null,
    reason: neverScanned,
    categories: null,
    recommendations: [],
    datasets: [],
    sources: null,
  };
}
