import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { StateTable } from '../../ports/state.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { Trail } from '../../ports/trail.ts';
import type { Vault } from '../../ports/vault.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { AuditLogStore } from '../../store/audit-log.ts';
import type { FindingStore } from '../../store/findings.ts';
import type { LastSignInStore } from '../../store/last-sign-ins.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantConfigurationStore } from '../../store/tenant-configurations.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { UserStore } from '../../store/users.ts';
import type { ActivityLog } from '../activity-log/activity-log.ts';
import type { LeaseEntity } from '../lease/lease.ts';

/**
 * What many services are built from, by the name that it has in each of them. A service asks for what it needs:
 * `Pick<CommonParts, 'trail' | 'clock'>`.
 */
export type CommonParts = {
  activityLog: ActivityLog;
  auditLog: AuditLogStore;
  blobs: Blobs;
  clock: Clock;
  findings: FindingStore;
  lastSignIns: LastSignInStore;
  leases: StateTable<LeaseEntity>;
  log: Log;
  microsoft365: Microsoft365;
  queue: WorkQueue;
  systemConfig: SystemConfigStore;
  tenantConfigurations: TenantConfigurationStore;
  tenants: TenantStore;
  trail: Trail;
  users: UserStore;
  vault: Vault;
};
