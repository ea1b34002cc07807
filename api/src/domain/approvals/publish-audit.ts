import { every, update } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** The list of reports reads no audits: each report says whether its audit's was released. */
async function tellReports({ reports }: TenantRecords, { id, published }: AuditRecord): Promise<void> {
  if (!published) return;
  const told = { at: published.at, by: published.by };
  for (const report of await every(reports, { where: [{ field: 'auditId', op: 'eq', value: id }] })) {
    await update(reports, report.id, (one) => (one.published ? one : { ...one, published: told }));
  }
}

/**
 * The report of an audit is released to the client: when and by whom stands on the audit that it is made of, and on its reports. Who was
 * first stays. @returns false where the audit is gone
 */
export async function publishAudit(
  place: TenantRecords,
  auditId: string,
  published: NonNullable<AuditRecord['published']>,
): Promise<boolean> {
  const audit = await update(place.audits, auditId, (one) => (one.published ? one : { ...one, published }));
  if (!audit) return false;
  await tellReports(place, audit);
  return true;
}
