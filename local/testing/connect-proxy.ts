import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One request to the proxy: CONNECT, or a whole address where a client does not tunnel. */
export type ProxyRequest = {
  kind: 'connect' | 'plain';
  host: string;
  port: number;
  /** What the client calls itself; empty where it does not say. */
  client: string;
};

const clientOf = ({ headers }: IncomingMessage): string => headers['user-agent'] ?? '';

/**
 * A proxy on this machine that hands the connections it takes to `open`, and notes every host that anybody asks it for.
 * @param open takes a tunnel's connection; false where the host is none of its own, which is answered 502
 */
export async function startConnectProxy(open: (host: string, port: number, socket: Socket) => boolean) {
  const requests: ProxyRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const { hostname, port } = new URL(request.url ?? '/', 'http://no-host.invalid');
    requests.push({ kind: 'plain', host: hostname, port: Number(port || 80), client: clientOf(request) });
    response.writeHead(502, { 'content-type': 'text/plain' }).end('This proxy knows no such host.');
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  server.on('connect', (request, socket: Socket, head: Buffer) => {
    const { hostname, port } = new URL(`http://${request.url ?? ''}`);
    // An IPv6 address has brackets in a URL, and :80 is left out of one.
    const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
    requests.push({ kind: 'connect', ...target, client: clientOf(request) });
    if (head.length > 0) socket.unshift(head);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (!open(target.host, target.port, socket)) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: (): readonly ProxyRequest[] => requests,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
