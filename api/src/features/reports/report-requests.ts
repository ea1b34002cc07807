import { createHash } from 'node:crypto';
import type { Parsed } from '@tenantry/contract/endpoint';
import { type generateReport, type ReportForm, reportFormLabels } from '@tenantry/contract/generated-reports';
import { scoreToTell } from '../../audit/findings/score.ts';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { endedWithin } from '../../domain/deadline/ended-within.ts';
import { acquireLease, type Lease } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { Caller } from '../../http/caller.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { ReportFiles } from '../../store/report-files.ts';
import { hasEnded, type ReportRecord, type ReportStore } from '../../store/reports.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { auditToReport, earlierAudit } from './earlier-audits.ts';
import type { EarlierAudit } from './report-comparison.ts';
import { sendReport } from './report-jobs.ts';
import { refuseTooMany, tooManyOfUser } from './report-queue.ts';

export type ReportRequestDependencies = Pick<CommonParts, 'leases' | 'queue' | 'trail' | 'clock'> & {
  reports: ReportStore;
  reportFiles: ReportFiles;
  /** How long a request waits for its report before it answers that it goes on. */
  answerAfterMs: number;
};

type Wanted = Pick<Parsed<(typeof generateReport)['body']>, 'form' | 'compareWith'>;

/** What is asked for again within this long is the same request: somebody clicked twice. */
const sameRequestMs = 5_000;
/** One request of a user is written at a time, so that none slips past the others. */
const turnMs = 10_000;
const turnPollMs = 50;
const turnWaitMs = 5_000;

const keyOf = (userId: string, audit: AuditRecord, { form, compareWith = 'last-report' }: Wanted): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, audit.id, form, compareWith]))
    .digest('hex')
    .slice(0, 32);

/** `Report_{tenant}_{kind}_{date}.pdf`; the day in the time zone of UTC, as in the list of the files. */
const reportFileName = ({ name }: Pick<TenantRecord, 'name'>, form: ReportForm, at: string): string =>
  `Report_${name}_${reportFormLabels[form].replaceAll(' ', '-')}_${at.slice(0, 10)}.pdf`;

type Asking = {
  tenant: TenantRecord;
  user: { id: string; username: string };
  audit: AuditRecord;
  earlier: EarlierAudit | null;
};

/** A report as it is asked for, with its entry in the trail. */
export function askedReport(
  { tenant, user, audit, earlier }: Asking,
  wanted: { id: string; requestKey: string; form: ReportForm },
  now: Date,
): ReportRecord {
  const at = now.toISOString();
  const { id, requestKey, form } = wanted;
  const record: ReportRecord = {
    ...{ id, tenantId: tenant.id, requestKey, form },
    ...{ status: 'queued', progress: 0, step: 'Waiting for its turn', error: null },
    ...{ fileName: reportFileName(tenant, form, at), sizeBytes: null, requestedAt: at, createdAt: null },
    ...{ madeBy: user.username, madeById: user.id },
    ...{ auditId: audit.id, scanLogId: audit.scanLogId, auditedAt: audit.createdAt },
    score: scoreToTell(audit.overallScore, audit.data.coverage),
    isSimulated: audit.data.isSimulated,
    comparedWith: earlier && { auditId: earlier.audit.id, basis: earlier.basis, since: earlier.since },
    published: audit.published && { at: audit.published.at, by: audit.published.by },
    isReleased: false,
    ...{ isKept: false, attempts: 0, heardAt: at },
    ...emptyOutbox,
  };
  const details = { reportId: id, form, scanLogId: audit.scanLogId };
  const entry = { user: user.username, target: tenant.name, tenantId: tenant.id, details };
  return withEntry(record, { eventType: 'report_requested', ...entry }, now);
}

/** Asking for reports: each becomes a record and a message, and a worker makes it (report-jobs.ts). */
export function createReportRequests(dependencies: ReportRequestDependencies) {
  const { reports: store, reportFiles, leases, queue, trail, clock, answerAfterMs } = dependencies;

  async function turnOf(userId: string): Promise<Lease> {
    const deadline = clock.now().getTime() + turnWaitMs;
    for (;;) {
      const lease = await acquireLease(leases, `report-request-${userId}`, { clock, forMs: turnMs });
      if (lease) return lease;
      if (clock.now().getTime() >= deadline) throw tooManyOfUser();
      await new Promise((resolve) => setTimeout(resolve, turnPollMs));
    }
  }

  /** The report of the same request that is being made, or was made a moment ago. */
  async function sameOf({ reports }: TenantRecords, requestKey: string): Promise<ReportRecord | null> {
    const { items } = await reports.query({
      where: [{ field: 'requestKey', op: 'eq', value: requestKey }],
      orderBy: { field: 'requestedAt', direction: 'desc' },
      limit: 1,
    });
    const [last] = items;
    if (!last || last.status === 'failed') return null;
    const isRecent = clock.now().getTime() - Date.parse(last.requestedAt) < sameRequestMs;
    return !hasEnded(last) || isRecent ? last : null;
  }

  async function begin(tenant: TenantRecords, caller: Caller, wanted: Wanted): Promise<ReportRecord> {
    const audit = await auditToReport(tenant);
    const earlier = await earlierAudit(tenant, audit, wanted.compareWith, clock.now());
    const turn = await turnOf(caller.userId);
    try {
      const same = await sameOf(tenant, keyOf(caller.userId, audit, wanted));
      if (same) return same;
      const [own, all] = await Promise.all([store.underWay(everyTenant, caller.userId), store.underWay(everyTenant)]);
      refuseTooMany({ own, all });
      const now = clock.now();
      const id = reportFiles.newId(tenant.tenant.id, now.toISOString());
      const requestKey = keyOf(caller.userId, audit, wanted);
      const asking = { tenant: tenant.tenant, user: caller.user, audit, earlier };
      const asked = askedReport(asking, { id, requestKey, form: wanted.form }, now);
      const { value, etag } = await tenant.reports.create(asked);
      await sendReport(queue, value);
      await settleOutbox(tenant.reports, value, trail, etag);
      return value;
    } finally {
      await turn.release();
    }
  }

  return {
    /**
     * Asks for the report of the latest audit, or joins the one that the same request has just asked for, and waits a little for it.
     * @throws AppError NO_SCAN_YET; INVALID_INPUT, NOT_FOUND for what it is to be compared with; TOO_MANY_ATTEMPTS, UNAVAILABLE
     */
    async request(tenant: TenantRecords, caller: Caller, wanted: Wanted): Promise<ReportRecord> {
      const report = await begin(tenant, caller, wanted);
      return endedWithin(report, {
        clock,
        ms: answerAfterMs,
        read: async () => (await tenant.reports.get(report.id))?.value ?? null,
        hasEnded,
      });
    },
  };
}
