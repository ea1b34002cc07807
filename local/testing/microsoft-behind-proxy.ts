import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clouds } from '../../api/src/adapters/graph/clouds.ts';
import { issuerHosts } from '../../simulator/src/request-target.ts';
import type { SimulatedCloud } from '../../simulator/src/simulated-cloud.ts';
import { startSimulatorServer } from '../../simulator/src/simulator-server.ts';
import { certificateFor } from './certificate.ts';
import { startConnectProxy } from './connect-proxy.ts';
import { answerDoh } from './doh-double.ts';

/** Sign-in and Graph of each of Microsoft's clouds, and who hands out identity tokens to pipelines. */
const microsoftHosts = [
  ...new Set(Object.values(clouds).flatMap(({ loginOrigin, graphOrigin }) => [loginOrigin, graphOrigin])),
]
  .map((origin) => new URL(origin).host)
  .concat(Object.keys(issuerHosts));

const dohHosts = ['cloudflare-dns.com', 'dns.google', 'dns.quad9.net'];

/** Hands a request to the simulator, which learns from a header which of Microsoft's hosts was meant. */
function passOn(simulatorUrl: string, host: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = request;
  const passed = httpRequest(
    new URL(url ?? '/', simulatorUrl),
    { method, headers: { ...headers, 'x-forwarded-host': host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // A break on the one side is a break on the other.
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    },
  );
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

type Options = {
  /** What answers in Microsoft's place, its DNS zones too. */
  cloud: SimulatedCloud;
  /** The network is down, as a proxy shows it: every tunnel ends as soon as it is open. */
  isDown?: () => boolean;
};

/**
 * Microsoft on this machine as the real mode meets it: a CONNECT proxy that leads the hosts of Microsoft's clouds and of DNS over
 * HTTPS to a simulated cloud, with certificates of a test authority, and refuses every other host. A process needs nothing
 * but `environment`, which has no setting of the product in it.
 */
export async function startMicrosoftBehindProxy({ cloud, isDown = () => false }: Options) {
  const known = new Set([...microsoftHosts, ...dohHosts]);
  const certificate = await certificateFor('Doubles of Microsoft', [...known]);
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-microsoft-'));
  const caFile = join(folder, 'authority.pem');
  writeFileSync(caFile, certificate.cert);
  const simulator = await startSimulatorServer({ port: 0, cloud });
  const front = createServer(certificate, (request, response) => {
    const [host = ''] = (request.headers.host ?? '').toLowerCase().split(':');
    if (!dohHosts.includes(host)) return passOn(simulator.url, host, request, response);
    answerDoh(cloud.dns, request, response).catch((error: Error) => response.destroy(error));
  });
  // What a client does not trust, or drops, ends with its connection.
  front.on('tlsClientError', (_error, socket) => socket.destroy());
  const proxy = await startConnectProxy((host, port, socket) => {
    if (!known.has(host) || port !== 443 || isDown()) return false;
    front.emit('connection', socket);
    return true;
  });
  const hosts = () => [...new Set(proxy.requests().map(({ host }) => host))].sort();
  return {
    proxyUrl: proxy.url,
    caFile,
    /** For Chromium: --ignore-certificate-errors-spki-list. */
    publicKeyHash: certificate.publicKeyHash,
    /** What a process is started with, so that it meets this Microsoft; NO_PROXY is for the process to extend. */
    environment: {
      HTTPS_PROXY: proxy.url,
      HTTP_PROXY: proxy.url,
      NODE_USE_ENV_PROXY: '1',
      NODE_EXTRA_CA_CERTS: caFile,
      NO_PROXY: 'localhost,127.0.0.1,[::1]',
    },
    /** Every host that anybody asked the proxy for, whether it is known or not. */
    hosts,
    /** Those that it refused: nothing of ours may go there. */
    strangers: () => hosts().filter((host) => !known.has(host)),
    requests: proxy.requests,
    async close() {
      await proxy.close();
      front.closeAllConnections();
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type MicrosoftBehindProxy = Awaited<ReturnType<typeof startMicrosoftBehindProxy>>;
