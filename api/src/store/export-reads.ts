import type { Collection } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { ActivityRecord } from './activities.ts';
import type { ApprovalRecord } from './approvals.ts';
import type { EntryRecord } from './audit-log.ts';
import type { AuditRecord } from './audits.ts';
import type { ChecklistRecord } from './checklists.ts';
import { containers } from './containers.ts';
import type { CredentialRecord } from './credentials.ts';
import type { FindingRecord } from './findings.ts';
import type { M365UserRecord } from './m365-users.ts';
import type { OAuthHealthRecord, OAuthLogRecord } from './oauth-logs.ts';
import type { ProjectPlanRecord } from './project-plans.ts';
import type { RoleMappingRecord } from './role-mappings.ts';
import type { ScanRecord } from './scans.ts';
import type { Scope } from './scope.ts';
import type { ShapedContainer } from './shaped-records.ts';
import type { SyncLogRecord } from './sync-logs.ts';
import type { TaskRecord } from './tasks.ts';
import type { TenantRecord } from './tenants.ts';
import type { UserRecord } from './users.ts';

/** The records of a container whose form nobody has to know here. */
type Loose<T> = { id: string } & T;

/** What an export reads, container by container. */
export type Exported = {
  tenants: TenantRecord;
  users: UserRecord;
  auditResults: AuditRecord;
  graphCredentials: CredentialRecord;
  projectPlans: ProjectPlanRecord;
  tasks: TaskRecord;
  approvals: ApprovalRecord;
  scanLogs: ScanRecord;
  manualChecklists: ChecklistRecord;
  auditLogs: EntryRecord;
  roleMappings: RoleMappingRecord;
  m365Users: M365UserRecord;
  syncLogs: SyncLogRecord;
  systemConfig: Loose<{ key: string; createdAt?: string; updatedAt?: string }>;
  findings: FindingRecord;
  oauthErrors: OAuthLogRecord;
  oauthHealth: OAuthHealthRecord;
  healthChecks: Loose<{ endpoint: string; method: string; status: string; responseTime: number; timestamp: string }>;
  systemMetrics: Loose<{ metric: string; value: number | null; timestamp: string }>;
  activities: ActivityRecord;
};

/** Reads of everything, for an export: partition by partition, so that each page is read by the primary key. */
export function openExportReads(records: RecordStore) {
  async function* partitions<K extends keyof Exported>(
    container: ShapedContainer,
  ): AsyncGenerator<Pick<Collection<Exported[K]>, 'query'>> {
    for await (const key of records.partitionKeys(container)) yield records.partition<Exported[K]>(container, key);
  }
  return {
    /** The partitions of a container, one after the other; none for a scope that is not all tenants. */
    async *of<K extends keyof Exported>(scope: Scope, name: K): AsyncGenerator<Pick<Collection<Exported[K]>, 'query'>> {
      if (scope.kind === 'all') yield* partitions<K>(containers[name]);
    },
  };
}

export type ExportReads = ReturnType<typeof openExportReads>;
