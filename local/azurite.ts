import { createRequire } from 'node:module';

const ACCOUNT = 'devstoreaccount1';
// The published key of the emulator's well-known account, the same on every machine (Microsoft Learn, "Use the
// Azurite emulator": "Well-known storage account and key"). It opens nothing but an emulator.
const ACCOUNT_KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

export interface AzuritePorts {
  blob: number;
  queue: number;
  table: number;
}

/** The arguments for Node that run Azurite's three services in one process, on 127.0.0.1, without telemetry. */
export function azuriteArguments(ports: AzuritePorts, location: string): string[] {
  const script = createRequire(import.meta.url).resolve('azurite/dist/src/azurite.js');
  return [
    script,
    ...['--location', location],
    ...['--blobPort', String(ports.blob)],
    ...['--queuePort', String(ports.queue)],
    ...['--tablePort', String(ports.table)],
    ...['--skipApiVersionCheck', '--silent', '--disableTelemetry'],
  ];
}

/** What AzureWebJobsStorage holds for an Azurite on these ports. */
export function azuriteConnectionString(ports: AzuritePorts): string {
  const url = (port: number) => `http://127.0.0.1:${port}/${ACCOUNT}`;
  return [
    'DefaultEndpointsProtocol=http',
    `AccountName=${ACCOUNT}`,
    `AccountKey=${ACCOUNT_KEY}`,
    `BlobEndpoint=${url(ports.blob)}`,
    `QueueEndpoint=${url(ports.queue)}`,
    `TableEndpoint=${url(ports.table)}`,
  ].join(';');
}
