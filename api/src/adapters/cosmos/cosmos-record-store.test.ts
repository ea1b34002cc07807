import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CosmosClient } from '@azure/cosmos';
import createCosmosServer from '@vercel/cosmosdb-server';
import { afterAll } from 'vitest';
import { contractContainer, contractTenantContainer, recordStoreContract } from '../record-store.contract.ts';
import { createCosmosContainers, openCosmosRecordStore } from './cosmos-record-store.ts';

const emulatorKey = 'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==';
const servers: Server[] = [];

/** A real endpoint where the environment names one (the official emulator in CI), else the emulator from npm. */
async function endpoint(): Promise<{ endpoint: string; key: string }> {
  const named = process.env.COSMOS_TEST_ENDPOINT;
  if (named) return { endpoint: named, key: process.env.COSMOS_TEST_KEY ?? emulatorKey };
  const server = createCosmosServer();
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { endpoint: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, key: emulatorKey };
}

afterAll(() => {
  for (const server of servers) server.close();
});

recordStoreContract('Cosmos DB', async () => {
  const { endpoint: url, key } = await endpoint();
  const { Agent } = await import('node:https');
  const client = new CosmosClient({
    endpoint: url,
    key,
    // The emulators sign their own certificates.
    agent: new Agent({ rejectUnauthorized: false }),
    connectionPolicy: { enableEndpointDiscovery: false },
  });
  const database = `contract-${crypto.randomUUID()}`;
  await createCosmosContainers(client, database, [contractContainer, contractTenantContainer]);
  return openCosmosRecordStore(client, database);
});
