import type { LastScan as LastScanView } from '@tenantry/contract/tenants';
import type { LastScan, TenantRecord } from '../../store/tenants.ts';

/**
 * The tenant with the scan that has just ended as its last one. A cancelled scan says nothing about the tenant and is not
 * kept; neither is one of the other mode, which began before the tenant went live or was simulated.
 */
export function withLastScan(tenant: TenantRecord, ended: LastScan, isMock: boolean): TenantRecord {
  return tenant.isMock === isMock ? { ...tenant, lastScan: ended } : tenant;
}

/** How the last scan of a tenant went, as lists and summaries tell it. */
export function lastScanView({ lastScan }: Pick<TenantRecord, 'lastScan'>): LastScanView {
  if (lastScan === null) return { lastScanStatus: 'none', lastScanDate: null };
  return { lastScanStatus: lastScan.status === 'completed' ? 'Success' : 'Error', lastScanDate: lastScan.endedAt };
}
