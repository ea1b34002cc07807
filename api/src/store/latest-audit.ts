import { tenantRecordId } from '@tenantry/contract/ids';
import type { AuditRecord } from './audits.ts';
import type { TenantRecords } from './tenant-records.ts';

/** The id of the audit that a scan wrote: derived, so that a resumed scan writes the same one. */
export function auditIdOfScan(tenantId: string, scanLogId: string): string {
  return tenantRecordId(tenantId, `audit-${scanLogId.slice(-36)}`);
}

/** The tenant's latest completed audit, by one read; null before the first. */
export async function latestAudit({ tenant, audits }: TenantRecords): Promise<AuditRecord | null> {
  if (!tenant.audit) return null;
  return (await audits.get(auditIdOfScan(tenant.id, tenant.audit.scanLogId)))?.value ?? null;
}
