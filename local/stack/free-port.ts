import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to whoever asks for any (from 32768 on Linux, 49152 elsewhere). */
const ours = { from: 15_000, to: 32_000 };

/**
 * A free port, never one of `taken`. It is drawn by chance from ports that no system gives away by itself: between this
 * answer and the process that listens on it, another one is unlikely to take it.
 */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (;;) {
    const port = randomInt(ours.from, ours.to);
    if (!taken.has(port) && (await isPortFree(port))) return port;
  }
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

function listen(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.close(() => resolve());
    });
  });
}
