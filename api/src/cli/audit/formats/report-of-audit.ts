import { scoreToTell } from '../../../audit/findings/score.ts';
import { categoryResults } from '../../../domain/audit-results/category-results.ts';
import { currentDatasetStates, datasetStates } from '../../../domain/audit-results/dataset-states.ts';
import { sourceCounts } from '../../../domain/audit-results/source-counts.ts';
import { mergedByLicense } from '../../../domain/finding/license-finding.ts';
import { incidentsOf } from '../../../domain/incidents/incidents.ts';
import { estimator } from '../../../domain/price-list/estimate.ts';
import { priceListOf } from '../../../domain/price-list/price-list.ts';
import { coveredBy, reportFinding, unreadSource } from '../../../features/reports/report-data.ts';
import { reportEstimate } from '../../../features/reports/report-estimate.ts';
import { reportFrameworks } from '../../../features/reports/report-frameworks.ts';
import type {
  AcceptedRisk,
  ReportComparison,
  ReportModel,
  UnreadSource,
} from '../../../features/reports/report-model.ts';
import { reportRemedies } from '../../../features/reports/report-remedies.ts';
import { secureScoreFacts } from '../../../features/scans/secure-score-facts.ts';
import type { FindingRecord } from '../../../store/findings.ts';
import type { AuditFinding, AuditResult } from '../audit-result.ts';
import { openFigures } from '../open-findings.ts';
import { gainBaseOfAudit } from './gain-base-of-audit.ts';
import { recordsOf } from './records-of-audit.ts';

/** How a finding stands to the baseline, as it is printed; without one the product's own word. */
const standingTexts: Record<AuditFinding['standing'], string> = {
  new: 'New',
  known: 'Known',
  accepted: 'Risk accepted',
};

function acceptedRisk({ verdict, title, acceptance }: AuditFinding): AcceptedRisk[] {
  if (acceptance === null) return [];
  const { severity, checkId, affectedCount } = verdict;
  return [{ title, severity, checkId, affectedCount, ...acceptance, acceptedAt: null }];
}

/** Data that could not be read, with where it is granted. */
function unreadSources({ facts, tenant, grantUrl = null }: AuditResult): UnreadSource[] {
  const kept = datasetStates(facts, { entraTenantId: tenant.id, clientId: null });
  return currentDatasetStates(kept, {})
    .flatMap(unreadSource)
    .map((source) => ({
      ...source,
      grantUrl:
        source.state === 'notPermitted' && source.because === null && source.permission !== null ? grantUrl : null,
    }));
}

/** The findings against the baseline. Of one without a date nothing is printed: a comparison says with when. */
function comparisonOf({ baseline, findings }: AuditResult): ReportComparison | null {
  if (baseline?.takenAt == null) return null;
  const ids = (which: (finding: AuditFinding) => boolean) =>
    findings.filter(which).map(({ verdict }) => verdict.checkId);
  const grown = ids(({ standing, because }) => standing === 'new' && because !== null);
  return {
    basis: 'baseline',
    since: baseline.takenAt,
    auditedAt: baseline.takenAt,
    scoreBefore: null,
    added: ids(({ standing, because }) => standing === 'new' && because === null),
    reopened: [],
    resolved: baseline.resolved.map(({ checkId }) => checkId),
    worse: grown,
    better: [],
    notVerified: [],
    stillOpen: [...ids(({ standing }) => standing === 'known'), ...grown],
    accepted: ids(({ standing }) => standing === 'accepted'),
  };
}

function findingsOf(result: AuditResult, open: readonly FindingRecord[]): ReportModel['findings'] {
  const standings = new Map(result.findings.map(({ verdict, standing }) => [verdict.checkId, standing]));
  return mergedByLicense(open).map((one) => {
    const finding = reportFinding(one, coveredBy(one, open));
    const standing = standings.get(one.checkId);
    return result.baseline === null || standing === undefined
      ? finding
      : { ...finding, status: standingTexts[standing] };
  });
}

/** What the product's report prints of an audit without a stack: no plan, no history, no work that was done. */
export function reportOfAudit(result: AuditResult): ReportModel {
  const { tenant, takenAt, outcome, findings, facts } = result;
  const open = recordsOf(result).filter(({ status }) => status === 'OPEN');
  const defaults = priceListOf(undefined);
  const score = scoreToTell(outcome.score, outcome.coverage);
  return {
    tenant: { name: tenant.name, domain: tenant.domain, isSimulated: tenant.isSimulated },
    preparedBy: { organization: null },
    generatedAt: takenAt,
    auditedAt: takenAt,
    trouble: null,
    form: 'full',
    timeZone: 'UTC',
    branding: { color: null, logo: null },
    scoreHistory: [{ at: takenAt, score }],
    score,
    status: outcome.status ?? 'Unknown',
    coverage: outcome.coverage,
    criticalIssues: openFigures(result).critical,
    secureScoreHistory: secureScoreFacts(facts).history,
    categories: categoryResults(outcome.verdicts),
    findings: findingsOf(result, open),
    remedies: reportRemedies(open, gainBaseOfAudit(result)),
    acceptedRisks: findings.flatMap(acceptedRisk),
    doneWork: [],
    unreadSources: unreadSources(result),
    sources: sourceCounts(datasetStates(facts, { entraTenantId: tenant.id, clientId: null })),
    frameworks: reportFrameworks(outcome.verdicts),
    plan: null,
    estimate: reportEstimate({ open, planned: open }, estimator(defaults), defaults),
    comparison: comparisonOf(result),
    settings: null,
    incidents: incidentsOf(facts),
  };
}
