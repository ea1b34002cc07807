import type { Exemptions } from '../../audit/checks/shared/check.ts';
import type { Facts } from '../../audit/facts/facts.ts';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import { scoreToTell } from '../../audit/findings/score.ts';
import { lookedAtAfter } from '../../audit/findings/verdict-vector.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { BaselineStores } from '../../domain/baselines/baselines.ts';
import { withLastScan } from '../../domain/last-scan/last-scan.ts';
import { keepMailDomains } from '../../domain/mail-domains/keep-mail-domains.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { planAfterFailure } from '../../domain/scan-plan/scan-plan.ts';
import { holdTasks } from '../../domain/tasks/hold-tasks.ts';
import { compareDrafts } from '../../domain/what-if/compare-drafts.ts';
import { factsOfPolicies } from '../../domain/what-if/policy-checks.ts';
import { type Changeable, update } from '../../ports/collection.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import type { AuditedFactsStore } from '../../store/audited-facts.ts';
import type { ScannedFactsStore } from '../../store/scanned-facts.ts';
import { hasEnded, type ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { forgetOldScans } from './forget-old-scans.ts';
import { noteScanChanges } from './scan-changes.ts';
import { failureOfResult, failureOfScan } from './scan-failure.ts';
import { saveResults } from './scan-results.ts';

export type EndDependencies = Pick<CommonParts, 'microsoft365' | 'trail' | 'activityLog' | 'clock'> &
  BaselineStores & {
    tenants: Changeable<TenantRecord>;
    systemConfig: Pick<SystemConfigStore, 'approvalRules' | 'checkLists'>;
    archive: SettingsArchive;
    auditedFacts: AuditedFactsStore;
    scannedFacts: ScannedFactsStore;
    changeWatch: {
      /** From a completed scan on, what changes is noticed before the next. */
      begin(tenant: { id: string; isMock: boolean }, scannedAt: string): Promise<void>;
    };
    tenantGrouping: {
      /** Groups by license or domain follow what the scan saw. */
      follow(tenantId: string): Promise<void>;
    };
    ticketing: {
      /** Tickets follow the tasks that the scan was held against. It never fails. */
      follow(tenant: TenantRecords): Promise<void>;
    };
    connections: {
      /** A scan read this tenant's Microsoft 365. */
      noteReached(tenantId: string): Promise<void>;
    };
  };

/** The worker lost its scan: cancelled, or taken over after its lease ran out. Nothing more is written. */
export class ScanLostError extends Error {}

/** Ends the scan, once, with its entry in the trail. */
async function end(
  { trail, clock }: Pick<EndDependencies, 'trail' | 'clock'>,
  { tenant, scans }: TenantRecords,
  scanLogId: string,
  change: Partial<ScanRecord>,
  trailed: Pick<TrailEntry, 'eventType' | 'details'>,
): Promise<ScanRecord | null> {
  const at = clock.now();
  const entry = { user: 'system', target: tenant.name, tenantId: tenant.id, ...trailed };
  const ended = await changeAndSeal(trail, scans, scanLogId, (scan): ScanRecord => {
    if (hasEnded(scan)) return scan;
    const durationMs = at.getTime() - Date.parse(scan.timestamp);
    return withEntry({ ...scan, ...change, completedAt: at.toISOString(), durationMs }, entry, at);
  });
  return ended;
}

/** The tenant changed between live and simulated after the scan was asked for: no result of it is written. */
export async function endForChangedMode(
  dependencies: Pick<EndDependencies, 'trail' | 'clock'>,
  tenant: TenantRecords,
  scanLogId: string,
): Promise<void> {
  const errorMessage = 'Canceled: the tenant changed between simulated and live';
  const entry = { eventType: 'scan_cancelled', details: { scanLogId } } as const;
  await end(dependencies, tenant, scanLogId, { status: 'cancelled', errorMessage }, entry);
}

/** A scan that failed stands on its tenant, and the next one is planned: once, also where the worker died before it had. */
export async function noteFailed(
  { tenants, clock }: Pick<EndDependencies, 'tenants' | 'clock'>,
  { tenant: { id, isMock } }: TenantRecords,
  scan: ScanRecord,
): Promise<void> {
  const { id: scanLogId, status, completedAt } = scan;
  if (status !== 'failed' || completedAt === null) return;
  await update(tenants, id, (stored) =>
    stored.lastScan !== null && stored.lastScan.endedAt >= completedAt
      ? stored
      : withLastScan(
          planAfterFailure(stored, clock.now()),
          { scanLogId, status, endedAt: completedAt },
          failureOfScan(scan),
          isMock,
        ),
  );
}

/** The scan gave nothing; the tenant's next one is planned. */
export async function failScan(
  dependencies: EndDependencies,
  tenant: TenantRecords,
  scanLogId: string,
  errorMessage: string,
): Promise<void> {
  const entry = { eventType: 'scan_failed', details: { scanLogId, errorMessage } } as const;
  const ended = await end(dependencies, tenant, scanLogId, { status: 'failed', errorMessage }, entry);
  if (ended) await noteFailed(dependencies, tenant, ended);
  const { name, id: tenantId } = tenant.tenant;
  await dependencies.activityLog.add({
    type: 'warning',
    message: `Scan of ${name} failed: ${errorMessage}`,
    tenantId,
    target: name,
    user: 'system',
    ...entry,
  });
}

/** What the scan read: what drafts of policies are judged over, and the whole, of which evidence packs are made. */
async function keepFacts(
  { auditedFacts, scannedFacts }: EndDependencies,
  { id: scanLogId, tenantId, timestamp: scannedAt }: ScanRecord,
  { facts, exemptions, isSimulated }: { facts: Facts; exemptions: Exemptions; isSimulated: boolean },
): Promise<void> {
  const kept = { scanLogId, scannedAt, isSimulated };
  await auditedFacts.keep(tenantId, { ...kept, facts: factsOfPolicies(facts) });
  await scannedFacts.keep(tenantId, { ...kept, facts, exemptions });
}

/**
 * Writes what the scan found and ends it.
 * @throws ScanLostError where it was cancelled before anything was written; the signal's reason where another worker has it
 */
export async function completeScan(
  dependencies: EndDependencies,
  tenant: TenantRecords,
  scan: ScanRecord,
  {
    outcome,
    facts,
    exemptions,
    graphCalls,
  }: { outcome: AuditOutcome; facts: Facts; exemptions: Exemptions; graphCalls: number },
  signal: AbortSignal,
): Promise<void> {
  const { archive, microsoft365, activityLog, clock } = dependencies;
  // From here on the scan can no longer be cancelled: all of it is written, or the worker that resumes it writes the rest.
  const saving = await update(
    tenant.scans,
    scan.id,
    (stored): ScanRecord =>
      hasEnded(stored) ? stored : { ...stored, savingSince: stored.savingSince ?? clock.now().toISOString() },
  );
  if (!saving || hasEnded(saving)) throw new ScanLostError();
  const { name, id: tenantId, m365TenantId: entraTenantId, isMock: isSimulated } = tenant.tenant;
  const clientId = await microsoft365.clientId({ entraTenantId, isSimulated });
  const saved = await saveResults(dependencies, {
    ...{ tenant, scan, outcome, facts, exemptions, clientId, signal },
    now: clock.now(),
  });
  if (!isSimulated && failureOfResult(facts) === null) await dependencies.connections.noteReached(tenantId);
  const lookedAtSince = lookedAtAfter((await dependencies.tenants.get(tenantId))?.value.verdicts, scan.timestamp);
  await holdTasks(dependencies, tenant, scan, { verdicts: outcome.verdicts, facts, lookedAtSince }, signal);
  const tasksHeldAt = clock.now().toISOString();
  await update(dependencies.tenants, tenantId, (stored) =>
    stored.isMock === isSimulated ? { ...stored, tasksHeldAt } : stored,
  );
  await dependencies.ticketing.follow(tenant);
  await archive.keep(scan, facts);
  await keepFacts(dependencies, scan, { facts, exemptions, isSimulated });
  await noteScanChanges(dependencies, tenant, scan, { outcome, facts, now: clock.now() });
  await compareDrafts(dependencies, tenant, scan, facts);
  await dependencies.tenantGrouping.follow(tenantId);
  await keepMailDomains(tenant, scan, facts);
  await dependencies.changeWatch.begin(tenant.tenant, scan.timestamp);
  await archive.clean(scan.tenantId, clock.now());
  await forgetOldScans(tenant, clock.now());
  const { coverage } = outcome;
  const score = scoreToTell(outcome.score, coverage);
  const { findingsGenerated, ...others } = saved;
  const figures = { ...others, findingsGenerated, score, coverage };
  const change = { ...figures, status: 'completed', graphCalls: saving.graphCalls + graphCalls } as const;
  const details = { scanLogId: scan.id, score, findings: findingsGenerated };
  await end(dependencies, tenant, scan.id, change, { eventType: 'scan_completed', details });
  const scored = score === null ? 'no score' : `score ${score}/100`;
  const checks = `${coverage.evaluated} of ${coverage.applicable} checks`;
  await activityLog.add({
    type: 'api',
    message: `Scan of ${name} completed: ${scored}, ${checks}, ${findingsGenerated} findings`,
    tenantId,
    eventType: 'scan_completed',
    target: name,
    user: 'system',
    details,
  });
}
