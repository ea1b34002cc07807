import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CloudName } from '@tenantry/contract/clouds';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clouds } from '../../api/src/adapters/graph/clouds.ts';
import { goodProfile } from '../../simulator/src/profiles/good-profile.ts';
import { createSignInCloud } from '../../simulator/src/sign-in/sign-in-cloud.ts';
import { ROOT } from '../build-outputs.ts';
import { type MicrosoftBehindProxy, startMicrosoftBehindProxy } from './microsoft-behind-proxy.ts';

const run = promisify(execFile);
const page = readFileSync(join(ROOT, 'docs/what-leaves.md'), 'utf8');
/** The hosts of the first table, which are asked in any case; those of national clouds stand in the second. */
const documented = [...page.matchAll(/^\| `([a-z0-9.-]+\.[a-z]+)`/gm)].map(([, host = '']) => host);
const loginAndGraph = (name: CloudName) =>
  [clouds[name].loginOrigin, clouds[name].graphOrigin].map((origin) => new URL(origin).host);
const clientSecret = 'the.secret~of-their-app';

// Each is a whole audit, in a process of its own.
describe('npm run audit in its real mode', { timeout: 120_000 }, () => {
  let folder: string;
  let microsoft: MicrosoftBehindProxy;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tenantry-audit-'));
    microsoft = await startMicrosoftBehindProxy({ cloud: createSignInCloud({ now: () => new Date() }) });
  });
  afterEach(async () => {
    await microsoft.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function audit(...more: string[]) {
    // Proxy and authority are all that the environment says: the rest is the command's.
    const { HTTPS_PROXY, HTTP_PROXY, NODE_EXTRA_CA_CERTS } = microsoft.environment;
    const connectionsFile = join(folder, 'connections.txt');
    const bootstrap = join(ROOT, 'local/bootstrap.mjs');
    const out = join(folder, 'out');
    const args = [
      '--tenant',
      goodProfile.domain,
      '--sign-in',
      'environment',
      '--format',
      'json',
      '--out',
      out,
      ...more,
    ];
    await run(process.execPath, [bootstrap, 'audit', ...args], {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        HTTPS_PROXY,
        HTTP_PROXY,
        NODE_EXTRA_CA_CERTS,
        NODE_OPTIONS: `--require=${join(import.meta.dirname, 'record-connections.cjs')}`,
        CONNECTIONS_FILE: connectionsFile,
        AZURE_TENANT_ID: goodProfile.id,
        AZURE_CLIENT_ID: '5c1d2f6e-7a90-4b3c-8e15-0f4a6b9d2c71',
        AZURE_CLIENT_SECRET: clientSecret,
      },
    });
    const written = readdirSync(out).map((file) => readFileSync(join(out, file), 'utf8'));
    const past = existsSync(connectionsFile) ? readFileSync(connectionsFile, 'utf8') : '';
    return { written, past };
  }

  it('asks the documented hosts by the proxy, nothing past it, and writes what it found', async () => {
    const { written, past } = await audit();
    expect(written.join()).toContain(goodProfile.id);
    expect(written.join()).not.toContain(clientSecret);
    expect(documented).toEqual(expect.arrayContaining(microsoft.hosts()));
    expect(microsoft.hosts()).toEqual(expect.arrayContaining([...loginAndGraph('commercial'), 'cloudflare-dns.com']));
    expect(past).toBe('');
  });

  it.each(['gcchigh', 'dod', 'china'] as const)('with --cloud %s it asks no host of the public cloud', async (name) => {
    const { past } = await audit('--cloud', name);
    const dns = documented.filter((host) => host.includes('dns'));
    const own = loginAndGraph(name);
    expect([...own, ...dns]).toEqual(expect.arrayContaining(microsoft.hosts()));
    expect(microsoft.hosts()).toEqual(expect.arrayContaining(own));
    for (const host of own) expect(page).toContain(`\`${host}\``);
    expect(past).toBe('');
  });
});
