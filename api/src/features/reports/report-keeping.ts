import { settleOutbox } from '../../domain/audit-trail/outbox.ts';
import { update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { ReportFiles } from '../../store/report-files.ts';
import { hasEnded } from '../../store/reports.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** As many reports of a tenant are told; of fewer the file is kept (store/report-files.ts). */
export const reportsTold = 200;
const deletedAtOnce = 50;

/** Makes room after a report: the oldest files go, and of the list what is older still. Where it is cut off, the next goes on. */
export async function makeRoom(
  { tenant, reports }: TenantRecords,
  { reportFiles, trail }: { reportFiles: ReportFiles; trail: Trail },
): Promise<void> {
  for (const reportId of await reportFiles.beyondRoom(tenant.id)) {
    // The record first, so that none promises a file that is gone. Files of before there were records have none.
    await update(reports, reportId, (current) => (current.isKept ? { ...current, isKept: false } : current));
    await reportFiles.delete(reportId);
  }
  const excess = (await reports.count()) - reportsTold;
  if (excess <= 0) return;
  const orderBy = { field: 'requestedAt', direction: 'asc' } as const;
  const { items } = await reports.query({ orderBy, limit: Math.min(excess, deletedAtOnce) });
  for (const report of items.filter(hasEnded)) {
    await settleOutbox(reports, report, trail);
    await reports.delete(report.id);
    await reportFiles.delete(report.id);
  }
}
