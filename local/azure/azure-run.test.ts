import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TrailState } from '@tenantry/contract/audit-trail';
import type { Audit } from '@tenantry/contract/audits';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import type { Tenant } from '@tenantry/contract/tenants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../build-outputs.ts';
import { waitUntil } from '../stack/answers.ts';
import { azureSettings } from './azure-settings.ts';
import { startAzureDoubles } from './testing/azure-doubles.ts';
import { type Browser, createBrowser, startAzureHost } from './testing/azure-host.ts';

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
let doubles: Awaited<ReturnType<typeof startAzureDoubles>>;
let host: Awaited<ReturnType<typeof startAzureHost>>;
let browser: Browser;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'api/build.mjs'), '--out', join(folder, 'app')]);
  rmSync(join(folder, 'app/embedded.js'));
  doubles = await startAzureDoubles(name, folder);
  ends.unshift(doubles.close);
  host = await startAzureHost({
    bundle,
    dataDir: join(folder, 'host'),
    settings,
    nodeOptions: doubles.options,
    environment: doubles.environment,
  });
  ends.unshift(host.close);
  browser = createBrowser(host, settings.PUBLIC_ORIGIN);
});
afterAll(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
});

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
    expect(scan.findingsGenerated).toBeGreaterThan(0);
  });

  it('its findings, its audit and its report are there', async () => {
    const findings = await browser.read<{ items: unknown[] }>('GET', '/api/graph/findings', undefined, tenant.id);
    expect(findings.items.length).toBeGreaterThan(0);
    const audit = await browser.read<Audit>('GET', '/api/audit/sample', undefined, tenant.id);
    expect(audit.overallStatus).toMatch(/^(pass|warning|fail)$/);
    const { startedAt, completedAt } = scan;
    const auditedAt = audit.auditTimestamp ?? '';
    expect(startedAt <= auditedAt && auditedAt <= (completedAt ?? '')).toBe(true);
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
    const verification = '/api/admin/audit-trail/verification';
    await browser.read('POST', verification, {});
    let state: TrailState | undefined;
    const isVerified = async () => {
      state = await browser.read<TrailState>('GET', verification);
      return state.running === null && state.last !== null;
    };
    await waitUntil('the verification of the trail', isVerified, 60_000);
    expect(state).toMatchObject({ last: { status: 'whole', problemCount: 0 } });
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
      new Set([
        'https://vault.azure.net',
        'https://storage.azure.com',
        `https://${doubles.hosts.cosmos}`,
        // Application Insights, which is not there to be sent anything.
        'https://monitor.azure.com',
      ]),
    );
    expect(doubles.cosmos.answered()).toBeGreaterThan(100);
    expect(doubles.keyVault.versions.size).toBeGreaterThan(0);
  });

  it('Cosmos DB had nothing to refuse: no database and no container is made by the product', () => {
    expect(doubles.cosmos.refused).toEqual([]);
  });

  it('no secret is in what the host printed', () => {
    expect(host.printed()).not.toContain(settings.SETUP_CODE);
    expect(host.printed()).not.toContain(administrator.password);
    for (const [secret] of doubles.keyVault.versions.values()) expect(host.printed()).not.toContain(secret);
  });
});
