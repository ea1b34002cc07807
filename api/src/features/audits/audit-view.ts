import { type Audit, auditCategoryKeys, type CategoryResult, type Recommendation } from '@tenantry/contract/audits';
import type { Category, Verdict } from '@tenantry/contract/verdicts';
import { conditionalAccessByLicense } from '../../audit/checks/shared/entra-p1.ts';
import { findingImpact, findingTitle } from '../../audit/findings/finding-titles.ts';
import { countedOnce } from '../../audit/findings/license-group.ts';
import { articleOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { minimumCoveragePercent, scoreToTell } from '../../audit/findings/score.ts';
import { byUrgency } from '../../audit/findings/urgency.ts';
import { auditStatus } from '../../domain/audit-results/audit-status.ts';
import { type CategoryOutcome, categoryResults } from '../../domain/audit-results/category-results.ts';
import { currentDatasetStates } from '../../domain/audit-results/dataset-states.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** The one recommendation for all verdicts that need the same license. */
function withGroup(lead: Verdict, verdicts: readonly Verdict[]): Verdict & { groupTitle?: string } {
  const group = verdicts.filter(
    ({ needsLicense, severity }) => needsLicense === lead.needsLicense && severity !== 'info',
  );
  if (lead.needsLicense === undefined || group.length < 2) return lead;
  const titles = group.map(({ checkId, title }) => findingTitle(checkId, title));
  const recommendation = `${conditionalAccessByLicense(lead.needsLicense)} It is the remedy for: ${titles.join('; ')}.`;
  return { ...lead, recommendation, groupTitle: `${group.length} findings need ${lead.needsLicense}` };
}

function recommendationsOf(verdicts: readonly Verdict[]): Recommendation[] {
  return countedOnce(verdicts.filter(({ severity }) => severity !== 'info'))
    .filter(({ status }) => status === 'fail' || status === 'warning')
    .map((one) => withGroup(one, verdicts))
    .map((one) => ({ ...one, title: one.groupTitle ?? findingTitle(one.checkId, one.title) }))
    .sort(byUrgency)
    .map(({ checkId, category, severity, title, recommendation }) => ({
      checkId,
      category,
      priority: severity,
      title,
      description: recommendation,
      impact: findingImpact(checkId),
      article: articleOfCheck(checkId),
    }));
}

/** With the help article of each check. */
const withArticles = (result: CategoryOutcome): CategoryResult => ({
  ...result,
  verdicts: result.verdicts.map((each) => ({ ...each, article: articleOfCheck(each.checkId) })),
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

const whyNoScore = ({ evaluated, percent }: AuditRecord['data']['coverage']): string | null =>
  evaluated > 0 && percent < minimumCoveragePercent
    ? `only ${percent}% of the checks could be judged, and a score needs at least ${minimumCoveragePercent}%`
    : null;

type Figures = Pick<AuditRecord, 'overallScore' | 'overallStatus' | 'criticalIssues' | 'createdAt'> & {
  published?: AuditRecord['published'];
  data: Pick<AuditRecord['data'], 'coverage' | 'verdicts' | 'userCount' | 'isSimulated' | 'datasets'>;
};

export function auditView(tenant: TenantRecord, audit: Figures, isSample: boolean): Omit<Audit, 'trouble'> {
  const overallScore = scoreToTell(audit.overallScore, audit.data.coverage);
  return {
    tenantId: tenant.id,
    tenantName: tenant.name,
    auditTimestamp: audit.createdAt,
    overallScore,
    ...auditStatus(audit),
    coverage: audit.data.coverage,
    criticalIssues: audit.criticalIssues,
    userCount: audit.data.userCount,
    isSimulated: audit.data.isSimulated,
    isSample,
    published: audit.published ? { at: audit.published.at, by: audit.published.by } : null,
    reason: isSample ? sampleReason : overallScore === null ? whyNoScore(audit.data.coverage) : null,
    categories: byKey(categoryResults(audit.data.verdicts)),
    recommendations: recommendationsOf(audit.data.verdicts),
    datasets: currentDatasetStates(audit.data.datasets, tenant),
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
    userCount: null,
    isSimulated: tenant.isMock,
    isSample: false,
    published: null,
    reason: neverScanned,
    categories: null,
    recommendations: [],
    datasets: [],
  };
}
