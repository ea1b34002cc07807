import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Audit } from '@tenantry/contract/audits';
import { clientHeader } from '@tenantry/contract/endpoint';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import type { Tenant } from '@tenantry/contract/tenants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../build-outputs.ts';
import { createLinkedBackendHop } from '../hop/linked-backend-hop.ts';
import { acceptsTcp, waitUntil } from '../stack/answers.ts';
import { freePort } from '../stack/free-port.ts';
import { azureSettings } from './azure-settings.ts';
import { startAzureDoubles } from './testing/azure-doubles.ts';

const name = 'tenantryrun';
const settings = {
  ...azureSettings(name),
  // The simulator in the bundle has no limits to keep.
  GRAPH_RATE_IDENTITY_PER_SECOND: '0',
  GRAPH_RATE_REPORTS_PER_10_SECONDS: '0',
  GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS: '0',
  GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: '0',
};
const folder = mkdtempSync(join(tmpdir(), 'tenantry-azure-run-'));
const bundle = join(folder, 'app/main.js');
const ends: (() => unknown)[] = [];
let printed = '';
let doubles: Awaited<ReturnType<typeof startAzureDoubles>>;
let url: string;

/** The functions host on the bundle, as a process that finds the doubles where Azure is. */
async function startHost(): Promise<number> {
  const port = await freePort();
  const dataDir = join(folder, 'host');
  mkdirSync(dataDir);
  const host = join(ROOT, 'local/functions-host/main.ts');
  const child = spawn(
    process.execPath,
    [...doubles.options, host, '--bundle', bundle, '--port', String(port), '--data', dataDir],
    // Nothing of this process's own environment: what is not among Azure's settings is not there.
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH, ...settings, ...doubles.environment } },
  );
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const gone = once(child, 'exit');
  ends.unshift(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`The functions host ended:\n${printed}`);
    return acceptsTcp(port);
  };
  await waitUntil('the functions host', isUp, 45_000);
  return port;
}

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'api/build.mjs'), '--out', join(folder, 'app')]);
  rmSync(join(folder, 'app/embedded.js'));
  doubles = await startAzureDoubles(name, folder);
  ends.unshift(doubles.close);
  const target = `http://127.0.0.1:${await startHost()}`;
  const publicOrigin = settings.PUBLIC_ORIGIN;
  const hop = createLinkedBackendHop({ targets: [target], publicOrigin, log: () => undefined });
  hop.listen(0, '127.0.0.1');
  await once(hop, 'listening');
  ends.unshift(() => hop.close());
  url = `http://127.0.0.1:${(hop.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser that keeps its cookie and comes from the public address. */
const browser = {
  cookie: '',
  async send(method: string, path: string, body?: unknown, tenantId?: string): Promise<Response> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        origin: settings.PUBLIC_ORIGIN,
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
  async read<T>(method: string, path: string, body?: unknown, tenantId?: string): Promise<T> {
    const response = await browser.send(method, path, body, tenantId);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}\n${printed}`);
    return (await response.json()) as T;
  },
};

const administrator = {
  username: 'ada',
  email: 'ada@msp.example',
  displayName: 'Ada Lovelace',
  password: 'Str0ng!pass',
};

describe('an installation with the settings of Azure, from its first call to a report:', () => {
  let tenant: Tenant;
  let scan: Scan;

  it('it is healthy', async () => {
    expect(await browser.read('GET', '/api/health')).toEqual({ status: 'ok' });
  });

  it('nobody becomes the first administrator without the setup code', async () => {
    const status = await browser.read('GET', '/api/auth/registration-status');
    expect(status).toMatchObject({ isFirstUser: true, setupCodeRequired: true });
    for (const setupCode of [undefined, 'a-guess-at-the-setup-code']) {
      const refused = await browser.send('POST', '/api/auth/register', { ...administrator, setupCode });
      expect(refused.ok).toBe(false);
    }
    expect(await browser.read('GET', '/api/auth/registration-status')).toMatchObject({ isFirstUser: true });
  });

  it('with it they do, and the session’s cookie is for HTTPS and for no script', async () => {
    const registered = await browser.send('POST', '/api/auth/register', {
      ...administrator,
      setupCode: settings.SETUP_CODE,
    });
    expect(registered.status).toBe(200);
    const [cookie = ''] = registered.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-tenantry=[^;]{20,};/);
    expect(cookie.toLowerCase().split('; ')).toEqual(expect.arrayContaining(['secure', 'httponly', 'path=/']));
  });

  it('a demonstration tenant is scanned by the job of the queue', async () => {
    const tenants = await browser.read<{ tenants: Tenant[] }>('GET', '/api/tenants');
    tenant = tenants.tenants[0] as Tenant;
    const { scanLogId } = await browser.read<ScanStarted>('POST', '/api/scan', { tenant_id: tenant.id });
    const hasEnded = async () => {
      scan = await browser.read<Scan>('GET', `/api/scan/${scanLogId}`);
      return scan.status !== 'queued' && scan.status !== 'running';
    };
    await waitUntil('the scan', hasEnded, 60_000);
    expect(scan).toMatchObject({ status: 'completed', progress: { done: scan.progress.total } });
  });

  it('its findings, its audit and its report are there', async () => {
    const findings = await browser.read<{ items: unknown[] }>('GET', '/api/graph/findings', undefined, tenant.id);
    expect(findings.items.length).toBeGreaterThan(0);
    const audit = await browser.read<Audit>('GET', '/api/audit/sample', undefined, tenant.id);
    expect(audit.overallStatus).toMatch(/^(pass|warning|fail)$/);
    expect(audit.auditTimestamp).toBe(scan.completedAt);
    const report = await browser.send('GET', `/api/tenant/${tenant.id}/report/pdf`);
    expect(report.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await report.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('the trail has what was done, and is whole', async () => {
    const { entries } = await browser.read<{ entries: { eventType: string }[] }>('GET', '/api/admin/audit-trail');
    const events = entries.map(({ eventType }) => eventType);
    expect(events).toEqual(expect.arrayContaining(['user_created', 'scan_triggered']));
    // The timer of the leftovers had it verified.
    const verified = await browser.read('GET', '/api/admin/audit-trail/verification');
    expect(verified).toMatchObject({ last: { status: 'whole' } });
  });

  it('after signing out the session is over', async () => {
    const { cookie } = browser;
    await browser.read('POST', '/api/auth/logout', {});
    browser.cookie = cookie;
    expect((await browser.send('GET', '/api/tenants')).status).toBe(401);
  });

  it('each service was asked with a token of the user-assigned identity for it', () => {
    const { asked } = doubles.identity;
    expect(new Set(asked.map(({ clientId }) => clientId))).toEqual(new Set([settings.AZURE_CLIENT_ID]));
    expect(new Set(asked.map(({ resource }) => resource))).toEqual(
      new Set(['https://vault.azure.net', 'https://storage.azure.com', `https://${doubles.hosts.cosmos}`]),
    );
    expect(doubles.cosmos.answered()).toBeGreaterThan(100);
    expect(doubles.keyVault.versions.size).toBeGreaterThan(0);
  });

  it('Cosmos DB had nothing to refuse: no database and no container is made by the product', () => {
    expect(doubles.cosmos.refused).toEqual([]);
  });

  it('no secret is in what the host printed', () => {
    expect(printed).not.toContain(settings.SETUP_CODE);
    expect(printed).not.toContain(administrator.password);
    for (const [secret] of doubles.keyVault.versions.values()) expect(printed).not.toContain(secret);
  });
});
