import type { DatasetStateView } from '@tenantry/contract/audits';
import { checklistTexts } from '@tenantry/contract/checklist';
import type { ReportForm } from '@tenantry/contract/generated-reports';
import type { Incidents } from '@tenantry/contract/incidents';
import { findingStatusLabels } from '@tenantry/contract/labels';
import type { PriceList } from '@tenantry/contract/price-list';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { findingFigures } from '../../audit/findings/finding-figures.ts';
import { findingImpact } from '../../audit/findings/finding-titles.ts';
import { scoreToTell } from '../../audit/findings/score.ts';
import { categoryResults } from '../../domain/audit-results/category-results.ts';
import { currentDatasetStates, keptGrantUrl, refusedClientId } from '../../domain/audit-results/dataset-states.ts';
import { sourceCounts } from '../../domain/audit-results/source-counts.ts';
import type { AlignmentStores } from '../../domain/baselines/fleet-alignment.ts';
import { checklistOf } from '../../domain/checklist/checklist.ts';
import { organizationConsentUrl } from '../../domain/connection/organization-consent.ts';
import { unverifiedChecks } from '../../domain/finding/by-hand.ts';
import { byFindingOrder } from '../../domain/finding/finding-order.ts';
import { mergedByLicense } from '../../domain/finding/license-finding.ts';
import { isOpen } from '../../domain/finding/open-findings.ts';
import { withChanges } from '../../domain/incidents/incidents.ts';
import { estimatesOfWork } from '../../domain/work/estimates-of-work.ts';
import { gainBaseOf } from '../../domain/work/gain-of-work.ts';
import { findingsOf, plannedWork } from '../../domain/work/planned-work.ts';
import { every } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { credentialId } from '../../store/credentials.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { reportBaselines } from './report-baselines.ts';
import { type EarlierAudit, reportComparison } from './report-comparison.ts';
import { workDone } from './report-done-work.ts';
import { reportEstimate } from './report-estimate.ts';
import { reportFrameworks } from './report-frameworks.ts';
import type { ReportLook } from './report-look.ts';
import {
  type AcceptedRisk,
  isUnanswered,
  type ReportFinding,
  type ReportModel,
  type ReportSettingChange,
  type ReportSettings,
  type UnreadSource,
} from './report-model.ts';
import { reportPlan } from './report-plan-data.ts';
import { reportRemedies } from './report-remedies.ts';
import { settingsChanged } from './report-settings-changed.ts';
import { scoreHistory } from './score-history.ts';

/** Why data of Tenant Configuration Management, or what the tenant's cloud does not offer, is not there, as one sentence. */
function gapOf({ state, message, feature }: DatasetStateView): string | null {
  if (state === 'notOffered') return message;
  if (feature === null) return null;
  if (state === 'notPermitted')
    return 'Microsoft’s service Tenant Configuration Management lacks the role to read it in the organization.';
  return state === 'notAvailable' ? message : null;
}

/** A source as the report names it; none where it was read, or was not collected. */
export function unreadSource(source: DatasetStateView): UnreadSource[] {
  const { label, state, permission, grantUrl, license, status, code, retryAt } = source;
  if (!isUnanswered(state) && state !== 'notAvailable') return [];
  const why = { isOfFeature: source.feature !== null, because: gapOf(source) };
  return [{ label, state, ...why, permission, grantUrl, license, status, code, retryAt }];
}

/**
 * Where an administrator of the organization consents, who may be nobody here: Microsoft's address, and back to a page that anybody
 * may open; an app registration of the organization's own knows no address of ours.
 */
async function consentLink(
  { tenant, credentials }: TenantRecords,
  { data: { datasets } }: AuditRecord,
  redirectUri: string | undefined,
): Promise<string | null> {
  const clientId = refusedClientId(datasets);
  if (clientId === null || redirectUri === undefined) return null;
  const own = (await credentials.get(credentialId(tenant.id)))?.value.clientId;
  return clientId === own
    ? keptGrantUrl(tenant.m365TenantId, clientId)
    : organizationConsentUrl(tenant.m365TenantId, clientId, redirectUri);
}

/** All of them, with where to mend what is not permitted. */
async function unreadSources(
  records: TenantRecords,
  audit: AuditRecord,
  redirectUri: string | undefined,
): Promise<UnreadSource[]> {
  const link = await consentLink(records, audit, redirectUri);
  return currentDatasetStates(audit.data.datasets, records.tenant)
    .flatMap(unreadSource)
    .map((source) => ({ ...source, grantUrl: source.grantUrl === null ? null : link }));
}

function statusOf({ change, status }: FindingRecord): string {
  if (change === 'reopened') return 'Reopened';
  const label = findingStatusLabels[status === 'OPEN' ? 'unresolved' : 'in-progress'];
  return change === 'not-verified' ? `${label}, not checked again` : label;
}

