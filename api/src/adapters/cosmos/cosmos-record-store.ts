import { type Container, CosmosClient, ErrorResponse, type Resource } from '@azure/cosmos';
import { DefaultAzureCredential } from '@azure/identity';
import {
  type Collection,
  type Condition,
  type Page,
  type Query,
  RecordChangedError,
  RecordExistsError,
  type Stored,
} from '../../ports/collection.ts';
import type { ContainerDefinition, RecordStore } from '../../ports/record-store.ts';
import { encodeCursor } from '../cursor.ts';
import { requireDeclaredOrder } from '../declared-order.ts';
import { containerResource } from './container-resource.ts';
import { countSpec, type Partition, selectSpec } from './cosmos-query.ts';

type Document = Partial<Resource> & Record<string, unknown> & { id: string };

const systemFields = new Set(['_rid', '_self', '_etag', '_attachments', '_ts', '_lsn', 'partition']);

function withoutSystemFields<T>(document: Document): T {
  return Object.fromEntries(Object.entries(document).filter(([key]) => !systemFields.has(key))) as T;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof ErrorResponse && typeof error.code === 'number' ? error.code : undefined;
}

function reader<T extends { id: string }>(
  container: Container,
  definition: ContainerDefinition,
  partition: Partition | undefined,
) {
  // Both the option (one physical partition is asked) and the predicate (an emulator may ignore the option).
  const options = partition ? { partitionKey: partition.key } : {};
  return {
    async query(query: Query = {}): Promise<Page<T>> {
      requireDeclaredOrder(definition, query);
      const limit = query.limit ?? 50;
      const { resources } = await container.items
        .query<Document>(selectSpec(partition, query, limit), { ...options, maxItemCount: limit + 1 })
        .fetchAll();
      const items = resources.slice(0, limit).map((document) => withoutSystemFields<T>(document));
      const last = resources.length > limit ? resources[limit - 1] : undefined;
      if (!last) return { items };
      const value = last[query.orderBy?.field ?? 'id'];
      const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return { items, nextCursor: encodeCursor({ value: isScalar ? value : null, id: last.id }) };
    },
    async count(where?: readonly Condition[]): Promise<number> {
      const { resources } = await container.items.query<number>(countSpec(partition, where), options).fetchAll();
      return resources.reduce((sum, part) => sum + part, 0);
    },
  };
}

function collection<T extends { id: string }>(
  container: Container,
  definition: ContainerDefinition,
  key: string,
): Collection<T> {
  const partition = { field: definition.partitionField, key };
  const stored = (document: Document | undefined): Stored<T> => {
    if (!document?._etag) throw new Error(`Cosmos DB answered without a document of '${definition.name}'`);
    return { value: withoutSystemFields<T>(document), etag: document._etag };
  };
  return {
    ...reader<T>(container, definition, partition),
    async get(id) {
      const { resource } = await container.item(id, key).read<Document>();
      return resource ? stored(resource) : null;
    },
    async create(value) {
      try {
        const { resource } = await container.items.create<Document>({ ...value, [partition.field]: key });
        return stored(resource);
      } catch (error) {
        if (statusOf(error) === 409) throw new RecordExistsError(definition.name, value.id);
        throw error;
      }
    },
    async replace(value, etag) {
      try {
        const { resource } = await container
          .item(value.id, key)
          .replace<Document>(
            { ...value, [partition.field]: key },
            { accessCondition: { type: 'IfMatch', condition: etag } },
          );
        return stored(resource);
      } catch (error) {
        const status = statusOf(error);
        if (status === 412 || status === 404) throw new RecordChangedError(definition.name, value.id);
        if (status === 409) throw new RecordExistsError(definition.name, value.id);
        throw error;
      }
    },
    async delete(id) {
      try {
        await container.item(id, key).delete();
        return true;
      } catch (error) {
        if (statusOf(error) === 404) return false;
        throw error;
      }
    },
  };
}

/** Steps from key to key in the index, whatever lies between. */
async function* partitionKeys(container: Container, field: string): AsyncGenerator<string> {
  const select = async (where: string, last: string): Promise<unknown> => {
    const query = `SELECT TOP 1 * FROM c WHERE ${where} ORDER BY c.${field}`;
    const { resources } = await container.items
      .query<Document>({ query, parameters: [{ name: '@last', value: last }] })
      .fetchAll();
    return resources[0]?.[field];
  };
  let last: string | undefined;
  for (;;) {
    const key = await select(`c.${field} ${last === undefined ? '>=' : '>'} @last`, last ?? '');
    if (typeof key !== 'string') break;
    yield key;
    last = key;
  }
  const { resources } = await container.items
    .query<Document>(`SELECT TOP 1 * FROM c WHERE NOT IS_STRING(c.${field})`)
    .fetchAll();
  for (const document of resources) yield JSON.stringify(document[field]) ?? 'undefined';
}

/**
 * The record store in Azure Cosmos DB. The containers exist already (Bicep makes them: the data-plane role may not);
 * `createCosmosContainers` is for emulators.
 */
export function openCosmosRecordStore(client: CosmosClient, databaseId: string): RecordStore {
  const database = client.database(databaseId);
  return {
    partition: (definition, key) => collection(database.container(definition.name), definition, key),
    across: (definition) => reader(database.container(definition.name), definition, undefined),
    // Its documents are fields and no text of ours, and a document's key is the id within it.
    asWritten: (definition, key) =>
      reader(database.container(definition.name), definition, { field: definition.partitionField, key }),
    partitionKeys: (definition) => partitionKeys(database.container(definition.name), definition.partitionField),
    // The containers' own time to live does it.
    removeExpired: async () => 0,
    async close() {
      client.dispose();
    },
  };
}

/** The same, with the function app's managed identity. */
export function openCosmosWithIdentity(endpoint: string, databaseId: string): RecordStore {
  return openCosmosRecordStore(
    new CosmosClient({ endpoint, aadCredentials: new DefaultAzureCredential() }),
    databaseId,
  );
}

/** Creates the database and the containers in an emulator, with the same keys, indexes and ages as the Bicep files. */
export async function createCosmosContainers(
  client: CosmosClient,
  databaseId: string,
  definitions: readonly ContainerDefinition[],
): Promise<void> {
  const { database } = await client.databases.createIfNotExists({ id: databaseId });
  for (const definition of definitions) {
    await database.containers.createIfNotExists(containerResource(definition));
  }
}
