import type { LastScan as LastScanView } from '@tenantry/contract/tenant-health';
import type { LastScan, ScanFailing, TenantRecord } from '../../store/tenants.ts';

/**
 * The tenant with the scan that has just ended as its last one. A cancelled scan says nothing about the tenant and is not
 * kept; neither is one of the other mode, which began before the tenant went live or was simulated.
 * @param failure why it counts as failed, with a result or without; null where it does not
 */
export function withLastScan(
  tenant: TenantRecord,
  ended: LastScan,
  failure: Pick<ScanFailing, 'reason' | 'cause'> | null,
  isMock: boolean,
): TenantRecord {
  if (tenant.isMock !== isMock) return tenant;
  const since = tenant.scanFailing?.since ?? ended.endedAt;
  return { ...tenant, lastScan: ended, scanFailing: failure && { since, ...failure } };
}

/** How the last scan of a tenant went, as lists and summaries tell it. */
export function lastScanView({ lastScan }: Pick<TenantRecord, 'lastScan'>): LastScanView {
  if (lastScan === null) return { lastScanStatus: 'none', lastScanDate: null };
  return { lastScanStatus: lastScan.status === 'completed' ? 'Success' : 'Error', lastScanDate: lastScan.endedAt };
}
