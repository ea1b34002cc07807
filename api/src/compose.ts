import { join } from 'node:path';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { openBlobFiles } from './adapters/azure-storage/blob-files.ts';
import { identityAccount, type StorageAccount } from './adapters/azure-storage/storage-account.ts';
import { openStorageWorkQueue } from './adapters/azure-storage/storage-work-queue.ts';
import { openTableStateStore } from './adapters/azure-storage/table-state-store.ts';
import { openCosmosWithIdentity } from './adapters/cosmos/cosmos-record-store.ts';
import { simulatorInProcess, simulatorOverHttp } from './adapters/graph/far-end.ts';
import { createMicrosoft365 } from './adapters/graph/microsoft365-connector.ts';
import { simulatedDnsInProcess, simulatedDnsOverHttp } from './adapters/graph/simulated-dns.ts';
import { openSqliteRecordStore } from './adapters/sqlite/sqlite-record-store.ts';
import { openFileVault } from './adapters/vault/file-vault.ts';
import { openKeyVaultWithIdentity } from './adapters/vault/key-vault.ts';
import type { Config } from './config.ts';
import { createActivityLog } from './features/activities/activity-log-service.ts';
import { createAuthService } from './features/auth/auth-service.ts';
import { createKnownDevices, type DeviceEntity } from './features/auth/known-devices.ts';
import { createSessionService, type SessionEntity } from './features/auth/session-service.ts';
import { createSignInThrottle, type ThrottleEntity } from './features/auth/sign-in-throttle.ts';
import { createReportDesk } from './features/reports/report-desk.ts';
import { createReportRenderer } from './features/reports/report-renderer.ts';
import { type ActiveScanEntity, createActiveScans } from './features/scans/active-scans.ts';
import { createScanService } from './features/scans/scan-service.ts';
import { createScanWorker } from './features/scans/scan-worker.ts';
import { registerDemonstrationTenants } from './features/tenants/demonstration-tenants.ts';
import { tenantInScope } from './features/tenants/tenant-directory.ts';
import { createTrail } from './features/trail/trail-service.ts';
import type { Clock } from './ports/clock.ts';
import type { RecordStore } from './ports/collection.ts';
import type { Vault } from './ports/vault.ts';
import { containers, globalPartition } from './records/containers.ts';
import { settleLeftovers } from './records/pending-trail.ts';
import type { FindingRecord, ScanRecord, UserRecord } from './records/record-types.ts';

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
    ? { tenants, farEnd: simulatorInProcess(cloud), dns: simulatedDnsInProcess(cloud.dns) }
    : { tenants, farEnd: simulatorOverHttp(simulatorUrl), dns: simulatedDnsOverHttp(simulatorUrl) };
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
  const auth = createAuthService({ users, throttle, devices, trail, activityLog, clock, setupCode: config.setupCode });
  const activeScans = createActiveScans(state.table<ActiveScanEntity>('activescans'), clock);
  const scans = createScanService({
    activeScans,
    queue,
    trail,
    activityLog,
    clock,
    answerAfterMs: config.scanAnswerAfterMs,
  });
  const worker = createScanWorker({
    store,
    blobs,
    queue,
    activeScans,
    microsoft365: createMicrosoft365(simulator),
    trail,
    activityLog,
    clock,
    log: options.log,
  });
  const renderer = createReportRenderer({
    workerUrl: join(options.bundleDirectory, 'report-worker.js'),
    fontsDir: join(options.bundleDirectory, 'fonts'),
    timeoutMs: reportTimeoutMs,
  });

  const reportDesk = createReportDesk(renderer);

  let prepared: Promise<void> | undefined;
  /** Once in a process: on a fresh system, the demonstration tenants stand ready. */
  const prepare = (): Promise<void> => {
    prepared ??= (async () => {
      if ((await users.count()) === 0) await registerDemonstrationTenants(store, simulator.tenants, clock);
    })().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };

  /** Trail entries that a process left on its records when it died. */
  const leftovers = async (): Promise<void> => {
    await settleLeftovers<UserRecord>(store, containers.users, () => globalPartition, trail);
    await settleLeftovers<ScanRecord>(store, containers.scanLogs, (scan) => scan.tenantId, trail);
    await settleLeftovers<FindingRecord>(store, containers.findings, (finding) => finding.tenantId, trail);
  };

  return {
    settleLeftovers: leftovers,
    vault,
    blobs,
    config,
    store,
    clock,
    trail,
    auth,
    sessions,
    scans,
    worker,
    renderer,
    reportDesk,
    devices,
    prepare,
    tenantInScope: (caller: Parameters<typeof tenantInScope>[1], tenantId: string) =>
      tenantInScope(store, caller, tenantId),
  };
}

export type App = ReturnType<typeof compose>;
