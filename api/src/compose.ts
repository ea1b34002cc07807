import { join } from 'node:path';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { openBlobFiles } from './adapters/azure-storage/blob-files.ts';
import { identityAccount, type StorageAccount } from './adapters/azure-storage/storage-account.ts';
import { openStorageWorkQueue } from './adapters/azure-storage/storage-work-queue.ts';
import { openTableStateStore } from './adapters/azure-storage/table-state-store.ts';
import { openCosmosWithIdentity } from './adapters/cosmos/cosmos-record-store.ts';
import { simulatedMailInProcess, simulatedMailOverHttp } from './adapters/graph/simulated-dns.ts';
import { simulatorInProcess, simulatorOverHttp } from './adapters/graph/upstream.ts';
import { openSqliteRecordStore } from './adapters/sqlite/sqlite-record-store.ts';
import { openFileVault } from './adapters/vault/file-vault.ts';
import { openKeyVaultWithIdentity } from './adapters/vault/key-vault.ts';
import { composeMicrosoft } from './compose-microsoft.ts';
import type { Config } from './config.ts';
import { createActivityLog } from './features/activities/activity-log-service.ts';
import { createAuthService } from './features/auth/auth-service.ts';
import { createKnownDevices, type DeviceEntity } from './features/auth/known-devices.ts';
import { createSessionService, type SessionEntity } from './features/auth/session-service.ts';
import { createSignInThrottle, type ThrottleEntity } from './features/auth/sign-in-throttle.ts';
import { createTenantWorld } from './features/connections/tenant-world.ts';
import { createDirectorySync } from './features/directory/directory-sync.ts';
import { createEmergencyAccounts } from './features/emergency-accounts/emergency-account-service.ts';
import { createFindingAcceptance } from './features/findings/finding-acceptance-service.ts';
import { createHealthWatch } from './features/health/health-watch.ts';
import { createLastSignInUpkeep } from './features/last-sign-in/last-sign-in-upkeep.ts';
import { createMailFlowService } from './features/mailflow/mailflow-service.ts';
import { createReportDesk } from './features/reports/report-desk.ts';
import { createReportRenderer } from './features/reports/report-renderer.ts';
import { createRetention } from './features/retention/retention.ts';
import { type ActiveScanEntity, createActiveScans } from './features/scans/active-scans.ts';
import { createScanRuns } from './features/scans/scan-runs.ts';
import { createScanSchedule } from './features/scans/scan-schedule.ts';
import { createScanService } from './features/scans/scan-service.ts';
import { createScanWorker } from './features/scans/scan-worker.ts';
import { createSchedules } from './features/schedules/schedule-service.ts';
import { registerDemonstrationTenants } from './features/tenants/demonstration-tenants.ts';
import { registerSimulatedApp } from './features/tenants/simulated-app.ts';
import { tenantInScope } from './features/tenants/tenant-directory.ts';
import { createTrail } from './features/trail/trail-service.ts';
import type { Clock } from './ports/clock.ts';
import type { RecordStore } from './ports/collection.ts';
import type { Vault } from './ports/vault.ts';
import { containers, globalPartition } from './records/containers.ts';
import type { CredentialRecord } from './records/credential-record.ts';
import { createLastSignInStore } from './records/last-sign-in-store.ts';
import { settleLeftovers, type Trailed } from './records/pending-trail.ts';
import type {
  FindingRecord,
  RoleMappingRecord,
  ScanRecord,
  ScanRunRecord,
  TenantRecord,
  UserRecord,
} from './records/record-types.ts';
import { readSetting } from './records/system-settings.ts';
import type { UpkeepEntity } from './records/upkeep-lease.ts';

const clock: Clock = { now: () => new Date() };
const reportTimeoutMs = 40_000;

function storageOf({ storage }: Config): StorageAccount {
  return 'connectionString' in storage
    ? { kind: 'connectionString', value: storage.connectionString }
    : identityAccount(storage.accountName);
}

function recordStoreOf({ store }: Config): RecordStore {
  return store.kind === 'sqlite'
    ? openSqliteRecordStore(store.file)
    : openCosmosWithIdentity(store.endpoint, store.database);
}

function vaultOf({ vault }: Config): Vault {
  return vault.kind === 'file' ? openFileVault(vault) : openKeyVaultWithIdentity(vault.url, clock);
}

function simulatorOf({ simulatorUrl }: Config) {
  const cloud = createSimulatedCloud({ now: clock.now });
  const { tenants } = cloud;
  return simulatorUrl === null
    ? { tenants, upstream: simulatorInProcess(cloud), mail: simulatedMailInProcess(cloud.dns) }
    : { tenants, upstream: simulatorOverHttp(simulatorUrl), mail: simulatedMailOverHttp(simulatorUrl) };
}

/**
 * Builds the product from its settings: the only place where a port meets its adapter.
 * @param options.bundleDirectory where the report's worker and fonts lie
 */
