import type { CredentialStore } from '../../store/credentials.ts';
import type { ExportReads } from '../../store/export-reads.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { ExportTable } from './table.ts';
import { coreTables } from './tables/core-tables.ts';
import { scanTables } from './tables/scan-tables.ts';
import { systemTables } from './tables/system-tables.ts';
import { workTables } from './tables/work-tables.ts';

type Parts = { exportReads: ExportReads; credentials: CredentialStore; tenants: TenantStore };

/** Every table of the specification (3.2), in its order, and after them what it does not know. */
export function tablesOf({ exportReads: reads, credentials, tenants }: Parts): ExportTable[] {
  const core = coreTables({ reads, credentials });
  const scans = scanTables(reads);
  const work = workTables(reads);
  const system = systemTables({ reads, tenants });
  return [
    core.tenants,
    core.users,
    scans.auditResults,
    system.graphTenants,
    work.projectPlans,
    work.tasks,
    work.approvals,
    scans.scanResults,
    scans.manualChecklists,
    system.auditLogs,
    system.roleMappings,
    core.m365Users,
    system.syncLogs,
    system.systemConfig,
    scans.findings,
    scans.scanLogs,
    system.graphCredentials,
    core.oauthErrors,
    system.oauthHealth,
    system.healthChecks,
    system.systemMetrics,
    system.activities,
    core.tenantContacts,
  ];
}

/** Those of the SQL export. */
export function coreTablesOf({ exportReads: reads, credentials }: Parts): ExportTable[] {
  const { tenants, users, oauthErrors, m365Users } = coreTables({ reads, credentials });
  return [tenants, users, oauthErrors, m365Users];
}
