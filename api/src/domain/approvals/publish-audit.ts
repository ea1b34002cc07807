import { every, update } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { isForClient, type ReportRecord } from '../../store/reports.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** The list of reports reads no audits: each report says whether its audit's was released. */
async function tellReports(
  { reports }: TenantRecords,
  { id, published }: AuditRecord,
  reportId: string | undefined,
): Promise<void> {
  if (!published) return;
  const told = { at: published.at, by: published.by };
  for (const report of await every(reports, { where: [{ field: 'auditId', op: 'eq', value: id }] })) {
    await update(reports, report.id, (one): ReportRecord => {
      const isMeant = reportId === undefined ? one.status === 'ready' && !one.published : one.id === reportId;
      const isReleased = isMeant || (one.isReleased ?? isForClient(one));
      return { ...one, published: one.published ?? told, isReleased };
    });
  }
}

/**
 * The report of an audit is released to the client: when and by whom stands on the audit that it is made of, and on its reports. Who was
 * first stays. Of several reports those are the client's that are ready now, or the one that was sent to them; what is made later is not.
 * @param reportId the one that was sent to the client
 * @returns false where the audit is gone
 */
export async function publishAudit(
  place: TenantRecords,
  auditId: string,
  published: NonNullable<AuditRecord['published']>,
  reportId?: string,
): Promise<boolean> {
  const audit = await update(place.audits, auditId, (one) => (one.published ? one : { ...one, published }));
  if (!audit) return false;
  await tellReports(place, audit, reportId);
  return true;
}
