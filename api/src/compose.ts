import { openAdapters } from './composition/adapters.ts';
import { composeApprovals, publishingBy } from './composition/approvals.ts';
import { composeClientRooms } from './composition/client-room.ts';
import type { Embedded } from './composition/embedded.ts';
import { composeEvidence } from './composition/evidence.ts';
import { installationOf, installationSettings } from './composition/installation.ts';
import { composeMail } from './composition/mail.ts';
import { composeMcp, type McpParts } from './composition/mcp.ts';
import { composeMicrosoft } from './composition/microsoft.ts';
import { composeNotifications } from './composition/notifications.ts';
import { outwardFetch } from './composition/outward-fetch.ts';
import { composeReports } from './composition/reports.ts';
import { scriptHosts } from './composition/script-hosts.ts';
import { composeSignIn } from './composition/sign-in.ts';
import { createStartUp } from './composition/start-up.ts';
import { composeTickets } from './composition/tickets.ts';
import { composeUsers } from './composition/users.ts';
import type { Config } from './config.ts';
import { createActivityLog } from './domain/activity-log/activity-log.ts';
import { settleOutboxes } from './domain/audit-trail/outbox.ts';
import { createTrailPages } from './domain/audit-trail/trail-pages.ts';
import { createTrail } from './domain/audit-trail/trail-service.ts';
import type { LeaseEntity } from './domain/lease/lease.ts';
import { createRechecks } from './domain/rechecks/recheck-worker.ts';
import { createDataKeys } from './domain/secrets/data-keys.ts';
import { rotateDataKey } from './domain/secrets/rotate-data-key.ts';
import { unassignTasks } from './domain/tasks/unassign-tasks.ts';
import type { Telemetry } from './domain/telemetry/telemetry.ts';
import { createConfigurationCollection } from './domain/tenant-configuration/configuration-collection.ts';
import { createTenantGrouping } from './domain/tenant-groups/tenant-grouping.ts';
import { createTimerRuns, type TimerRunEntity } from './domain/timer-runs/timer-runs.ts';
import { endTokensOf, forgetEndedTokens } from './domain/tokens/end-tokens.ts';
import { createTrailVerification } from './features/audit-trail/trail-verification.ts';
import { createAuditDeletion } from './features/audits/delete-audit.ts';
import { createPasswords, type PasswordCost } from './features/auth/password-hash.ts';
import { createChangeWatch } from './features/changes/change-watch.ts';
import type { WatchEntity } from './features/changes/watch-state.ts';
import { createChecklists } from './features/checklists/checklist-service.ts';
import { createDirectorySync } from './features/directory/directory-sync.ts';
import { createEmergencyAccounts } from './features/emergency-accounts/emergency-account-service.ts';
import type { ExportEntity } from './features/export/export-jobs.ts';
import { createExports } from './features/export/export-service.ts';
import { createExportWorker } from './features/export/export-worker.ts';
import { createFindingAcceptance } from './features/findings/finding-acceptance-service.ts';
import { findingRechecks } from './features/findings/finding-rechecks.ts';
import { createHealthWatch } from './features/health/health-watch.ts';
import { createReadiness } from './features/health/readiness.ts';
import { createLastSignInUpkeep } from './features/last-sign-in/last-sign-in-upkeep.ts';
import { createMailUses } from './features/mailflow/mail-use-service.ts';
import { createMailFlowService } from './features/mailflow/mailflow-service.ts';
import { createOffboarding } from './features/offboarding/offboarding-service.ts';
import { createReportSchedules } from './features/report-schedules/report-schedule-service.ts';
import { createReportScheduleWorker } from './features/report-schedules/report-schedule-worker.ts';
import { createRetention } from './features/retention/retention.ts';
import { type ActiveScanEntity, createActiveScans } from './features/scans/active-scans.ts';
import { createScanRuns } from './features/scans/scan-runs.ts';
import { createScanSchedule } from './features/scans/scan-schedule.ts';
import { createScanService } from './features/scans/scan-service.ts';
import { createScanWorker } from './features/scans/scan-worker.ts';
import { stopScansOfUser } from './features/scans/stop-scans-of-user.ts';
import { createSchedules } from './features/schedules/schedule-service.ts';
import { createSignInReadings } from './features/sign-in-replay/sign-in-readings.ts';
import { taskRechecks } from './features/tasks/task-rechecks.ts';
import type { Clock } from './ports/clock.ts';
import type { MailTransport } from './ports/mail.ts';
import { openAuditLogStore } from './store/audit-log.ts';
import { createAuditedFacts } from './store/audited-facts.ts';
import { createLastSignInStore } from './store/last-sign-ins.ts';
import { createScannedFacts } from './store/scanned-facts.ts';
import { createSettingsArchive } from './store/settings-archive.ts';
import { shapedRecords } from './store/shaped-records.ts';
import { shapedState } from './store/shaped-state.ts';
import { createSignInLogStore } from './store/sign-in-logs.ts';
import { openStores } from './store/stores.ts';
import { createTenantConfigurationStore } from './store/tenant-configurations.ts';
import { openTenantErasure } from './store/tenant-erasure.ts';

