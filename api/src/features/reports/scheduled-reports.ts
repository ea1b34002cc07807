import { settleOutbox } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { createOnce } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { ReportFiles } from '../../store/report-files.ts';
import type { ReportRecord } from '../../store/reports.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { earlierAudit } from './earlier-audits.ts';
import type { createReportJobs } from './report-jobs.ts';
import { askedReport } from './report-requests.ts';

type Parts = Pick<CommonParts, 'trail' | 'clock'> & {
  reportFiles: ReportFiles;
  reportJobs: Pick<ReturnType<typeof createReportJobs>, 'work'>;
};

type Wanted = { id: string; audit: AuditRecord; form: ReportRecord['form']; by: { id: string; username: string } };

/** Asks for a report under an id that whoever asks has kept already, so that it is one however often it is asked for. */
async function ask({ trail, clock }: Parts, tenant: TenantRecords, { id, audit, form, by }: Wanted): Promise<void> {
  if (await tenant.reports.get(id)) return;
  const earlier = await earlierAudit(tenant, audit, undefined, clock.now());
  const asked = askedReport(
    { tenant: tenant.tenant, user: by, audit, earlier },
    { id, requestKey: id, form },
    clock.now(),
  );
  const created = await createOnce(tenant.reports, asked);
  if (created) await settleOutbox(tenant.reports, created.value, trail, created.etag);
}

/** What schedules ask of reports. They wait for their turn with the schedule, so that nobody who waits for a report waits for them. */
export function createScheduledReports(parts: Parts) {
  return {
    newId: parts.reportFiles.newId,
    ask: (tenant: TenantRecords, wanted: Wanted) => ask(parts, tenant, wanted),
    make: (message: { tenantId: string; reportId: string }) => parts.reportJobs.work(message),
    file: (reportId: string) => parts.reportFiles.read(reportId),
  };
}