/** A finding as it is printed, with those that it stands for. */
export function reportFinding(finding: FindingRecord, covers: readonly FindingRecord[]): ReportFinding {
  const { title, needsLicense, severity, category, checkId, evidence, affectedCount, recommendation, references } =
    finding;
  return {
    title,
    // The titles of those that it covers stand in a list of their own.
    message:
      covers.length === 0
        ? finding.description
        : `These findings need ${needsLicense}, which the tenant does not have.`,
    impact: covers.length === 0 ? findingImpact(checkId) : null,
    severity,
    status: statusOf(finding),
    category,
    checkId,
    covers: covers.map((one) => ({ checkId: one.checkId, title: one.title })),
    evidence,
    affected: finding.affectedEntities,
    affectedCount,
    recommendation,
    references,
    firstSeen: finding.firstDetected,
    lastSeen: finding.lastDetected,
  };
}

function acceptedRisk({ title, severity, checkId, affectedCount, acceptance }: FindingRecord): AcceptedRisk[] {
  if (!acceptance) return [];
  const { reason, acceptedBy, acceptedAt, expiresAt: until, isByClient = false } = acceptance;
  return [{ title, severity, checkId, affectedCount, reason, acceptedBy, acceptedAt, isByClient, until }];
}

/** The findings that count as this one (license-finding.ts); none where it stands for itself. */
export function coveredBy({ needsLicense }: FindingRecord, open: readonly FindingRecord[]): FindingRecord[] {
  const group = needsLicense === null ? [] : open.filter((one) => one.needsLicense === needsLicense);
  return group.length < 2 ? [] : group;
}

/** The manual checklist, once somebody has said something of it. */
async function verifiedByHand(tenant: TenantRecords): Promise<Pick<ReportModel, 'checklist'>> {
  const items = await checklistOf(tenant);
  if (items.every(({ at }) => at === null)) return {};
  return { checklist: items.map(({ itemId, ...said }) => ({ ...said, ...checklistTexts[itemId] })) };
}

/** What is asked of a report beside its audits, and what holds when it is made. */
type ReportOrder = {
  form: ReportForm;
  look: ReportLook;
  now: Date;
  trouble: TenantTrouble | null;
  priceList: PriceList;
  /** Where Microsoft sends a browser back to; absent: the report links to no consent. */
  redirectUri?: string;
  /** Where the settings of scans are; absent: changes of settings are not told. */
  archive?: SettingsArchive;
  /** Where baselines are; absent: none are told. */
  alignment?: AlignmentStores;
};

/** What may be an attack under way, as the audit saw it, and as settings changed since the one that it is compared with. */
function incidentsOfReport({ data: { incidents } }: AuditRecord, settings: ReportSettings | null): Incidents | null {
  if (incidents === undefined) return null;
  const at = ({ who: { entries } }: ReportSettingChange) => entries[0]?.at ?? null;
  return withChanges(incidents, settings?.changes.map((change) => ({ ...change, at: at(change) })) ?? []);
}

/** What the report of an audit prints, compared with an earlier audit where there is one. */
export async function reportModel(
  tenantRecords: TenantRecords,
  audit: AuditRecord,
  earlier: EarlierAudit | null,
  { form, look, now, trouble, priceList, redirectUri, archive, alignment }: ReportOrder,
): Promise<ReportModel> {
  const { tenant, findings, tasks } = tenantRecords;
  const records = (await every(findings)).sort(byFindingOrder);
  const open = records.filter(isOpen);
  const { planned } = await plannedWork(tenantRecords);
  const settings = earlier && archive ? await settingsChanged(tenantRecords, archive, earlier.audit, audit) : null;
  return {
    tenant: { name: tenant.name, domain: tenant.domain, isSimulated: audit.data.isSimulated },
    ...look,
    form,
    generatedAt: now.toISOString(),
    auditedAt: audit.createdAt,
    trouble,
    scoreHistory: await scoreHistory(tenantRecords, audit),
    score: scoreToTell(audit.overallScore, audit.data.coverage),
    // How a tenant stands is no longer known once nothing new is; what was critical is no better for it.
    status: trouble !== null && audit.overallStatus !== 'Critical' ? 'Unknown' : audit.overallStatus,
    coverage: audit.data.coverage,
    criticalIssues: findingFigures(open).critical,
    secureScoreHistory: audit.data.secureScoreHistory,
    categories: categoryResults(audit.data.verdicts),
    findings: mergedByLicense(open).map((one) => reportFinding(one, coveredBy(one, open))),
    remedies: reportRemedies(open, gainBaseOf(audit)),
    acceptedRisks: records.flatMap(acceptedRisk),
    resolvedByHand: unverifiedChecks(records),
    doneWork: await workDone(tasks, earlier?.audit.createdAt ?? null, now),
    unreadSources: await unreadSources(tenantRecords, audit, redirectUri),
    sources: sourceCounts(audit.data.datasets),
    plan: await reportPlan(tenantRecords, priceList, records),
    estimate: reportEstimate(
      { open, planned: findingsOf(planned) },
      await estimatesOfWork(tenantRecords, priceList, planned),
      priceList,
    ),
    frameworks: reportFrameworks(audit.data.verdicts),
    ...(alignment && { baselines: await reportBaselines(alignment, tenant, audit, now) }),
    ...(await verifiedByHand(tenantRecords)),
    comparison: earlier && reportComparison(earlier, audit, records),
    settings,
    incidents: incidentsOfReport(audit, settings),
  };
}
