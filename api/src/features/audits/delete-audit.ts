import { scoreToTell } from '../../audit/findings/score.ts';
import { withFigures } from '../../domain/audit-results/figure-history.ts';
import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import { forgetChangesOf } from '../../domain/changes/forget-changes.ts';
import { countOpenFindings, type FindingCounts } from '../../domain/finding/counted-findings.ts';
import { topIncident } from '../../domain/incidents/top-incident.ts';
import { vectorToKeep } from '../../domain/latest-verdicts/latest-verdicts.ts';
import { noSample } from '../../domain/microsoft-answers/keep-sample.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { hasEnded } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { AuditFigures, AuditSummary, TenantRecord } from '../../store/tenants.ts';
import { isBeingDeleted } from './managed-audits.ts';

export type DeleteDependencies = Pick<CommonParts, 'tenants' | 'clock'> & {
  systemConfig: Pick<SystemConfigStore, 'checkLists'>;
  archive: Pick<SettingsArchive, 'delete'>;
  trail: Pick<Trail, 'recordOutbox'>;
};

const tenantsAtOnce = 20;
const notFound = () => new AppError('NOT_FOUND', 'There is no such audit.');

const unknownAlerts = {
  openAlerts: null,
  openAlertsUnknownBecause: 'Alerts of this audit were not kept.',
} as const;

/** The audit before one; null where there is none. */
async function auditBefore({ tenant, audits }: TenantRecords, { createdAt }: AuditRecord): Promise<AuditRecord | null> {
  const { items } = await audits.query({
    where: [{ field: 'createdAt', op: 'lt', value: createdAt }],
    orderBy: { field: 'createdAt', direction: 'desc' },
    limit: 1 + (tenant.auditsToDelete?.length ?? 0),
  });
  return items.find(({ id }) => !isBeingDeleted(tenant, id)) ?? null;
}

/**
 * The tenant's figures as those of an earlier audit. Findings stay as the last scan left them: how many are open, and which is
 * the most pressing, is told as it is now.
 */
function figuresOf(
  audit: AuditRecord,
  latest: AuditSummary,
  counts: FindingCounts,
  kept: AuditFigures[],
): AuditSummary {
  const { scanLogId, createdAt: at, overallScore, overallStatus, data, figures } = audit;
  const { coverage } = data;
  const score = scoreToTell(overallScore, coverage);
  const known = kept.find((one) => one.at === at);
  const own = { at, score, openIssues: figures?.openIssues ?? counts.openIssues, evaluated: coverage.evaluated };
  const alerts = figures
    ? { openAlerts: figures.openAlerts, openAlertsUnknownBecause: figures.openAlertsUnknownBecause }
    : unknownAlerts;
  return {
    scanLogId,
    auditedAt: at,
    score,
    status: overallStatus,
    coverage,
    ...counts,
    topFinding: latest.topFinding,
    topIncident: data.incidents ? topIncident(data.incidents) : null,
    ...alerts,
    history: known ? kept : withFigures(kept, own),
  };
}

/** What the tenant tells once the audit is not there any more. */
function summaryWithout(
  latest: AuditSummary | null,
  deleted: AuditRecord,
  before: AuditRecord | null,
  counts: FindingCounts,
): AuditSummary | null {
  if (latest === null) return null;
  const kept = latest.history.filter(({ at }) => at !== deleted.createdAt);
  if (latest.scanLogId !== deleted.scanLogId) return { ...latest, history: kept };
  return before && figuresOf(before, latest, counts, kept);
}

/** What it says of each check then: as the audit before found it, if the deleted one was the latest. */
async function verdictsWithout(
  { systemConfig }: Pick<DeleteDependencies, 'systemConfig'>,
  { audit, verdicts = null }: TenantRecord,
  deleted: AuditRecord,
  before: AuditRecord | null,
): Promise<TenantRecord['verdicts']> {
  if (audit?.scanLogId !== deleted.scanLogId) return verdicts;
  return before && vectorToKeep(systemConfig, before.data.verdicts, verdicts);
}

const told = (audit: AuditSummary | null) =>
  audit && {
    auditedAt: audit.auditedAt,
    score: audit.score,
    status: audit.status,
    criticalIssues: audit.criticalIssues,
  };

