import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { SimulatedCloud } from './simulated-cloud.ts';
import { SimulatedConnectionDrop } from './wire-response.ts';

export interface SimulatorServerOptions {
  /** 0: any free port. */
  port: number;
  host?: string;
  cloud: SimulatedCloud;
}

export interface SimulatorServer {
  url: string;
  close(): Promise<void>;
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const url = `http://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`;
  const method = incoming.method ?? 'GET';
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal });
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    signal,
    body: Readable.toWeb(incoming) as ReadableStream,
    duplex: 'half',
  };
  return new Request(url, init);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  if (!response.body) {
    outgoing.end();
    return;
  }
  if (response.headers.has('content-length')) {
    // Only a broken-off answer states its length beforehand. What precedes the break has to reach the caller first.
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const bytes = part.value;
      await new Promise<void>((resolve) => outgoing.write(bytes, () => resolve()));
    }
    outgoing.end();
    return;
  }
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

async function serve(cloud: SimulatedCloud, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  try {
    await send(await cloud.handle(toRequest(incoming, gone.signal)), outgoing);
  } catch (error) {
    if (error instanceof SimulatedConnectionDrop || gone.signal.aborted || outgoing.headersSent) {
      outgoing.destroy();
      return;
    }
    outgoing.statusCode = 500;
    outgoing.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Puts the cloud on a port of this machine. */
export async function startSimulatorServer(options: SimulatorServerOptions): Promise<SimulatorServer> {
  const host = options.host ?? '127.0.0.1';
  const server = createServer((incoming, outgoing) => void serve(options.cloud, incoming, outgoing));
  await listen(server, options.port, host);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
