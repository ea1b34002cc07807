import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Envelope, startIngestion } from '../../api/testing/ingestion-double.ts';
import { claimStorage } from '../../api/testing/test-storage.ts';
import { ROOT } from '../build-outputs.ts';

const run = promisify(execFile);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

describe('the deployed bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-telemetry-'));
  const out = join(folder, 'dist');
  beforeAll(() => run(process.execPath, [join(ROOT, 'api/build.mjs'), '--out', out]));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Asks for the document of the API, ends the host, and gives what the host printed, and the request id. */
  async function ask(settings: Record<string, string>): Promise<{ printed: string; requestId: string | null }> {
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
    const ended = new Promise((resolve) => child.on('close', resolve));
    await vi.waitFor(() => expect(printed).toContain('HTTP functions on'), { timeout: 25_000 });
    const answer = await fetch(`http://127.0.0.1:${port}/api/openapi.json`);
    const requestId = answer.headers.get('x-request-id');
    await answer.text();
    child.kill('SIGTERM');
    await ended;
    return { printed, requestId };
  }

  it('sends its records to Application Insights where that is set, and prints none', async () => {
    const ingestion = await startIngestion();
    const { printed, requestId } = await ask({ APPLICATIONINSIGHTS_CONNECTION_STRING: ingestion.connectionString });
    const message = (one: Envelope) => one.data.baseData.message ?? one.data.baseData.name;
    const ours = ingestion.envelopes().filter(({ data }) => data.baseData.properties?.requestId === requestId);
    expect(ours.map((one) => [one.data.baseType, message(one)]).toSorted()).toEqual([
      ['MessageData', 'A request was answered'],
      ['RemoteDependencyData', 'openapi'],
    ]);
    expect(printed).not.toContain('A request was answered');
    await ingestion.close();
  });

  it('prints its records as lines of JSON where nothing is set', async () => {
    const { printed, requestId } = await ask({});
    const lines = printed.split('\n').filter((line) => line.includes('"A request was answered"'));
    expect(lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))))).toMatchObject([
      { level: 'info', function: 'openapi', requestId, status: 200, outcome: 'succeeded' },
    ]);
  });
});
