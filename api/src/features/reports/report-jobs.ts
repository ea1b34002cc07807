import { changeAndSeal, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { AlignmentStores } from '../../domain/baselines/fleet-alignment.ts';
import { reportMade } from '../../domain/last-report/last-report.ts';
import { acquireLease } from '../../domain/lease/lease.ts';
import { underLease } from '../../domain/lease/under-lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { readPriceList } from '../../domain/price-list/price-list.ts';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { every, replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { ReportFiles } from '../../store/report-files.ts';
import { hasEnded, isForClient, type ReportRecord, type ReportStore } from '../../store/reports.ts';
import { everyTenant } from '../../store/scope.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { EarlierAudit } from './report-comparison.ts';
import { reportModel } from './report-data.ts';
import { makeRoom } from './report-keeping.ts';
import { reportLook } from './report-look.ts';
import { followed } from './report-progress.ts';
import type { ReportQueue } from './report-queue.ts';

export type ReportJobDependencies = AlignmentStores &
  Pick<CommonParts, 'tenants' | 'systemConfig' | 'leases' | 'queue' | 'trail' | 'clock' | 'log'> & {
    reports: ReportStore;
    reportFiles: ReportFiles;
    reportQueue: Pick<ReportQueue, 'renderJob'>;
    archive: SettingsArchive;
    organizationName: string | null;
    redirectUri: string;
  };

type ReportMessage = { tenantId: string; reportId: string };
type Begun = { tenant: TenantRecords; report: ReportRecord };

/** When a worker died, another one may have its report after this long. */
const leaseForMs = 30_000;
const maxAttempts = 3;
/** Whoever makes a report tells of it every few seconds: after this long they are gone. */
const silentAfterMs = 60_000;
const resentAtOnce = 50;

const words = {
  gone: 'The audit that this report was asked of is no longer kept. Generate the report again: it is made of the latest audit.',
  gaveUp: `The report could not be made in ${maxAttempts} attempts. Generate it again. If that fails too, see the log of the function app.`,
};

/** Another worker makes this report now. Nothing more is written. */
class ReportLostError extends Error {}

export const sendReport = (queue: WorkQueue, { id, tenantId }: Pick<ReportRecord, 'id' | 'tenantId'>, delayMs = 0) =>
  queue.send('upkeep', { kind: 'report', tenantId, reportId: id }, delayMs);

/** Begins or resumes the report. @returns null where there is nothing to do, or no longer */
async function begin(parts: ReportJobDependencies, { tenantId, reportId }: ReportMessage): Promise<Begun | null> {
  const tenant = await parts.tenants.open(everyTenant, tenantId);
  const heardAt = parts.clock.now().toISOString();
  const report =
    tenant &&
    (await update(
      tenant.reports,
      reportId,
      (current): ReportRecord =>
        hasEnded(current) ? current : { ...current, status: 'running', attempts: current.attempts + 1, heardAt },
    ));
  if (!tenant || !report) return null;
  await settleOutbox(tenant.reports, report, parts.trail);
  return hasEnded(report) ? null : { tenant, report };
}

async function fail(parts: ReportJobDependencies, { tenant, report }: Begun, error: string): Promise<void> {
  await update(
    tenant.reports,
    report.id,
    (current): ReportRecord =>
      hasEnded(current) ? current : { ...current, status: 'failed', step: '', error, heardAt: '' },
  );
  await parts.reportFiles.delete(report.id);
}

/** What it is compared with, unless that audit was deleted since. */
async function earlierOf({ tenant, report: { comparedWith } }: Begun): Promise<EarlierAudit | null> {
  const stored = comparedWith && (await tenant.audits.get(comparedWith.auditId));
  return stored ? { audit: stored.value, basis: comparedWith.basis, since: comparedWith.since } : null;
}

async function modelOf(parts: ReportJobDependencies, begun: Begun, audit: AuditRecord) {
  const { tenant, report } = begun;
  const now = parts.clock.now();
  const [earlier, trouble, priceList, look] = await Promise.all([
    earlierOf(begun),
    troubleOfTenant(tenant, now),
    readPriceList(parts.systemConfig),
    reportLook(parts.systemConfig, tenant.tenant, parts.organizationName),
  ]);
  const { redirectUri, archive } = parts;
  const order = { form: report.form, look, now, trouble, priceList, redirectUri, archive, alignment: parts };
  return reportModel(tenant, audit, earlier, order);
}

/** Where an audit was released before any report of it was made, the first one is what the client was meant to have. */
async function isFirstForClient({ reports }: TenantRecords, auditId: string): Promise<boolean> {
  const known = await every(reports, { where: [{ field: 'auditId', op: 'eq', value: auditId }] });
  return !known.some(isForClient);
}

/** Notes that the report is there; the record is gone where its tenant is, or has other results by now. */
async function finish(
  parts: ReportJobDependencies,
  { tenant, report }: Begun,
  audit: AuditRecord,
  bytes: Uint8Array,
): Promise<void> {
  const { madeBy: user, scanLogId, form } = report;
  const { id: tenantId, name: target } = tenant.tenant;
  await parts.reportFiles.write(report.id, bytes);
  const now = parts.clock.now();
  const createdAt = now.toISOString();
  await update(parts.tenants, tenantId, (one) => reportMade(one, audit, { madeAt: createdAt, madeBy: user }));
  // Published meanwhile: whoever publishes tells the reports that are there (domain/approvals).
  const published = (await tenant.audits.get(audit.id))?.value.published ?? null;
  const isReleased = published !== null && (await isFirstForClient(tenant, audit.id));
  const details = { reportId: report.id, form, scanLogId, comparedWith: report.comparedWith?.auditId ?? null };
  const ready = await changeAndSeal(parts.trail, tenant.reports, report.id, (current): ReportRecord => {
    if (hasEnded(current)) return current;
    const done: ReportRecord = {
      ...current,
      ...{ status: 'ready', progress: 100, step: '', sizeBytes: bytes.length, createdAt, isKept: true, heardAt: '' },
      published: current.published ?? (published && { at: published.at, by: published.by }),
      isReleased: current.isReleased || isReleased,
    };
    return withEntry(done, { eventType: 'report_generated', user, target, tenantId, details }, now);
  });
  if (!ready) return parts.reportFiles.delete(report.id);
  await makeRoom(tenant, parts);
}

async function make(parts: ReportJobDependencies, begun: Begun, signal: AbortSignal): Promise<void> {
  const { tenant, report } = begun;
  const audit = (await tenant.audits.get(report.auditId))?.value;
  if (!audit) return fail(parts, begun, words.gone);
  const progress = followed(tenant.reports, report.id, parts);
  try {
    await progress.tell({ progress: 5, step: 'Reading findings' });
    const model = await modelOf(parts, begun, audit);
    await progress.tell({ progress: 20, step: 'Laying out the report' });
    const bytes = await parts.reportQueue.renderJob(model);
    await progress.tell({ progress: 95, step: 'Keeping the file' });
    signal.throwIfAborted();
    await progress.stop();
    await finish(parts, begun, audit, bytes);
  } finally {
    await progress.stop();
  }
}

async function afterError(parts: ReportJobDependencies, { tenant, report }: Begun, error: unknown): Promise<void> {
  const { id: reportId, tenantId, attempts } = report;
  parts.log('The report broke off', { tenantId, reportId, attempt: attempts, error });
  if (attempts >= maxAttempts) return fail(parts, { tenant, report }, words.gaveUp);
  await sendReport(parts.queue, report, 1000 * 2 ** attempts);
}

async function work(parts: ReportJobDependencies, message: ReportMessage): Promise<void> {
  const lease = await acquireLease(parts.leases, `report-${message.reportId}`, {
    clock: parts.clock,
    forMs: leaseForMs,
  });
  // Another worker is at it; where it has died, the sweep sends the message again.
  if (!lease) return;
  try {
    const begun = await begin(parts, message);
    if (!begun) return;
    if (begun.report.attempts > maxAttempts) return await fail(parts, begun, words.gaveUp);
    const renewal = {
      everyMs: leaseForMs / 4,
      lost: () => new ReportLostError(),
      notRenewed: (error: unknown) => parts.log('The lease of a report was not renewed', { error }),
    };
    try {
      await underLease(lease, renewal, (signal) => make(parts, begun, signal));
    } catch (error) {
      if (!(error instanceof ReportLostError)) await afterError(parts, begun, error);
    }
  } finally {
    await lease.release();
  }
}

/** Takes up reports of which nothing is heard, claimed by their etag. Called each minute. @returns how many */
async function requeue(parts: ReportJobDependencies): Promise<number> {
  const now = parts.clock.now();
  let sent = 0;
  const silentSince = new Date(now.getTime() - silentAfterMs);
  for (const { id, tenantId } of await parts.reports.unheardSince(everyTenant, silentSince, resentAtOnce)) {
    const tenant = await parts.tenants.open(everyTenant, tenantId);
    const stored = await tenant?.reports.get(id);
    if (!tenant || !stored || hasEnded(stored.value)) continue;
    const claimed = { ...stored.value, heardAt: now.toISOString() };
    if (!(await replaceIfUnchanged(tenant.reports, claimed, stored.etag))) continue;
    await sendReport(parts.queue, claimed);
    sent += 1;
  }
  return sent;
}

/** Makes the reports that were asked for. Delivered twice, late or after a crash, a message makes one report. */
export function createReportJobs(parts: ReportJobDependencies) {
  return {
    work: (message: ReportMessage) => work(parts, message),
    requeue: () => requeue(parts),
  };
}
