import type { ComparedScan, listCompletedScans } from '@tenantry/contract/drift';
import type { Parsed } from '@tenantry/contract/endpoint';
import { AppError } from '../../http/app-error.ts';
import { type Condition, pageWithTotal, type Query } from '../../ports/collection.ts';
import { isCompleted, type ScanRecord } from '../../store/scans.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

export const newestFirst = { field: 'timestamp', direction: 'desc' } as const satisfies Query['orderBy'];

/** A scan as one end of a comparison. */
export const scanView = ({ id, timestamp, score, coverage }: ScanRecord): ComparedScan => ({
  scanLogId: id,
  at: timestamp,
  score,
  coverage,
});

/** A page of the tenant's completed scans, newest first. */
export async function completedScans(
  { scans }: TenantRecords,
  { limit, cursor, before }: Parsed<typeof listCompletedScans.query>,
): Promise<Parsed<typeof listCompletedScans.response>> {
  const until: Condition[] = before === undefined ? [] : [{ field: 'timestamp', op: 'lt', value: before }];
  const page = await pageWithTotal(scans, { where: [...isCompleted, ...until], orderBy: newestFirst, limit, cursor });
  return { ...page, items: page.items.map(scanView) };
}

/** @throws AppError NOT_FOUND for a scan of another tenant as for one that is not there or did not complete */
export async function completedScan({ scans }: TenantRecords, scanLogId: string): Promise<ScanRecord> {
  const stored = await scans.get(scanLogId);
  if (stored?.value.status !== 'completed' || stored.value.auditDeleted === true)
    throw new AppError('NOT_FOUND', 'There is no such completed scan.');
  return stored.value;
}

/** The tenant's latest completed scan; null before the first. */
export async function latestScan({ scans }: TenantRecords): Promise<ScanRecord | null> {
  return (await scans.query({ where: isCompleted, orderBy: newestFirst, limit: 1 })).items[0] ?? null;
}
