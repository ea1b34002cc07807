import type { Collection, RecordStore } from '../ports/collection.ts';
import type { ApprovalRecord } from './approvals.ts';
import type { AuditRecord } from './audits.ts';
import { containers } from './containers.ts';
import type { FindingRecord } from './findings.ts';
import type { ScanRecord } from './scans.ts';
import type { TenantRecord } from './tenants.ts';

/** One tenant and its collections, all bound to its partition. A feature has no way to another tenant's records. */
export type TenantRecords = {
  tenant: TenantRecord;
  scans: Collection<ScanRecord>;
  findings: Collection<FindingRecord>;
  audits: Collection<AuditRecord>;
  approvals: Collection<ApprovalRecord>;
};

export function tenantRecords(store: RecordStore, tenant: TenantRecord): TenantRecords {
  return {
    tenant,
    scans: store.partition(containers.scanLogs, tenant.id),
    findings: store.partition(containers.findings, tenant.id),
    audits: store.partition(containers.auditResults, tenant.id),
    approvals: store.partition(containers.approvals, tenant.id),
  };
}
