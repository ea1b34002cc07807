import { once } from 'node:events';
import { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CosmosClient } from '@azure/cosmos';
import createCosmosServer from '@vercel/cosmosdb-server';
import { createCosmosContainers, openCosmosRecordStore } from '../src/adapters/cosmos/cosmos-record-store.ts';
import type { ContainerDefinition, RecordStore } from '../src/ports/record-store.ts';

const emulatorKey = 'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==';

/** A real endpoint where the environment names one (the official emulator in CI), else the emulator from npm. */
async function endpoint(): Promise<{ endpoint: string; key: string; stop(): void }> {
  const named = process.env.COSMOS_TEST_ENDPOINT;
  if (named) return { endpoint: named, key: process.env.COSMOS_TEST_KEY ?? emulatorKey, stop: () => undefined };
  const server = createCosmosServer({ keepAlive: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { endpoint: `https://127.0.0.1:${port}`, key: emulatorKey, stop: () => void server.close() };
}

/** A record store in an emulator of Cosmos DB, with these containers in a database of its own. Closing it stops the emulator. */
export async function openCosmosEmulator(containers: readonly ContainerDefinition[]): Promise<RecordStore> {
  const { endpoint: url, key, stop } = await endpoint();
  // The emulators sign their own certificates. A connection is kept, as Azure's package does of itself: a handshake for
  // each call takes longer than the call.
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true });
  const client = new CosmosClient({
    endpoint: url,
    key,
    agent,
    connectionPolicy: { enableEndpointDiscovery: false },
  });
  const database = `test-${crypto.randomUUID()}`;
  await createCosmosContainers(client, database, containers);
  const store = openCosmosRecordStore(client, database);
  return {
    ...store,
    async close() {
      await store.close();
      agent.destroy();
      stop();
    },
  };
}
