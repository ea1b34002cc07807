import { type DatasetStateView, downloadReport } from '@tenantry/contract/audits';
import { findingStatusLabels } from '@tenantry/contract/labels';
import type { TenantTrouble } from '@tenantry/contract/tenants';
import { categoryResults } from '../../domain/audit-results/category-results.ts';
import { currentDatasetStates } from '../../domain/audit-results/dataset-states.ts';
import { mergedByLicense } from '../../domain/finding/license-finding.ts';
import { reportMade } from '../../domain/last-report/last-report.ts';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { AppError } from '../../http/app-error.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { every, update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { reportComparison } from './report-comparison.ts';
import { reportFrameworks } from './report-frameworks.ts';
import {
  type AcceptedRisk,
  isUnanswered,
  type ReportFinding,
  type ReportModel,
  type UnreadSource,
} from './report-model.ts';
import type { ReportQueue } from './report-queue.ts';

type Dependencies = {
  queue: ReportQueue;
  organizationName: string | null;
  tenants: TenantStore;
  trail: Trail;
  clock: Clock;
};

function unreadSource(source: DatasetStateView): UnreadSource[] {
  const { label, state, permission, grantUrl, license, status, code, retryAt } = source;
  // What Microsoft gives to no application is said by the checks that need it.
  if (!isUnanswered(state)) return [];
  return [{ label, state, permission, grantUrl, license, status, code, retryAt }];
}

function reportFinding(finding: FindingRecord): ReportFinding {
  const { title, description, severity, category, checkId, evidence, affectedEntities, affectedCount, recommendation } =
    finding;
  const { references, firstDetected, lastDetected, change, status } = finding;
  return {
    title,
    message: description,
    severity,
    status: change === 'reopened' ? 'Reopened' : findingStatusLabels[status === 'OPEN' ? 'unresolved' : 'in-progress'],
    category,
    checkId,
    evidence,
    affected: affectedEntities,
    affectedCount,
    recommendation,
    references,
    firstSeen: firstDetected,
    lastSeen: lastDetected,
  };
}

function acceptedRisk({ title, severity, checkId, affectedCount, acceptance }: FindingRecord): AcceptedRisk[] {
  if (!acceptance) return [];
  const { reason, acceptedBy, acceptedAt, expiresAt: until } = acceptance;
  return [{ title, severity, checkId, affectedCount, reason, acceptedBy, acceptedAt, until }];
}

async function reportModel(
  { tenant, findings, audits }: TenantRecords,
  audit: AuditRecord,
  organization: string | null,
  now: Date,
  trouble: TenantTrouble | null,
): Promise<ReportModel> {
  const records = await every(findings, { orderBy: { field: 'sortKey', direction: 'asc' } });
  const { items: earlier } = await audits.query({
    where: [{ field: 'createdAt', op: 'lt', value: audit.createdAt }],
    orderBy: { field: 'createdAt', direction: 'desc' },
    limit: 1,
  });
  const [before] = earlier;
  return {
    tenant: { name: tenant.name, domain: tenant.domain, isSimulated: audit.data.isSimulated },
    preparedBy: { organization },
    generatedAt: now.toISOString(),
    auditedAt: audit.createdAt,
    trouble,
    timeZone: 'UTC',
    score: audit.overallScore,
    // That a tenant was well is no longer known once nothing new is.
    status: trouble !== null && audit.overallStatus === 'OK' ? 'Unknown' : audit.overallStatus,
    coverage: audit.data.coverage,
    criticalIssues: audit.criticalIssues,
    secureScoreHistory: audit.data.secureScoreHistory,
    categories: categoryResults(audit.data.verdicts),
    findings: mergedByLicense(records.filter((one) => one.status === 'OPEN' || one.status === 'IN_PROGRESS')).map(
      reportFinding,
    ),
    acceptedRisks: records.flatMap(acceptedRisk),
    unreadSources: currentDatasetStates(audit.data.datasets, tenant).flatMap(unreadSource),
    frameworks: reportFrameworks(audit.data.verdicts),
    comparison:
      before === undefined
        ? null
        : reportComparison({ audit: before, basis: 'previous-audit', since: before.createdAt }, audit, records),
  };
}

export function reportRoutes({ queue, organizationName, tenants, trail, clock }: Dependencies): Route[] {
  return [
    tenantRoute(downloadReport, async ({ tenant, caller }) => {
      const audit = await latestAudit(tenant);
      if (!audit) throw new AppError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.');
      const now = clock.now();
      const trouble = await troubleOfTenant(tenant, now);
      const bytes = await queue.render(audit.id, caller.userId, () =>
        reportModel(tenant, audit, organizationName, now, trouble),
      );
      const { name, id: tenantId } = tenant.tenant;
      const made = { madeAt: clock.now().toISOString(), madeBy: caller.user.username };
      await update(tenants, tenantId, (current) => reportMade(current, audit, made));
      await trail.record({
        eventType: 'report_generated',
        user: caller.user.username,
        target: name,
        tenantId,
        details: { scanLogId: audit.scanLogId },
      });
      return Reply.file({ fileName: `Report_${name}.pdf`, contentType: 'application/pdf', bytes });
    }),
  ];
}
