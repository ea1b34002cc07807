import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { openBlobFiles } from '../adapters/azure-storage/blob-files.ts';
import { identityAccount, type StorageAccount } from '../adapters/azure-storage/storage-account.ts';
import { openStorageWorkQueue } from '../adapters/azure-storage/storage-work-queue.ts';
import { openTableStateStore } from '../adapters/azure-storage/table-state-store.ts';
import { openCosmosWithIdentity } from '../adapters/cosmos/cosmos-record-store.ts';
import { simulatedMailInProcess, simulatedMailOverHttp } from '../adapters/graph/simulated-dns.ts';
import { simulatorInProcess, simulatorOverHttp } from '../adapters/graph/upstream.ts';
import { recordsTellingOutages, stateTellingOutages, tellingOutages } from '../adapters/telling-outages.ts';
import { openKeyVaultWithIdentity } from '../adapters/vault/key-vault.ts';
import type { Config } from '../config.ts';
import { fileContainer } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { DisablingVault } from '../ports/vault.ts';
import type { Embedded } from './embedded.ts';

function storageOf({ storage }: Config): StorageAccount {
  return 'connectionString' in storage
    ? { kind: 'connectionString', value: storage.connectionString }
    : identityAccount(storage.accountName);
}

function recordsOf({ store }: Config, embedded: () => Embedded): RecordStore {
  return store.kind === 'sqlite'
    ? embedded().openRecords(store.file)
    : openCosmosWithIdentity(store.endpoint, store.database);
}

function vaultOf({ vault }: Config, embedded: () => Embedded, clock: Clock): DisablingVault {
  return vault.kind === 'file' ? embedded().openVault(vault) : openKeyVaultWithIdentity(vault.url, clock);
}

function simulatorOf({ simulatorUrl }: Config, clock: Clock) {
  const cloud = createSimulatedCloud({ now: clock.now });
  const { tenants } = cloud;
  return simulatorUrl === null
    ? { tenants, upstream: simulatorInProcess(cloud), mail: simulatedMailInProcess(cloud.dns) }
    : { tenants, upstream: simulatorOverHttp(simulatorUrl), mail: simulatedMailOverHttp(simulatorUrl) };
}

/**
 * The adapters that the settings name, each behind its port.
 * @param embedded loads those of one machine; called only where the settings name one of them
 */
export function openAdapters(config: Config, embedded: () => Embedded, clock: Clock) {
  const storage = storageOf(config);
  return {
    records: recordsTellingOutages(recordsOf(config, embedded)),
    vault: tellingOutages('vault', vaultOf(config, embedded, clock)),
    state: stateTellingOutages(openTableStateStore(storage)),
    queue: tellingOutages('queues', openStorageWorkQueue(storage)),
    blobs: tellingOutages('files', openBlobFiles(storage, fileContainer)),
    simulator: simulatorOf(config, clock),
  };
}

export type Adapters = ReturnType<typeof openAdapters>;
