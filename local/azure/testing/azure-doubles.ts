import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { CosmosClient } from '@azure/cosmos';
import cosmosServer from '@vercel/cosmosdb-server';
import { createCosmosContainers } from '../../../api/src/adapters/cosmos/cosmos-record-store.ts';
import {
  createTokens,
  startIdentityDouble,
  startKeyVaultDouble,
  type Tokens,
} from '../../../api/src/adapters/vault/testing/key-vault-double.ts';
import { containers } from '../../../api/src/store/containers.ts';
import { acceptsTcp, waitUntil } from '../../stack/answers.ts';
import { azuriteArguments } from '../../stack/azurite.ts';
import { freePort } from '../../stack/free-port.ts';
import { type Certificate, certificateFor } from '../../testing/certificate.ts';

/** Node gives the CommonJS module as a whole, vitest what it exports by default. */
const createCosmosServer =
  (cosmosServer as typeof cosmosServer & { default?: typeof cosmosServer }).default ?? cosmosServer;

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** TLS in front of a double that has none. */
async function startTlsFront(certificate: Certificate, target: string) {
  const { port: targetPort, hostname } = new URL(target);
  const server = createTlsServer(certificate, (socket) => {
    const upstream = connect(Number(targetPort), hostname);
    const end = () => {
      socket.destroy();
      upstream.destroy();
    };
    for (const side of [socket, upstream]) side.on('error', end).on('close', end);
    socket.pipe(upstream).pipe(socket);
  });
  return { port: await listening(server), close: () => void server.close() };
}

/** Whose request it is: an identity's by its token's audience, or the account key's, which Azure has switched off. */
function callerOf({ headers }: IncomingMessage, tokens: Tokens): { audience: string | undefined; isByKey: boolean } {
  const fields = new URLSearchParams(decodeURIComponent(headers.authorization ?? '').replaceAll('+', '%2B'));
  return { audience: tokens.audienceOf(fields.get('sig') ?? ''), isByKey: fields.get('type') === 'master' };
}

/**
 * Cosmos DB's emulator from npm, which takes the tokens of an identity and refuses it what its data-plane role may not:
 * databases and containers (Microsoft Learn, "Use data plane role-based access control with Azure Cosmos DB for NoSQL").
 */
async function startCosmos(certificate: Certificate, tokens: Tokens) {
  const server = createCosmosServer(certificate);
  const [answer] = server.listeners('request') as RequestListener[];
  if (answer === undefined) throw new Error('The emulator of Cosmos DB answers nothing');
  const key = Buffer.from('the key of the emulator').toString('base64');
  const refused: string[] = [];
  let answered = 0;
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { audience, isByKey } = callerOf(request, tokens);
    const called = `${request.method} ${request.url}`;
    const changesLayout = request.method !== 'GET' && /^\/dbs(\/[^/]+(\/colls(\/[^/]+)?)?)?$/.test(request.url ?? '');
    if (!isByKey && (audience === undefined || changesLayout)) {
      refused.push(called);
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"code":"Forbidden","message":"refused"}');
      return;
    }
    if (!isByKey) answered += 1;
    answer(request as Parameters<RequestListener>[0], response as Parameters<RequestListener>[1]);
  });
  const port = await listening(server);
  const client = new CosmosClient({
    endpoint: `https://127.0.0.1:${port}`,
    key,
    agent: new Agent({ ca: certificate.cert }),
    connectionPolicy: { enableEndpointDiscovery: false },
  });
  await createCosmosContainers(client, 'tenantry', Object.values(containers));
  client.dispose();
  return { port, refused, answered: () => answered, close: () => void server.close() };
}

/** Azurite as a storage account without shared keys: HTTPS, and tokens of an identity. */
async function startStorage(name: string, certificate: Certificate, folder: string) {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert, certificate.cert);
  writeFileSync(key, certificate.key, { mode: 0o600 });
  const blob = await freePort();
  const queue = await freePort(new Set([blob]));
  const table = await freePort(new Set([blob, queue]));
  const location = join(folder, 'azurite');
  mkdirSync(location);
  const options = ['--oauth', 'basic', '--cert', cert, '--key', key];
  const child = spawn(process.execPath, [...azuriteArguments({ blob, queue, table }, location), ...options], {
    stdio: 'ignore',
    // A key that nobody is told.
    env: { ...process.env, AZURITE_ACCOUNTS: `${name}:${Buffer.from(crypto.randomUUID()).toString('base64')}` },
  });
  const gone = once(child, 'exit');
  const areUp = async () => (await Promise.all([blob, queue, table].map(acceptsTcp))).every(Boolean);
  await waitUntil('Azurite', areUp, 45_000);
  const close = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  return { ports: { blob, queue, table }, close };
}

/**
 * The services of Azure that an installation of this name uses, on this machine: managed identity, Key Vault, Cosmos DB, storage
 * account. Each has Azure's name and a certificate for it, and takes tokens of the identity alone.
 */
export async function startAzureDoubles(name: string, folder: string) {
  const tokens = createTokens();
  const of = (service: string) => `${name}.${service}`;
  const hosts = {
    cosmos: of('documents.azure.com'),
    vault: of('vault.azure.net'),
    blob: of('blob.core.windows.net'),
    queue: of('queue.core.windows.net'),
    table: of('table.core.windows.net'),
  };
  const certificate = await certificateFor('Doubles of Azure', Object.values(hosts));
  const certificateFile = join(folder, 'doubles.pem');
  writeFileSync(certificateFile, certificate.cert);
  const [identity, keyVault, cosmos, storage] = await Promise.all([
    startIdentityDouble(tokens),
    startKeyVaultDouble(tokens),
    startCosmos(certificate, tokens),
    startStorage(name, certificate, folder),
  ]);
  const vault = await startTlsFront(certificate, keyVault.url);
  const ports = {
    [hosts.cosmos]: cosmos.port,
    [hosts.vault]: vault.port,
    [hosts.blob]: storage.ports.blob,
    [hosts.queue]: storage.ports.queue,
    [hosts.table]: storage.ports.table,
  };
  return {
    hosts,
    identity,
    keyVault,
    cosmos,
    /** What a process needs to find them: arguments for Node, and its environment. */
    options: ['--require', join(import.meta.dirname, 'route-to-doubles.cjs')],
    environment: {
      AZURE_DOUBLES: JSON.stringify(ports),
      NODE_EXTRA_CA_CERTS: certificateFile,
      IDENTITY_ENDPOINT: `${identity.url}/msi/token`,
      IDENTITY_HEADER: identity.identityHeader,
    },
    async close() {
      vault.close();
      cosmos.close();
      await Promise.all([identity.close(), keyVault.close(), storage.close()]);
    },
  };
}
