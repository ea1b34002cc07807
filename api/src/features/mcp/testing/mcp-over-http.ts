import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { callMcp, endMcpSession, openMcpStream } from '@tenantry/contract/mcp';
import type { TestApp } from '../../../../testing/test-app.ts';

const served = new Map(
  [callMcp, openMcpStream, endMcpSession].map((endpoint) => [endpoint.method as string, endpoint]),
);

/** What the browser of a page of ours would say, which no client of the protocol does. */
const unsaid = { origin: '', 'sec-fetch-site': '', 'x-requested-with': '' };

async function answer(app: TestApp, cookie: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const endpoint = served.get(request.method ?? '');
  if (!endpoint) throw new Error(`Nothing is served for ${request.method}`);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const body = await buffer(request);
  const given = body.length > 0 ? { rawBody: new Uint8Array(body) } : {};
  const {
    status,
    headers: answered,
    bytes,
  } = await app.call(endpoint, { headers: { ...unsaid, cookie, ...headers }, ...given });
  response.writeHead(status, answered).end(bytes);
}

type Options = {
  /** The session of a client that sends none of its own: programs of others take an address and nothing else. */
  cookie?: string;
  port?: number;
};

/** The calls of the protocol over real HTTP, by the handlers that Azure Functions runs. */
export async function startMcpOverHttp(app: TestApp, { cookie = '', port = 0 }: Options = {}) {
  const server = createServer((request, response) => {
    answer(app, cookie, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`);
  const clients: Client[] = [];
  return {
    url,
    /** The official SDK's own client, signed in. */
    async connect(session: string): Promise<Client> {
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { cookie: session } } }));
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type McpOverHttp = Awaited<ReturnType<typeof startMcpOverHttp>>;
