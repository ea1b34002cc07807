import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { acceptsTcp, waitUntil } from '../../stack/answers.ts';
import { type AzuritePorts, azuriteArguments, azuriteConnectionString } from '../../stack/azurite.ts';
import { freePort } from '../../stack/free-port.ts';

/** Builds the sample app as api/build.mjs builds ours. `host` overrides its host.json. Gives the bundle's path. */
export async function buildSampleApp(folder: string, queues: Record<string, unknown> = {}): Promise<string> {
  const outfile = join(folder, 'main.js');
  await build({
    entryPoints: [join(import.meta.dirname, 'sample-app.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['@azure/functions-core'],
  });
  const host = {
    version: '2.0',
    extensions: {
      http: { routePrefix: '', customHeaders: { 'x-answer': 'of the host' } },
      queues: { messageEncoding: 'none', ...queues },
    },
  };
  writeFileSync(join(folder, 'host.json'), JSON.stringify(host));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs', main: 'main.js' }));
  return outfile;
}

export interface RunningAzurite {
  connectionString: string;
  process: ChildProcess;
}

export async function startAzurite(location: string): Promise<RunningAzurite> {
  mkdirSync(location, { recursive: true });
  const taken = new Set<number>();
  const next = async (): Promise<number> => {
    const port = await freePort(taken);
    taken.add(port);
    return port;
  };
  const ports: AzuritePorts = { blob: await next(), queue: await next(), table: await next() };
  const child = spawn(process.execPath, azuriteArguments(ports, location), { stdio: 'ignore' });
  await waitUntil('Azurite', async () => (await acceptsTcp(ports.queue)) && (await acceptsTcp(ports.table)), 30_000);
  return { connectionString: azuriteConnectionString(ports), process: child };
}

/** A functions host in a process of its own, as `npm start` runs it. */
export class SampleHost {
  readonly url: string;
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  readonly #sampleLog: string;

  private constructor(port: number, child: ChildProcess, sampleLog: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.process = child;
    this.exited = new Promise((resolve) => child.once('exit', resolve));
    this.#sampleLog = sampleLog;
  }

  static async start(bundle: string, folder: string, connectionString: string): Promise<SampleHost> {
    const port = await freePort();
    const sampleLog = join(folder, 'sample.log');
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../main.ts'), '--bundle', bundle, '--port', String(port), '--data', folder],
      { stdio: 'ignore', env: { ...process.env, SAMPLE_LOG: sampleLog, AzureWebJobsStorage: connectionString } },
    );
    const host = new SampleHost(port, child, sampleLog);
    await waitUntil('the functions host', () => acceptsTcp(port), 30_000);
    return host;
  }

  /** What the sample app noted so far. */
  notes(): string[] {
    return existsSync(this.#sampleLog) ? readFileSync(this.#sampleLog, 'utf8').trim().split('\n') : [];
  }

  waitForNote(what: string, matches: (line: string) => boolean): Promise<void> {
    return waitUntil(what, async () => this.notes().some(matches), 15_000);
  }
}
