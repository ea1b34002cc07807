import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ACCOUNT = 'devstoreaccount1';
// The published key of the emulator's well-known account, the same on every machine (Microsoft Learn, "Use the
// Azurite emulator": "Well-known storage account and key"). It opens nothing but an emulator.
const ACCOUNT_KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

export interface AzuritePorts {
  blob: number;
  queue: number;
  table: number;
}

/**
 * The arguments for Node that run Azurite's three services in one process, on 127.0.0.1, without telemetry.
 * @param location folder of what it keeps; null to keep everything in memory, which ends with the process
 */
export function azuriteArguments(ports: AzuritePorts, location: string | null): string[] {
  const script = createRequire(import.meta.url).resolve('azurite/dist/src/azurite.js');
  return [
    script,
    ...(location === null ? ['--inMemoryPersistence'] : ['--location', location]),
    ...['--blobPort', String(ports.blob)],
    ...['--queuePort', String(ports.queue)],
    ...['--tablePort', String(ports.table)],
    ...['--skipApiVersionCheck', '--silent', '--disableTelemetry'],
  ];
}

/**
 * The key of this data folder's Azurite, made at the first start. With the published one any process of the machine, and
 * any page in a browser on it, could write sessions.
 */
export function azuriteKey(dataDir: string): string {
  const file = join(dataDir, 'keys', 'azurite-key');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  writeFileSync(file, randomBytes(64).toString('base64'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** Makes Azurite take this key and no other. */
export function azuriteEnvironment(key: string): { AZURITE_ACCOUNTS: string } {
  return { AZURITE_ACCOUNTS: `${ACCOUNT}:${key}` };
}

/** What AzureWebJobsStorage holds for an Azurite on these ports; without a key, for one that was given none. */
export function azuriteConnectionString(ports: AzuritePorts, key = ACCOUNT_KEY): string {
  const url = (port: number) => `http://127.0.0.1:${port}/${ACCOUNT}`;
  return [
    'DefaultEndpointsProtocol=http',
    `AccountName=${ACCOUNT}`,
    `AccountKey=${key}`,
    `BlobEndpoint=${url(ports.blob)}`,
    `QueueEndpoint=${url(ports.queue)}`,
    `TableEndpoint=${url(ports.table)}`,
  ].join(';');
}