const clock: Clock = { now: () => new Date() };

/**
 * Builds the product from its settings. Adapters are opened in `composition/`, and each part is handed the named stores that
 * it needs; the record store itself is for tests and tools.
 * @param options.bundleDirectory where the report's worker and fonts lie
 * @param options.embedded loads the adapters of one machine, where the settings name one
 * @param options.passwordCost of a hash, in tests alone
 * @param options.mcp from the sources, in tests alone
 * @param options.mail a double in its place, in tests alone
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: It builds every part of the app; to be split by area.
export function compose(
  config: Config,
  options: {
    bundleDirectory: string;
    embedded(): Embedded;
    telemetry: Telemetry;
    passwordCost?: PasswordCost;
    mcp?: McpParts;
    mail?: MailTransport;
  },
) {
  const { telemetry } = options;
  const { log } = telemetry;
  const { records: unshaped, state: unshapedState, ...outside } = openAdapters(config, options.embedded, clock);
  const { vault, queue, blobs } = outside;
  const records = shapedRecords(unshaped);
  const state = shapedState(unshapedState);
  const stores = openStores(records, clock);
  const { tenants, findings } = stores;
  const leases = state.table<LeaseEntity>('leases');
  const timerRuns = createTimerRuns(state.table<TimerRunEntity>('timerruns'), clock);
  const lastSignIns = createLastSignInStore(blobs);
  const tenantConfigurations = createTenantConfigurationStore(blobs);
  const archive = createSettingsArchive(blobs);
  const auditedFacts = createAuditedFacts(blobs);
  const scannedFacts = createScannedFacts(blobs);
  const signInLogs = createSignInLogStore(blobs);

  const trail = createTrail({ auditLog: stores.auditLog, vault, blobs, clock, log });
  const activityLog = createActivityLog(stores.activities, clock);
  const base = { tenants, trail, activityLog, clock, log };
  const dataKeys = createDataKeys(stores.systemConfig, vault, clock);
  const passwords = createPasswords(options.passwordCost);
  const signIn = composeSignIn({ ...base, config, stores, state, dataKeys, passwords });

  const activeScans = createActiveScans(state.table<ActiveScanEntity>('activescans'), clock);
  const scans = createScanService({ ...base, activeScans, queue, answerAfterMs: config.scanAnswerAfterMs });
  const runs = { ...base, scanRuns: stores.scanRuns, scanStore: stores.scans, scans, queue };
  const users = composeUsers({
    ...base,
    ...signIn,
    config,
    stores,
    state,
    passwords,
    endTokens: (user, isGone) => endTokensOf({ ...base, tokens: stores.tokens }, user, isGone),
    stopWork: async (user, lost) => {
      await stopScansOfUser(runs, user, lost);
      await unassignTasks({ ...base, tasks: stores.tasks }, user, lost);
    },
  });
  const tenantGrouping = createTenantGrouping({
    ...base,
    users: stores.users,
    leases,
    tenantGroups: stores.tenantGroups,
    userAccess: users.userAccess,
  });
  const microsoft = composeMicrosoft({
    ...base,
    ...outside,
    config,
    stores,
    state,
    lastSignIns,
    tenantConfigurations,
    leases,
    userAccess: users.userAccess,
    dataKeys,
    sessions: signIn.sessions,
    throttle: signIn.throttle,
    stopScans: scans.cancelAll,
    tenantGrouping,
  });
  const { microsoft365, publicMail } = microsoft;
  const mail = composeMail({ ...base, ...outside, config, stores });
  // The trail is verified as it lies in the store, so that no field is lost on the way.
  const asStored = { auditLog: openAuditLogStore(unshaped), outboxes: stores.outboxes };
  const trailVerification = createTrailVerification({ ...base, ...outside, ...stores, ...asStored });
  const trailPages = createTrailPages({ auditLog: stores.auditLog, clock });
  const exporting = {
    ...base,
    ...outside,
    ...stores,
    trailPages,
    jobs: state.table<ExportEntity>('exports'),
    answerMaxBytes: config.exportAnswerMaxBytes,
  };
  const offboarding = createOffboarding({
    ...base,
    leases,
    scans,
    auditLog: stores.auditLog,
    microsoft365,
    forgetAccount: microsoft.forgetAccount,
    erasure: openTenantErasure(records, blobs, state),
  });
  const configurationCollection = createConfigurationCollection({
    ...base,
    tenantConfigurations,
    leases,
    queue,
    microsoft365,
    settings: config.tenantConfiguration,
  });
  const { systemConfig } = stores;
  const withGraph = { ...base, systemConfig, microsoft365, queue, leases, lastSignIns, configurationCollection };

  const fetch = outwardFetch(config);
  const ticketing = composeTickets({
    ...base,
    config,
    stores,
    state,
    leases,
    queue,
    dataKeys,
    fetch,
  });

  const changeWatch = createChangeWatch({
    ...withGraph,
    archive,
    table: state.table<WatchEntity>('changewatch'),
    everyMinutes: config.changeWatchMinutes,
  });

  const reporting = composeReports(options.bundleDirectory, {
    ...withGraph,
    blobs,
    archive,
    reports: stores.reports,
    baselines: stores.baselines,
    tenantGroups: stores.tenantGroups,
    findings: stores.findings,
    organizationName: config.organizationName,
    redirectUri: microsoft.redirectUri,
  });
  const clients = composeClientRooms({
    ...base,
    ...users,
    config,
    stores,
    microsoft,
    queue,
    links: users.resetLinks,
    throttle: signIn.throttle,
    mail: options.mail ?? mail,
  });
  const evidence = composeEvidence(options.bundleDirectory, {
    ...withGraph,
    config,
    stores,
    vault,
    blobs,
    scannedFacts,
    fetch,
  });
  const approving = composeApprovals({ ...base, stores, queue, userAccess: users.userAccess });
  const reportScheduling = {
    ...withGraph,
    ...stores,
    mail,
    scheduledReports: reporting.scheduledReports,
    askToPublish: publishingBy(approving.approvalRequests),
    publicOrigin: config.publicOrigin,
  };
  const notifications = composeNotifications({
    ...base,
    config,
    stores,
    state,
    leases,
    dataKeys,
    trailVerification,
    fetch,
    mail: options.mail ?? mail,
    ticketNotifier: ticketing.notifier,
  });

  return {
    config,
    clock,
    telemetry,
    log,
    queue,
    records,
    stores,
    vault,
    blobs,
    trail,
    microsoft,
    mail,
    ...users,
    scans,
    changeWatch,
    tenantGrouping,
    ...notifications,
    ...clients,
    ticketing,
    archive,
    auditedFacts,
    leases,
    timerRuns,
    installation: installationOf(config),
    mcp: options.mcp ?? composeMcp(options.bundleDirectory),
    ...signIn,
    ...reporting,
    ...evidence,
    trailVerification,
    trailPages,
    exports: createExports(exporting),
    exportWorker: createExportWorker({ ...exporting, users: stores.users }),
    offboarding,
    auditDeletion: createAuditDeletion({ ...base, archive, systemConfig }),
    /** Puts every secret that is kept on records under a new data key. */
    rotateDataKey: () =>
      rotateDataKey(dataKeys, [microsoft.credentials, signIn.authenticators, notifications.channelSecrets, ticketing]),
    prepare: createStartUp({ ...base, ...outside, config, stores }),
    settleOutboxes: () => settleOutboxes(stores.outboxes, { trail, clock }),
    worker: createScanWorker({
      ...withGraph,
      connections: microsoft.credentials,
      changeWatch,
      ticketing,
      tenantGroups: stores.tenantGroups,
      tenantGrouping,
      baselines: stores.baselines,
      archive,
      auditedFacts,
      scannedFacts,
      blobs,
      activeScans,
    }),
    rechecks: createRechecks(withGraph, taskRechecks({ ...base, tasks: stores.tasks, ticketing })),
    findingRechecks: createRechecks(withGraph, findingRechecks(findings)),
    scanRuns: createScanRuns(runs),
    scanSchedule: createScanSchedule({ ...base, scans }),
    schedules: createSchedules({ ...base, credentials: stores.credentials }),
    scriptHosts,
    tenantConfigurations,
    configurationCollection,
    lastSignInUpkeep: createLastSignInUpkeep(withGraph),
    directorySync: createDirectorySync({ ...withGraph, syncLogs: stores.syncLogs, blobs }),
    signInLogs,
    signInReadings: createSignInReadings({ ...withGraph, signInLogs }),
    checklists: createChecklists(base),
    emergencyAccounts: createEmergencyAccounts(withGraph),
    mailFlow: createMailFlowService({ microsoft365, publicMail, clock }),
    mailUses: createMailUses(withGraph),
    ...approving,
    reportSchedules: createReportSchedules(reportScheduling),
    reportScheduleWorker: createReportScheduleWorker(reportScheduling),
    acceptance: createFindingAcceptance({ ...base, findings }),
    health: createHealthWatch({
      ...base,
      ...outside,
      records: stores.health,
      scans: stores.scans,
      credentials: stores.credentials,
      state: leases,
      trailVerification,
      secretWatch: microsoft.secretWatch,
      timerRuns,
      timersOff: config.timersOff,
      probes: microsoft.reach,
      gauges: telemetry.gauges,
    }),
    readiness: createReadiness({
      ...outside,
      ...stores,
      mail,
      trailVerification,
      timerRuns,
      timersOff: config.timersOff,
      settings: installationSettings(config),
      clock,
    }),
    retention: createRetention({
      ...base,
      users: stores.users,
      removeExpired: stores.removeExpired,
      state: leases,
      blobs,
      perUser: [signIn.sessions, signIn.devices, signIn.pendingSignIns, users.resetLinks],
      throttle: signIn.throttle,
      endedTokens: { sweep: () => forgetEndedTokens({ ...base, tokens: stores.tokens }) },
    }),
  };
}

export type App = ReturnType<typeof compose>;
