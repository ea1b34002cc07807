import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { runningStack, type StackFile } from './stack-file.ts';

export type RunningStack = {
  url: string;
  dataDir: string;
  /** Processes and ports as they are now: a functions host that was killed comes back with another id. */
  now(): StackFile;
  /** @param keepData the data folder stays */
  stop(keepData?: boolean): Promise<void>;
};

const thisCheckout = fileURLToPath(new URL('../..', import.meta.url));

/**
 * `npm start` on a free port with a data folder of its own.
 * @param options more arguments for it
 * @param checkout of the version to start
 */
export async function startStack(
  environment: Record<string, string> = {},
  options: readonly string[] = [],
  checkout = thisCheckout,
): Promise<RunningStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenantry-stack-'));
  const port = await freePort();
  const bootstrap = join(checkout, 'local/bootstrap.mjs');
  const child = spawn(process.execPath, [bootstrap, 'start', '--port', String(port), '--data', dataDir, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let printed = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString('utf8');
      if (printed.includes(`Tenantry is ready at http://localhost:${port}\n`)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${printed}`)));
  });
  return {
    url: `http://localhost:${port}`,
    dataDir,
    now() {
      const stack = runningStack(dataDir);
      if (!stack) throw new Error(`The stack in ${dataDir} does not run any more:\n${printed}`);
      return stack;
    },
    async stop(keepData = false) {
      child.kill('SIGTERM');
      await ended;
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