export function compose(config: Config, options: { bundleDirectory: string; log(message: string): void }) {
  const store = recordStoreOf(config);
  const vault = vaultOf(config);
  const storage = storageOf(config);
  const state = openTableStateStore(storage);
  const queue = openStorageWorkQueue(storage);
  const blobs = openBlobFiles(storage, 'tenantry');
  const simulator = simulatorOf(config);
  const users = store.partition<UserRecord>(containers.users, globalPartition);

  const trail = createTrail({ store, vault, blobs, clock, log: options.log });
  const activityLog = createActivityLog(store, clock);
  const throttle = createSignInThrottle(state.table<ThrottleEntity>('throttles'), clock);
  const sessions = createSessionService({
    sessions: state.table<SessionEntity>('sessions'),
    users,
    clock,
    settings: config.session,
  });
  const devices = createKnownDevices(
    state.table<DeviceEntity>('devices'),
    clock,
    `${config.session.cookieName}-device`,
  );
  const auth = createAuthService({
    users,
    throttle,
    devices,
    trail,
    activityLog,
    clock,
    setupCode: config.setupCode,
    isLocalSignInAllowed: async () => (await readSetting(store, 'allow_local_login')).value,
  });
  const activeScans = createActiveScans(state.table<ActiveScanEntity>('activescans'), clock);
  const scans = createScanService({
    store,
    activeScans,
    queue,
    trail,
    activityLog,
    clock,
    answerAfterMs: config.scanAnswerAfterMs,
  });
  const leases = state.table<UpkeepEntity>('upkeep');
  const lastSignIns = createLastSignInStore(blobs);
  const world = createTenantWorld({
    store,
    blobs,
    lastSignIns,
    leases,
    stopScans: scans.stopAll,
    trail,
    activityLog,
    clock,
    log: options.log,
  });
  const microsoft = composeMicrosoft({
    config,
    store,
    vault,
    state,
    simulator,
    sessions,
    world,
    trail,
    activityLog,
    clock,
    log: options.log,
  });
  const { microsoft365, publicMail } = microsoft;
  const lastSignInUpkeep = createLastSignInUpkeep({
    store,
    lastSignIns,
    leases,
    queue,
    microsoft365,
    clock,
    log: options.log,
  });
  const directorySync = createDirectorySync({
    store,
    blobs,
    leases,
    queue,
    microsoft365,
    trail,
    clock,
    log: options.log,
  });
  const worker = createScanWorker({
    store,
    blobs,
    queue,
    activeScans,
    microsoft365,
    lastSignIns,
    trail,
    activityLog,
    clock,
    log: options.log,
  });
  const scanRuns = createScanRuns({ store, queue, scans, trail, clock });
  const schedules = createSchedules({ store, trail, clock });
  const scanSchedule = createScanSchedule({ store, scans, clock, log: options.log });
  const renderer = createReportRenderer({
    workerUrl: join(options.bundleDirectory, 'report-worker.js'),
    fontsDir: join(options.bundleDirectory, 'fonts'),
    timeoutMs: reportTimeoutMs,
  });

  const reportDesk = createReportDesk(renderer);
  const emergencyAccounts = createEmergencyAccounts({ store, microsoft365, trail, clock });
  const mailFlow = createMailFlowService({ microsoft365, publicMail, clock });
  const acceptance = createFindingAcceptance({ store, trail, clock });

  const { log } = options;
  const health = createHealthWatch({
    store,
    state: leases,
    blobs,
    vault,
    queue,
    probes: microsoft.reach,
    clock,
    log,
  });
  const retention = createRetention({
    store,
    state: leases,
    blobs,
    perUser: [sessions, devices],
    throttle,
    clock,
    log,
  });

  let prepared: Promise<void> | undefined;
  /** Once in a process: on a fresh system, the demonstration tenants stand ready. */
  const prepare = (): Promise<void> => {
    prepared ??= (async () => {
      if ((await users.count()) > 0) return;
      await registerDemonstrationTenants(store, simulator.tenants, clock);
      if (!config.microsoft.isSimulated) return;
      const [staffTenantId = ''] = config.microsoft.staffTenantIds;
      const { publicOrigin } = config;
      await registerSimulatedApp({ store, vault, trail, now: clock.now() }, { publicOrigin, staffTenantId });
    })().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };

  /** Trail entries that a process left on its records when it died. */
  const leftovers = async (): Promise<void> => {
    await settleLeftovers<UserRecord>(store, containers.users, () => globalPartition, trail);
    await settleLeftovers<RoleMappingRecord>(store, containers.roleMappings, () => globalPartition, trail);
    await settleLeftovers<CredentialRecord>(store, containers.graphCredentials, (one) => one.tenantId, trail);
    await settleLeftovers<Trailed>(store, containers.systemConfig, () => globalPartition, trail);
    await settleLeftovers<ScanRunRecord>(store, containers.scanRuns, () => globalPartition, trail);
    await settleLeftovers<ScanRecord>(store, containers.scanLogs, (scan) => scan.tenantId, trail);
    await settleLeftovers<TenantRecord>(store, containers.tenants, () => globalPartition, trail);
    await settleLeftovers<FindingRecord>(store, containers.findings, (finding) => finding.tenantId, trail);
  };

  return {
    settleLeftovers: leftovers,
    health,
    retention,
    log,
    vault,
    blobs,
    config,
    store,
    clock,
    trail,
    auth,
    sessions,
    scans,
    scanSchedule,
    schedules,
    scanRuns,
    lastSignInUpkeep,
    directorySync,
    worker,
    renderer,
    reportDesk,
    acceptance,
    mailFlow,
    emergencyAccounts,
    microsoft,
    devices,
    prepare,
    tenantInScope: (caller: Parameters<typeof tenantInScope>[1], tenantId: string) =>
      tenantInScope(store, caller, tenantId),
  };
}

export type App = ReturnType<typeof compose>;
