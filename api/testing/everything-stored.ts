import { TableClient, TableServiceClient } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { QueueServiceClient } from '@azure/storage-queue';
import { all } from '../src/ports/collection.ts';
import { containers } from '../src/store/containers.ts';
import type { TestApp } from './test-app.ts';

/** Who was there, how often they tried, and who was handed a file (the trail): keeping that changes nothing of anyone. */
const bookkeeping = ['sessions', 'throttles'];
const { auditLogs: _, ...changed } = containers;

async function recordLines({ app }: TestApp): Promise<string[]> {
  const lines: string[] = [];
  for (const container of Object.values(changed)) {
    for await (const record of all(app.records.across<{ id: string }>(container))) lines.push(JSON.stringify(record));
  }
  return lines;
}

async function stateLines(connectionString: string): Promise<string[]> {
  const lines: string[] = [];
  const options = { allowInsecureConnection: true };
  for await (const { name = '' } of TableServiceClient.fromConnectionString(connectionString, options).listTables()) {
    if (bookkeeping.includes(name)) continue;
    const entities = TableClient.fromConnectionString(connectionString, name, options).listEntities();
    for await (const { etag, partitionKey, rowKey } of entities)
      lines.push(`${name} ${partitionKey} ${rowKey} ${etag}`);
  }
  return lines;
}

async function fileLines(connectionString: string): Promise<string[]> {
  const lines: string[] = [];
  const service = BlobServiceClient.fromConnectionString(connectionString);
  for await (const { name: container } of service.listContainers()) {
    for await (const { name, properties } of service.getContainerClient(container).listBlobsFlat())
      lines.push(`${container}/${name} ${properties.etag}`);
  }
  return lines;
}

async function queueLines(connectionString: string): Promise<string[]> {
  const lines: string[] = [];
  const service = QueueServiceClient.fromConnectionString(connectionString);
  for await (const { name } of service.listQueues()) {
    const { approximateMessagesCount } = await service.getQueueClient(name).getProperties();
    lines.push(`${name} ${approximateMessagesCount ?? 0}`);
  }
  return lines;
}

/** A line for all that is kept: each record, state entity, file and queue. Two readings differ where something was written. */
export async function everythingStored(testApp: TestApp): Promise<string[]> {
  const { connectionString } = testApp;
  const parts = [
    recordLines(testApp),
    stateLines(connectionString),
    fileLines(connectionString),
    queueLines(connectionString),
  ];
  return (await Promise.all(parts)).flat();
}
