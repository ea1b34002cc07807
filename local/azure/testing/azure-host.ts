import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { clientHeader } from '@tenantry/contract/endpoint';
import { ROOT } from '../../build-outputs.ts';
import { createLinkedBackendHop } from '../../hop/linked-backend-hop.ts';
import { acceptsTcp, waitUntil } from '../../stack/answers.ts';
import { freePort } from '../../stack/free-port.ts';

type HostOptions = {
  /** `main.js` of the bundle. */
  bundle: string;
  /** A folder of its own, which need not be there. */
  dataDir: string;
  /** What the function app is told; PUBLIC_ORIGIN is among it. */
  settings: Record<string, string>;
  /** Arguments for Node, before the host's own. */
  nodeOptions: readonly string[];
  environment: Record<string, string>;
};

/**
 * The functions host on the bundle, in a process that has the given settings and nothing of this process's environment, behind the hop
 * that stands for Static Web Apps.
 * @throws Error with what it printed, where it does not come up
 */
export async function startAzureHost({ bundle, dataDir, settings, nodeOptions, environment }: HostOptions) {
  const port = await freePort();
  mkdirSync(dataDir, { recursive: true });
  const host = join(ROOT, 'local/functions-host/main.ts');
  const child = spawn(
    process.execPath,
    [...nodeOptions, host, '--bundle', bundle, '--port', String(port), '--data', dataDir],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH, ...settings, ...environment } },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const gone = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  try {
    const isUp = async () => {
      if (child.exitCode !== null) throw new Error(`The functions host ended:\n${printed}`);
      return acceptsTcp(port);
    };
    await waitUntil('the functions host', isUp, 45_000);
  } catch (error) {
    await end();
    throw error;
  }
  const publicOrigin = settings.PUBLIC_ORIGIN ?? '';
  const targets = [`http://127.0.0.1:${port}`];
  const hop = createLinkedBackendHop({ targets, publicOrigin, log: () => undefined });
  hop.listen(0, '127.0.0.1');
  await once(hop, 'listening');
  return {
    url: `http://127.0.0.1:${(hop.address() as AddressInfo).port}`,
    printed: () => printed,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    async close() {
      hop.close();
      await end();
    },
  };
}

type AzureHost = Awaited<ReturnType<typeof startAzureHost>>;

/** A browser that keeps its cookie and comes from the public address. */
export function createBrowser({ url, printed }: Pick<AzureHost, 'url' | 'printed'>, publicOrigin: string) {
  const browser = {
    cookie: '',
    async send(method: string, path: string, body?: unknown, tenantId?: string): Promise<Response> {
      const response = await fetch(new URL(path, url), {
        method,
        headers: {
          origin: publicOrigin,
          cookie: browser.cookie,
          [clientHeader.name]: clientHeader.value,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(tenantId === undefined ? {} : { 'x-tenant-id': tenantId }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      browser.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? browser.cookie;
      return response;
    },
    /** @throws Error with the answer and what the host printed, where it is none of success */
    async read<T>(method: string, path: string, body?: unknown, tenantId?: string): Promise<T> {
      const response = await browser.send(method, path, body, tenantId);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}\n${printed()}`);
      return (await response.json()) as T;
    },
  };
  return browser;
}

export type Browser = ReturnType<typeof createBrowser>;
