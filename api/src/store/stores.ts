import type { Clock } from '../ports/clock.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { openActivityStore } from './activities.ts';
import { openAdminCounts } from './admin-counts.ts';
import { openAdministratorsStore } from './administrators.ts';
import { openApprovalStore } from './approvals.ts';
import { openAuditLogStore } from './audit-log.ts';
import { openAuditStore } from './audits.ts';
import { openBaselineStore } from './baselines.ts';
import { openChangeStore } from './changes.ts';
import { containers } from './containers.ts';
import { openCredentialStore } from './credentials.ts';
import { openDecisionRunStore } from './decision-runs.ts';
import { openEvidencePackStore } from './evidence-packs.ts';
import { openExportReads } from './export-reads.ts';
import { openFindingStore } from './findings.ts';
import { openHealthStore } from './health-records.ts';
import { openM365UserStore } from './m365-users.ts';
import { openMailDomainStore } from './mail-domains.ts';
import { openNoticeChannelStore } from './notice-channels.ts';
import { openNoticeRuleStore } from './notice-rules.ts';
import { openNoticeSources } from './notice-sources.ts';
import { openNoticeStore } from './notices.ts';
import { openOAuthLog } from './oauth-logs.ts';
import { openOutboxStore } from './outbox.ts';
import { openReportDeliveryStore } from './report-deliveries.ts';
import { openReportScheduleStore } from './report-schedules.ts';
import { openReportStore } from './reports.ts';
import { openRoleMappingStore } from './role-mappings.ts';
import { openScanRunStore } from './scan-runs.ts';
import { openScanStore } from './scans.ts';
import { openSyncLogStore } from './sync-logs.ts';
import { openSystemConfigStore } from './system-config.ts';
import { openTaskStore } from './tasks.ts';
import { openTenantGroupStore } from './tenant-groups.ts';
import { openTenantStore } from './tenant-store.ts';
import { openTicketSystemStore } from './ticket-systems.ts';
import { openTicketStore } from './tickets.ts';
import { openTokenStore } from './tokens.ts';
import { openUserStore } from './users.ts';

/** Every way to the records: one named store for each aggregate. Composition hands each part the ones that it needs. */
export function openStores(records: RecordStore, clock: Clock) {
  return {
    tenants: openTenantStore(records),
    tenantGroups: openTenantGroupStore(records),
    users: openUserStore(records),
    administrators: openAdministratorsStore(records),
    m365Users: openM365UserStore(records),
    roleMappings: openRoleMappingStore(records),
    scans: openScanStore(records),
    scanRuns: openScanRunStore(records),
    decisionRuns: openDecisionRunStore(records),
    findings: openFindingStore(records),
    approvals: openApprovalStore(records),
    tasks: openTaskStore(records),
    tokens: openTokenStore(records),
    tickets: openTicketStore(records),
    ticketSystems: openTicketSystemStore(records),
    baselines: openBaselineStore(records),
    changes: openChangeStore(records),
    notices: openNoticeStore(records),
    noticeRules: openNoticeRuleStore(records),
    noticeChannels: openNoticeChannelStore(records),
    noticeSources: openNoticeSources(records),
    mailDomains: openMailDomainStore(records),
    reports: openReportStore(records),
    evidencePacks: openEvidencePackStore(records),
    reportSchedules: openReportScheduleStore(records),
    reportDeliveries: openReportDeliveryStore(records),
    credentials: openCredentialStore(records),
    adminCounts: openAdminCounts(records),
    auditResults: openAuditStore(records),
    activities: openActivityStore(records),
    syncLogs: openSyncLogStore(records),
    oauthLog: openOAuthLog(records, clock),
    health: openHealthStore(records),
    systemConfig: openSystemConfigStore(records),
    auditLog: openAuditLogStore(records),
    outboxes: openOutboxStore(records),
    exportReads: openExportReads(records),
    /** Deletes what is older than its container's time to live. @returns how much */
    removeExpired: (now: Date): Promise<number> => records.removeExpired(Object.values(containers), now),
  };
}

export type Stores = ReturnType<typeof openStores>;
