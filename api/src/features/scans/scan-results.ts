import { setImmediate } from 'node:timers/promises';
import type { ScanOutcome } from '@tenantry/contract/scan-outcome';
import type { Verdict } from '@tenantry/contract/verdicts';
import { emergencyStateOf } from '../../audit/checks/entra/emergency-state.ts';
import type { Exemptions } from '../../audit/checks/shared/check.ts';
import { type Facts, factOf } from '../../audit/facts/facts.ts';
import { hasServicePlan, hasUnreadLicenses } from '../../audit/facts/licenses.ts';
import { mailDomains } from '../../audit/facts/mail-domains.ts';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import { type Forecast, forecastsOf } from '../../audit/findings/forecast/forecast.ts';
import { isFinding } from '../../audit/findings/is-finding.ts';
import { countedOnce } from '../../audit/findings/license-group.ts';
import { scoreToTell } from '../../audit/findings/score.ts';
import { lookedAtAfter } from '../../audit/findings/verdict-vector.ts';
import { rulesInForce } from '../../domain/approvals/approval-rules.ts';
import { auditStatus } from '../../domain/audit-results/audit-status.ts';
import { datasetStates } from '../../domain/audit-results/dataset-states.ts';
import { withFigures } from '../../domain/audit-results/figure-history.ts';
import { settleOutbox } from '../../domain/audit-trail/outbox.ts';
import type { BaselineStores } from '../../domain/baselines/baselines.ts';
import { requiredOfTenant } from '../../domain/baselines/required-work.ts';
import { countOpenFindings, type FindingCounts } from '../../domain/finding/counted-findings.ts';
import { isSeenAfter, seen, unseen } from '../../domain/finding/finding-of-verdict.ts';
import { isOpen, topOf } from '../../domain/finding/open-findings.ts';
import { incidentsOf } from '../../domain/incidents/incidents.ts';
import { topIncident } from '../../domain/incidents/top-incident.ts';
import { withLastScan } from '../../domain/last-scan/last-scan.ts';
import { vectorToKeep, withLaterLooks } from '../../domain/latest-verdicts/latest-verdicts.ts';
import { sampleAfter } from '../../domain/microsoft-answers/keep-sample.ts';
import { type Changeable, createOnce, every, update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { type AuditFigures, type AuditSummary, type TenantRecord, verifiedText } from '../../store/tenants.ts';
import { openAlerts } from './open-alerts.ts';
import { planAfterScan } from './plan-after-scan.ts';
import { askForApprovals } from './scan-approval.ts';
import { failureOfResult, type ScanFailure } from './scan-failure.ts';
import { scanOutcome } from './scan-outcome.ts';
import { secureScoreFacts } from './secure-score-facts.ts';
import { statusWith, stillStands } from './standing-findings.ts';
import { unauditedMailboxes } from './unaudited-mailboxes.ts';

type Dependencies = {
  tenants: Changeable<TenantRecord>;
  trail: Trail;
  systemConfig: Pick<SystemConfigStore, 'approvalRules' | 'checkLists'>;
} & BaselineStores;

type Saving = {
  tenant: TenantRecords;
  scan: ScanRecord;
  outcome: AuditOutcome;
  facts: Facts;
  /** What the customer declared as intended: the verdicts were made with it. */
  exemptions: Exemptions;
  /** Of the app registration that asked; null where it is not known. */
  clientId: string | null;
  now: Date;
  /** Aborted where another worker has the scan: nothing more is written. */
  signal: AbortSignal;
};

/**
 * An audit is one record of at most 2 MB: it lists this many affected objects of a verdict; the finding more, and of each more. As many
 * as a questionnaire excepts, and a group that they come by.
 */
const affectedInAudit = 26;

async function saveFinding(
  verdict: Verdict,
  before: FindingRecord | null,
  saving: Saving,
): Promise<FindingRecord | null> {
  const { findings, tenant } = saving.tenant;
  const { scan, now, facts } = saving;
  const licenses = { hasUnreadLicenses: hasUnreadLicenses(facts) };
  const sight = { tenant, scanLogId: scan.id, at: scan.timestamp, now, ...licenses };
  if (!before) {
    if (!isFinding(verdict)) return null;
    const finding = seen(verdict, null, sight);
    await createOnce(findings, finding);
    return finding;
  }
  return update(findings, before.id, (current) => {
    if (current.scanLogId === saving.scan.id) return current;
    // The scan may have looked before the repair. The next one will tell.
    if (isSeenAfter(current, saving.scan.timestamp)) return current;
    return isFinding(verdict) ? seen(verdict, current, sight) : unseen(verdict, current, sight);
  });
}

function auditOf(
  { tenant, scan, outcome, facts, clientId }: Saving,
  status: AuditOutcome['status'],
  {
    userCount,
    openIssues,
    criticalIssues,
    forecasts,
  }: FindingCounts & {
    userCount: number | null;
    forecasts: Forecast[];
  },
): AuditRecord {
  const score = secureScoreFacts(facts);
  const judged = {
    overallStatus: status ?? ('Unknown' as const),
    criticalIssues,
    data: { coverage: outcome.coverage },
  };
  return {
    id: auditIdOfScan(tenant.tenant.id, scan.id),
    tenantId: tenant.tenant.id,
    scanLogId: scan.id,
    overallScore: outcome.score,
    overallStatus: judged.overallStatus,
    criticalIssues: judged.criticalIssues,
    createdAt: scan.timestamp,
    statusTold: auditStatus(judged).overallStatus ?? 'unknown',
    figures: { openIssues, ...openAlerts(facts) },
    published: null,
    data: {
      coverage: outcome.coverage,
      verdicts: outcome.verdicts.map(({ notCovered: _ofTheFinding, ...verdict }) => ({
        ...verdict,
        affected: verdict.affected.slice(0, affectedInAudit).map(({ type, id, name, through }) => ({
          ...{ type, id, name },
          ...(through && { through }),
        })),
      })),
      userCount,
      secureScoreHistory: score.history,
      secureScoreUnknownBecause: score.unknownBecause,
      datasets: datasetStates(facts, { entraTenantId: tenant.tenant.m365TenantId, clientId }),
      emergencyAccounts: tenant.tenant.emergencyAccounts.map(({ userId }) => ({
        userId,
        ...emergencyStateOf(facts, userId),
      })),
      unauditedMailboxes: unauditedMailboxes(facts),
      forecasts,
      incidents: incidentsOf(facts),
      isSimulated: tenant.tenant.isMock,
    },
  };
}

/** What the work for the open findings would change; others run between one piece of work and the next. */
async function forecastsOfOpen(saving: Saving, open: readonly FindingRecord[]): Promise<Forecast[]> {
  const { outcome, facts, exemptions, scan, signal } = saving;
  const checkIds = new Set(open.map(({ checkId }) => checkId));
  const options = { now: new Date(scan.timestamp), exemptions };
  const forecasts: Forecast[] = [];
  for (const forecast of forecastsOf(facts, outcome.verdicts, checkIds, options)) {
    forecasts.push(forecast);
    await setImmediate();
    signal.throwIfAborted();
  }
  return forecasts;
}

/** The figures that the tenant itself keeps of the audit. */
function auditSummary(
  { scan, outcome, facts }: Saving,
  status: AuditOutcome['status'],
  { open, openIssues, criticalIssues }: FindingCounts & { open: readonly FindingRecord[] },
  history: readonly AuditFigures[],
): AuditSummary {
  const { coverage } = outcome;
  const score = scoreToTell(outcome.score, coverage);
  const figures = { at: scan.timestamp, score, openIssues, evaluated: coverage.evaluated };
  return {
    scanLogId: scan.id,
    auditedAt: scan.timestamp,
    score,
    status: status ?? 'Unknown',
    coverage,
    openIssues,
    criticalIssues,
    topFinding: topOf(countedOnce(open)),
    topIncident: topIncident(incidentsOf(facts)),
    ...openAlerts(facts),
    history: withFigures(history, figures),
  };
}

/** Of a scan to which most was refused nothing is counted: the figures of before stay, with their age; without any, no history begins. */
function summaryAfter(
  before: AuditSummary | null,
  failure: ScanFailure | null,
  summaryWith: (history: readonly AuditFigures[]) => AuditSummary,
): AuditSummary {
  if (failure === null) return summaryWith(before?.history ?? []);
  return before ?? { ...summaryWith([]), score: null, history: [] };
}

/** Which domains are this directory's; what was known of them stays where they were not read. */
function verifiedDomains(facts: Facts): Pick<TenantRecord, 'verifiedDomains'> {
  const domains = factOf(facts, 'domains');
  return domains ? { verifiedDomains: verifiedText(mailDomains(domains)) } : {};
}

/** Which license of Entra ID there is; what was known stays where licenses were not read. */
function entraLicense(facts: Facts): Pick<TenantRecord, 'entraLicense'> {
  const [hasP2, hasP1] = [hasServicePlan(facts, 'AAD_PREMIUM_P2'), hasServicePlan(facts, 'AAD_PREMIUM')];
  if (hasP2) return { entraLicense: 'p2' };
  if (hasP2 === null || hasP1 === null) return {};
  return { entraLicense: hasP1 ? 'p1' : 'none' };
}

/**
 * Writes what a scan found: findings, approvals, the audit, and the tenant's summary. Every record has a derived id or
 * names the scan that wrote it, so that doing it again, wholly or from the middle, changes nothing.
 */
export async function saveResults(
  { tenants, trail, systemConfig, ...stores }: Dependencies,
  saving: Saving,
): Promise<{
  userCount: number | null;
  findingsGenerated: number;
  approvalsCreated: number;
  outcome: ScanOutcome;
}> {
  const { tenant, scan, outcome, facts } = saving;
  const lookedAtSince = lookedAtAfter((await tenants.get(tenant.tenant.id))?.value.verdicts, scan.timestamp);
  const before = new Map((await every(tenant.findings)).map((finding) => [finding.checkId, finding]));
  const open: FindingRecord[] = [];
  const standing: FindingRecord[] = [];
  const findings: FindingRecord[] = [];
  for (const verdict of outcome.verdicts) {
    saving.signal.throwIfAborted();
    const known = before.get(verdict.checkId) ?? null;
    const finding = lookedAtSince.has(verdict.checkId) ? known : await saveFinding(verdict, known, saving);
    if (!finding) continue;
    findings.push(finding);
    await settleOutbox(tenant.findings, finding, trail);
    if (stillStands(verdict, finding)) standing.push(finding);
    if (isOpen(finding)) open.push(finding);
  }
  const rules = await rulesInForce(systemConfig, stores.tenantGroups);
  const required = await requiredOfTenant(stores, tenant.tenant.id, saving.now);
  await askForApprovals(
    tenant,
    { findings, verdicts: outcome.verdicts, rules, required, hasUnreadLicenses: hasUnreadLicenses(facts) },
    { scan, trail, now: saving.now },
  );
  const counts = await countOpenFindings(tenant.findings);
  const users = facts.users;
  const userCount = users?.state === 'ok' ? users.value.total : null;
  const status = statusWith(outcome.status, standing);
  const forecasts = await forecastsOfOpen(saving, open);
  await createOnce(tenant.audits, auditOf(saving, status, { userCount, forecasts, ...counts }));
  const failure = failureOfResult(facts);
  const verdicts = await vectorToKeep(systemConfig, outcome.verdicts, tenant.tenant.verdicts);
  const lastScan = { scanLogId: scan.id, status: 'completed', endedAt: saving.now.toISOString() } as const;
  await update(
    tenants,
    tenant.tenant.id,
    (current): TenantRecord =>
      current.isMock !== tenant.tenant.isMock || (current.audit && current.audit.auditedAt > scan.timestamp)
        ? current
        : {
            ...withLastScan(current, lastScan, failure, tenant.tenant.isMock),
            ...planAfterScan(current, facts, saving.now),
            ...verifiedDomains(facts),
            ...entraLicense(facts),
            ...(failure === null && sampleAfter(current, outcome.verdicts)),
            audit: summaryAfter(current.audit, failure, (history) =>
              auditSummary(saving, status, { open, ...counts }, history),
            ),
            verdicts:
              failure !== null && current.audit
                ? (current.verdicts ?? null)
                : withLaterLooks(verdicts, outcome.verdicts, { before: current.verdicts, scannedAt: scan.timestamp }),
            updatedAt: saving.now.toISOString(),
          },
  );
  return {
    userCount,
    findingsGenerated: counts.openIssues,
    approvalsCreated: await tenant.approvals.count([{ field: 'scanId', op: 'eq', value: scan.id }]),
    outcome: await scanOutcome(tenant, scan, outcome, { findings, criticalIssues: counts.criticalIssues }),
  };
}
