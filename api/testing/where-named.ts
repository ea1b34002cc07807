import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { TableClient, TableServiceClient } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { QueueServiceClient } from '@azure/storage-queue';
import type { TestApp } from './test-app.ts';

/** One thing that is kept: where, and all of it as text. */
export type Kept = { where: string; text: string };

/** Every row of every table of the database, as it lies in the file: no reader of ours stands between. */
function rows({ app: { config } }: TestApp): Kept[] {
  if (config.store.kind !== 'sqlite') throw new Error('This looks into SQLite');
  const database = new DatabaseSync(config.store.file, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM ${name}`)
        .all()
        .map((row) => ({ where: `table ${name}`, text: JSON.stringify(row) })),
    );
  } finally {
    database.close();
  }
}

async function entities(connectionString: string): Promise<Kept[]> {
  const kept: Kept[] = [];
  const options = { allowInsecureConnection: true };
  for await (const { name = '' } of TableServiceClient.fromConnectionString(connectionString, options).listTables()) {
    for await (const entity of TableClient.fromConnectionString(connectionString, name, options).listEntities())
      kept.push({ where: `state ${name}`, text: JSON.stringify(entity) });
  }
  return kept;
}

/** Names and contents, packed ones unpacked. */
async function files(connectionString: string): Promise<Kept[]> {
  const kept: Kept[] = [];
  const service = BlobServiceClient.fromConnectionString(connectionString);
  for await (const { name: container } of service.listContainers()) {
    const client = service.getContainerClient(container);
    for await (const { name } of client.listBlobsFlat()) {
      const bytes = await client.getBlobClient(name).downloadToBuffer();
      const content = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      kept.push({ where: `file ${container}/${name.split('/')[0]}`, text: `${name} ${content.toString('latin1')}` });
    }
  }
  return kept;
}

/** Messages that can be seen: one that waits its time is read when it comes, and ends quietly. */
async function messages(connectionString: string): Promise<Kept[]> {
  const kept: Kept[] = [];
  const service = QueueServiceClient.fromConnectionString(connectionString);
  for await (const { name } of service.listQueues()) {
    const { peekedMessageItems } = await service.getQueueClient(name).peekMessages({ numberOfMessages: 32 });
    for (const { messageText } of peekedMessageItems) kept.push({ where: `queue ${name}`, text: messageText });
  }
  return kept;
}

/** The embedded vault's files: their names are hashes and their contents encrypted, so that they are told by their number. */
async function secrets({ app: { config } }: TestApp): Promise<Kept[]> {
  if (config.vault.kind !== 'file') throw new Error('This looks into the embedded vault');
  const { folder } = config.vault;
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => ({ where: 'vault', text: `${name} ${await readFile(join(folder, name), 'utf8')}` })),
  );
}

/** Everything that is kept anywhere: the database, state, files, queues and the vault. */
export async function everythingKept(testApp: TestApp): Promise<Kept[]> {
  const { connectionString } = testApp;
  const parts = [entities(connectionString), files(connectionString), messages(connectionString), secrets(testApp)];
  return [...rows(testApp), ...(await Promise.all(parts)).flat()];
}

/** What of it holds one of the words, without regard to case. */
export function naming(kept: readonly Kept[], words: readonly string[]): Kept[] {
  const lower = words.map((word) => word.toLowerCase());
  return kept.filter(({ text }) => lower.some((word) => text.toLowerCase().includes(word)));
}
