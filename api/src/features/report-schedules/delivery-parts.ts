import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { Caller } from '../../http/caller.ts';
import type { MailTransport } from '../../ports/mail.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { ReportDeliveryStore } from '../../store/report-deliveries.ts';
import type { ReportScheduleStore } from '../../store/report-schedules.ts';
import type { ReportRecord } from '../../store/reports.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { UserRecord } from '../../store/users.ts';

/** What a schedule asks of reports: made by the job that makes all of them (features/reports). */
type ScheduledReports = {
  newId(tenantId: string, at: string): string;
  /** Asks for the report under this id, once. */
  ask(
    tenant: TenantRecords,
    wanted: { id: string; audit: AuditRecord; form: ReportRecord['form']; by: Pick<UserRecord, 'id' | 'username'> },
  ): Promise<void>;
  /** Makes it, unless another worker is at it. */
  make(message: { tenantId: string; reportId: string }): Promise<void>;
  file(reportId: string): Promise<Uint8Array | null>;
};

/** Who asks for something in another's name: what a request keeps of them. */
type Asking = Pick<Caller, 'userId' | 'name' | 'role' | 'scope' | 'user'>;

export type DeliveryParts = Pick<CommonParts, 'tenants' | 'users' | 'trail' | 'clock' | 'log' | 'leases' | 'queue'> & {
  reportSchedules: ReportScheduleStore;
  reportDeliveries: ReportDeliveryStore;
  tenantGroups: TenantGroupStore;
  mail: MailTransport;
  scheduledReports: ScheduledReports;
  /** Asks to publish the report of an audit, as whoever answers for the schedule would. */
  askToPublish(as: Asking, tenant: TenantRecords, wanted: { auditId: string; reason: string }): Promise<ApprovalRecord>;
  publicOrigin: string;
};
