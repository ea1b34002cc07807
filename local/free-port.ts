import { type AddressInfo, createServer } from 'node:net';

/** A free port on 127.0.0.1, never one of `taken`. Another process could take it first; nobody else picks among ours. */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  const port = await listen(0);
  return taken.has(port) ? await freePort(taken) : port;
}

/** True when nothing listens on the port, neither on 127.0.0.1 nor on ::1, to which `localhost` may lead. */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0']) {
    try {
      await listen(port, host);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EADDRINUSE') return false;
      // EADDRNOTAVAIL: this machine has no IPv6, so nobody listens there.
      if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') throw error;
    }
  }
  return true;
}

function listen(port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const { port: bound } = server.address() as AddressInfo;
      server.close(() => resolve(bound));
    });
  });
}
