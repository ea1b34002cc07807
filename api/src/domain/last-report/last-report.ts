import type { AuditRecord } from '../../store/audits.ts';
import type { ReportMade, TenantRecord } from '../../store/tenants.ts';

/** Two: that of the scan a report is just made of, which may be made again, and the one that it is compared with. */
const maxKept = 2;

/**
 * The tenant with this report as one of its last. A report that is made again of the same scan takes the place of the former,
 * so that it is still compared with that of an earlier scan. One of results of the other mode is not kept.
 */
export function reportMade(
  tenant: TenantRecord,
  { scanLogId, createdAt: scannedAt, data }: Pick<AuditRecord, 'scanLogId' | 'createdAt' | 'data'>,
  made: Pick<ReportMade, 'madeAt' | 'madeBy'>,
): TenantRecord {
  if (tenant.isMock !== data.isSimulated) return tenant;
  const others = tenant.lastReports.filter((one) => one.scanLogId !== scanLogId);
  const lastReports = [{ scanLogId, scannedAt, ...made }, ...others]
    .toSorted((a, b) => b.scannedAt.localeCompare(a.scannedAt))
    .slice(0, maxKept);
  return { ...tenant, lastReports };
}

/** The last report that was made of a scan before this one; null where none is known. What both report and Changes compare with. */
export function lastReportBefore(
  { lastReports }: Pick<TenantRecord, 'lastReports'>,
  scannedAt: string,
): ReportMade | null {
  return lastReports.find((one) => one.scannedAt < scannedAt) ?? null;
}
