import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { claimStorage } from '../../../api/testing/test-storage.ts';
import { ROOT } from '../../build-outputs.ts';
import { freePort } from '../../stack/free-port.ts';

const run = promisify(execFile);

/** What is deployed, built into a folder of its own, in hosts of its own. */
export async function buildBundle(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `tenantry-${name}-`));
  const out = join(folder, 'dist');
  await run(process.execPath, [join(ROOT, 'api/build.mjs'), '--out', out]);

  /** Starts a host on embedded stores. @param settings beside those */
  async function start(settings: Record<string, string> = {}) {
    const port = await freePort();
    const host = join(ROOT, 'local/functions-host/main.ts');
    const options = ['--bundle', join(out, 'main.js'), '--port', String(port), '--data', folder, '--no-timers'];
    const child = spawn(process.execPath, [host, ...options], {
      env: {
        ...{ PUBLIC_ORIGIN: 'http://localhost:4280', STORE: 'sqlite', VAULT: 'file', DATA_DIR: folder },
        ...{ AzureWebJobsStorage: await claimStorage(), ...settings },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (some: string) => {
        printed += some;
      });
    }
    const ended = once(child, 'close');
    await vi.waitFor(() => expect(printed).toContain('HTTP functions on'), { timeout: 25_000 });
    return {
      url: `http://127.0.0.1:${port}`,
      printed: () => printed,
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }

  return { out, start, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type Bundle = Awaited<ReturnType<typeof buildBundle>>;
