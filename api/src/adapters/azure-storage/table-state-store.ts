import { TableClient } from '@azure/data-tables';
import type { Entity, StateStore, StateTable, StateTableName } from '../../ports/state.ts';
import { type StorageAccount, serviceUrl, storageStatus } from './storage-account.ts';

type Flat = Record<string, string | number | boolean>;
const systemFields = new Set(['partitionKey', 'rowKey', 'etag', 'timestamp', 'odata.metadata']);

function clientOf(account: StorageAccount, name: string): TableClient {
  return account.kind === 'connectionString'
    ? TableClient.fromConnectionString(account.value, name, { allowInsecureConnection: true })
    : new TableClient(serviceUrl(account.accountName, 'table'), name, account.credential);
}

function withoutSystemFields<T extends Flat>(entity: object): T {
  return Object.fromEntries(Object.entries(entity).filter(([key]) => !systemFields.has(key))) as T;
}

function etagOf(entity: { etag?: string | undefined }): string {
  if (!entity.etag) throw new Error('Table Storage answered without an etag');
  return entity.etag;
}

/** `run`, or false where the service answered with one of these statuses. */
async function unless(statuses: readonly number[], run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (statuses.includes(storageStatus(error) ?? 0)) return false;
    throw error;
  }
}

function stateTable<T extends Flat>(client: TableClient): StateTable<T> {
  // A table is made at its first use; several processes may do so at once, which the service allows.
  let ready: Promise<void> | undefined;
  const table = async (): Promise<TableClient> => {
    ready ??= client.createTable().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    await ready;
    return client;
  };
  return {
    async get(partition, key): Promise<Entity<T> | null> {
      try {
        const entity = await (await table()).getEntity(partition, key);
        return { value: withoutSystemFields<T>(entity), etag: etagOf(entity) };
      } catch (error) {
        if (storageStatus(error) === 404) return null;
        throw error;
      }
    },
    create: async (partition, key, value) => {
      const ready = await table();
      return unless([409], () => ready.createEntity({ partitionKey: partition, rowKey: key, ...value }));
    },
    replace: async (partition, key, value, etag) => {
      const ready = await table();
      return unless([412, 404], () =>
        ready.updateEntity({ partitionKey: partition, rowKey: key, ...value }, 'Replace', { etag }),
      );
    },
    delete: async (partition, key, etag) => {
      const ready = await table();
      return unless([404, 412], () => ready.deleteEntity(partition, key, etag ? { etag } : {}));
    },
    async *list(partition) {
      const entities = (await table()).listEntities({
        queryOptions: { filter: `PartitionKey eq '${partition.replaceAll("'", "''")}'` },
      });
      for await (const entity of entities) {
        if (!entity.rowKey) throw new Error('Table Storage answered with an entity without a key');
        yield { key: entity.rowKey, value: withoutSystemFields<T>(entity), etag: etagOf(entity) };
      }
    },
  };
}

/** Tables keep the names under which they were made: what is in flight during an upgrade is found again. */
const tableNames: Partial<Record<StateTableName, string>> = { leases: 'upkeep', oauthrequests: 'oauthrounds' };

export function openTableStateStore(account: StorageAccount): StateStore {
  const tables = new Map<StateTableName, TableClient>();
  return {
    table<T extends Flat>(name: StateTableName): StateTable<T> {
      const client = tables.get(name) ?? clientOf(account, tableNames[name] ?? name);
      tables.set(name, client);
      return stateTable<T>(client);
    },
  };
}