/** Takes the audit out of what the tenant tells, and notes what is left to delete: one step, with its entry in the trail. */
async function begin(
  dependencies: DeleteDependencies,
  tenantId: string,
  audit: AuditRecord,
  caller: Caller,
): Promise<TenantRecord> {
  const { tenants, trail, clock } = dependencies;
  for (;;) {
    const stored = await tenants.get(tenantId);
    if (!stored || isBeingDeleted(stored.value, audit.id)) throw notFound();
    const tenant = stored.value;
    const records = tenants.recordsOf(tenant);
    const [before, counts] = await Promise.all([auditBefore(records, audit), countOpenFindings(records.findings)]);
    // Whoever deleted it meanwhile has deleted its record, too.
    if (!(await records.audits.get(audit.id))) throw notFound();
    const at = clock.now();
    const { id: auditId, scanLogId, createdAt: auditedAt } = audit;
    const latest = summaryWithout(tenant.audit, audit, before, counts);
    const changed = whatChanged({ latestAudit: told(tenant.audit) }, { latestAudit: told(latest) }, ['latestAudit']);
    const entry = { eventType: 'audit_deleted', user: caller.user.username, target: tenant.name, tenantId } as const;
    const without: TenantRecord = {
      ...tenant,
      audit: latest,
      verdicts: await verdictsWithout(dependencies, tenant, audit, before),
      // It was held against the verdicts of the audit that goes.
      ...(tenant.audit?.scanLogId === scanLogId && noSample),
      lastReports: tenant.lastReports.filter((one) => one.scanLogId !== scanLogId),
      auditsToDelete: [...(tenant.auditsToDelete ?? []), { auditId, scanLogId, auditedAt }],
      hasAuditsToDelete: true,
      updatedAt: at.toISOString(),
    };
    const record = withEntry(
      without,
      { ...entry, details: { auditId, auditedAt, score: audit.overallScore, ...changed } },
      at,
    );
    const replaced = await replaceIfUnchanged(tenants, record, stored.etag);
    if (!replaced) continue;
    await settleOutbox(tenants, record, trail, replaced.etag);
    return record;
  }
}

/** Deletes what the tenant notes: settings first, so that nothing compares with a scan whose audit is gone. */
async function finish({ tenants, archive }: DeleteDependencies, tenantId: string): Promise<void> {
  const tenant = await tenants.open(everyTenant, tenantId);
  if (!tenant) return;
  for (const { auditId, scanLogId, auditedAt } of tenant.tenant.auditsToDelete ?? []) {
    await update(tenant.scans, scanLogId, (scan) => ({ ...scan, auditDeleted: true }));
    await archive.delete({ tenantId, id: scanLogId, timestamp: auditedAt });
    await forgetChangesOf(tenants, tenant, scanLogId);
    await tenant.audits.delete(auditId);
    await update(tenants, tenantId, (current) => {
      const auditsToDelete = (current.auditsToDelete ?? []).filter((one) => one.auditId !== auditId);
      return { ...current, auditsToDelete, hasAuditsToDelete: auditsToDelete.length > 0 };
    });
  }
}

/**
 * The deletion of audits. The tenant's figures, its history, the comparison with its last report and its drift are those of the
 * audit before from then on; where there is none, it was never audited. Findings stay as the last scan left them.
 */
export function createAuditDeletion(dependencies: DeleteDependencies) {
  return {
    /**
     * @returns when the tenant's latest audit was made now
     * @throws AppError NOT_FOUND, CONFLICT while its scan is still writing it
     */
    async delete(tenant: TenantRecords, auditId: string, caller: Caller): Promise<string | null> {
      const audit = (await tenant.audits.get(auditId))?.value;
      if (!audit) throw notFound();
      const scan = (await tenant.scans.get(audit.scanLogId))?.value;
      if (scan && !hasEnded(scan)) {
        throw new AppError('CONFLICT', 'The scan is still writing this audit. Try again in a moment.');
      }
      const record = await begin(dependencies, tenant.tenant.id, audit, caller);
      await finish(dependencies, tenant.tenant.id);
      return record.audit?.auditedAt ?? null;
    },

    /** Goes on where a process died in between. */
    async finishWaiting(): Promise<void> {
      for (const { id } of await dependencies.tenants.deletingAudits(everyTenant, tenantsAtOnce)) {
        await finish(dependencies, id);
      }
    },
  };
}

export type AuditDeletion = ReturnType<typeof createAuditDeletion>;
