import { listApprovals } from '@tenantry/contract/approvals';
import { getLatestAudit } from '@tenantry/contract/audits';
import { getM365Status } from '@tenantry/contract/connection-status';
import { getCredential, saveCredentials } from '@tenantry/contract/connections';
import { listFindings } from '@tenantry/contract/findings';
import { getScan, startScan } from '@tenantry/contract/scans';
import { createTenantGroup } from '@tenantry/contract/tenant-groups';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { openTableStateStore } from '../../adapters/azure-storage/table-state-store.ts';
import { acquireLease, type LeaseEntity } from '../../domain/lease/lease.ts';
import { type Collection, update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import { credentialId } from '../../store/credentials.ts';
import { createLastSignInStore } from '../../store/last-sign-ins.ts';
import type { ScanRecord } from '../../store/scans.ts';
import { createTenantConfigurationStore } from '../../store/tenant-configurations.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { createTenantMode } from './tenant-mode.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const clientId = '6f1d2c3b-0000-4000-8000-00000000cccc';

describe('a tenant', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ app, cookie } = opened);
    return opened.close;
  });

  const save = (useMock: boolean, tenantId = weak) =>
    app.call(saveCredentials, {
      body: { clientId, clientSecret: 'a secret', tenantId, useMock },
      tenantId,
      cookie,
    });
  const start = () => app.call(startScan, { body: { tenant_id: weak }, cookie });
  async function scan() {
    const started = await start();
    await app.drainQueue();
    return (await app.call(getScan, { params: { scanLogId: String(started.json.scanLogId) }, cookie })).json;
  }
  const tenant = async () => (await app.app.stores.tenants.get(weak))?.value as TenantRecord;
  const scans = (): Collection<ScanRecord> => app.app.records.partition(containers.scanLogs, weak);
  const entries = (eventType: string) =>
    app.app.records.across(containers.auditLogs).count([{ field: 'eventType', op: 'eq', value: eventType }]);
  const files = async () => {
    const names: string[] = [];
    for (const folder of ['settings', 'scans', 'last-sign-in', 'simulated-last-sign-in', 'simulated-sign-ins']) {
      for await (const name of app.app.blobs.list(`${folder}/${weak}/`)) names.push(name);
    }
    return names;
  };
  async function resultCounts(): Promise<Record<string, number>> {
    const counts: Record<string, number> = { files: (await files()).length };
    for (const container of [
      containers.findings,
      containers.approvals,
      containers.auditResults,
      containers.scanLogs,
      containers.oauthHealth,
    ]) {
      counts[container.name] = await app.app.records.partition(container, weak).count();
    }
    return counts;
  }
  const nothing = { files: 0, findings: 0, approvals: 0, audit_results: 0, scan_logs: 0, oauth_health: 0 };
  /** Another host, whose scans and files are what the test says. */
  function anotherHost(change: Partial<Parameters<typeof createTenantMode>[0]> = {}) {
    const { stores, blobs, trail, clock, scans: service } = app.app;
    const state = openTableStateStore({ kind: 'connectionString', value: app.connectionString });
    return createTenantMode({
      tenants: stores.tenants,
      blobs,
      lastSignIns: createLastSignInStore(blobs),
      tenantConfigurations: createTenantConfigurationStore(blobs),
      leases: state.table<LeaseEntity>('leases'),
      stopScans: service.cancelAll,
      tenantGrouping: app.app.tenantGrouping,
      trail,
      activityLog: { add: async () => undefined },
      clock,
      log: () => undefined,
      ...change,
    });
  }
  /** It dies after the records, before the files. */
  const hostThatDies = () =>
    anotherHost({
      blobs: {
        ...app.app.blobs,
        list: () => {
          throw new Error('killed');
        },
      },
    });

  it('goes live without anything simulated: results, files, accounts and figures', async () => {
    expect(await scan()).toMatchObject({ status: 'completed' });
    const before = await resultCounts();
    for (const name of ['files', 'findings', 'approvals', 'audit_results', 'scan_logs']) {
      expect(before[name]).toBeGreaterThan(0);
    }
    const account = {
      userId: clientId,
      displayName: null,
      userPrincipalName: null,
      reason: 'A test',
      declaredBy: 'ada',
    };
    await update(app.app.stores.tenants, weak, (one) => ({
      ...one,
      emergencyAccounts: [{ ...account, declaredAt: one.createdAt, expiresAt: null }],
    }));
    const saved = await save(false);
    expect(saved.json).toMatchObject({ ok: true, credential: { isMock: false, goesLive: false, status: 'active' } });
    expect(await resultCounts()).toEqual(nothing);
    expect(await tenant()).toMatchObject({ isMock: false, purgingSince: null, audit: null, emergencyAccounts: [] });
    expect((await app.call(getLatestAudit, { tenantId: weak, cookie })).json).toMatchObject({
      isSimulated: false,
      overallScore: null,
    });
    const { items } = (await app.call(listTenantSummaries, { cookie })).json as { items: Record<string, unknown>[] };
    expect(items.find(({ tenantId }) => tenantId === weak)).toMatchObject({ secureScore: null, isMock: false });
    expect([await entries('tenant_going_live'), await entries('simulated_results_purged')]).toEqual([1, 1]);
  });

  it('is in the groups of its mode at once, and in none by what the simulator said of it', async () => {
    await scan();
    const made = await Promise.all(
      [
        { field: 'mode', value: 'simulated' },
        { field: 'mode', value: 'live' },
        { field: 'domain', value: 'example' },
      ].map((condition, at) =>
        app.call(createTenantGroup, {
          cookie,
          body: { name: `Group ${at}`, rule: { match: 'all', conditions: [condition] } },
        }),
      ),
    );
    const holding = async () => {
      const groups = await Promise.all(made.map(({ json }) => app.app.stores.tenantGroups.get(String(json.id))));
      return groups.map((stored) => stored?.value.tenantIds.includes(weak));
    };
    expect(await holding()).toEqual([true, false, true]);
    await update(
      app.app.stores.tenants,
      weak,
      (one): TenantRecord => ({
        ...one,
        recentChanges: [{ id: 'one', at: one.createdAt, gravity: 'high', title: 'A change' }],
      }),
    );
    await save(false);
    expect(await holding()).toEqual([false, true, false]);
    expect(await tenant()).toMatchObject({ recentChanges: [], entraLicense: null });
    await save(true);
    expect(await holding()).toEqual([true, false, false]);
  });

  it('that is live is scanned at Microsoft, and every result says so', async () => {
    await scan();
    await save(false);
    expect(await scan()).toMatchObject({ status: 'completed' });
    const findings = (await app.call(listFindings, { tenantId: weak, cookie, query: { limit: '200' } })).json;
    const marks = (findings.items as { isSimulated: boolean }[]).map(({ isSimulated }) => isSimulated);
    expect(new Set(marks)).toEqual(new Set([false]));
    const status = await app.call(getM365Status, { tenantId: weak, cookie });
    expect(status.json).toMatchObject({ mode: 'live', lastTokenSuccess: true, lastGraphCallSuccess: true });
  });

  it('goes live once, however often and at once that is asked for', async () => {
    await scan();
    const answers = await Promise.all([save(false), save(false), save(false)]);
    for (const { status } of answers) expect(status).toBe(200);
    await Promise.all([anotherHost().finishWaiting(), anotherHost().finishWaiting(), anotherHost().finishWaiting()]);
    expect(await tenant()).toMatchObject({ isMock: false });
    expect([await entries('tenant_going_live'), await entries('simulated_results_purged')]).toEqual([1, 1]);
    expect(await resultCounts()).toEqual(nothing);
  });

  it('that has real results is not simulated, and its credentials stay as they are', async () => {
    await save(false);
    await scan();
    const before = await app.app.stores.credentials.of(weak).get(credentialId(weak));
    const refused = await save(true);
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ code: 'CONFLICT', error: expect.stringMatching(/live results/) });
    const after = await app.app.stores.credentials.of(weak).get(credentialId(weak));
    expect(after?.value.clientSecret).toEqual(before?.value.clientSecret);
    expect(await tenant()).toMatchObject({ isMock: false });
    expect(await entries('tenant_simulated')).toBe(0);
  });

  it('that has no real results yet can be simulated, once, and keeps its credentials', async () => {
    await save(false);
    const answers = await Promise.all([save(true), save(true)]);
    for (const { json } of answers) expect(json).toMatchObject({ credential: { isMock: true } });
    expect(await entries('tenant_simulated')).toBe(1);
    expect((await app.call(getM365Status, { tenantId: weak, cookie })).json).toMatchObject({
      mode: 'mock',
      live: false,
      liveMode: false,
      mockMode: true,
      configured: true,
    });
    expect(await scan()).toMatchObject({ status: 'completed' });
    expect((await app.call(getLatestAudit, { tenantId: weak, cookie })).json.isSimulated).toBe(true);
  });

  it('that is being scanned live is not simulated', async () => {
    await save(false);
    await start();
    expect((await save(true)).status).toBe(409);
  });

  it('that goes live during a simulated scan has that cancelled, and no result of it', async () => {
    const started = await start();
    const saved = await save(false);
    expect(saved.json).toMatchObject({ credential: { isMock: false } });
    await app.drainQueue();
    expect(await resultCounts()).toEqual(nothing);
    expect(await entries('scan_cancelled')).toBe(1);
    const params = { scanLogId: String(started.json.scanLogId) };
    expect((await app.call(getScan, { params, cookie })).status).toBe(404);
  });

  it('waits for a scan that is saving its results, and takes no other meanwhile', async () => {
    const started = await start();
    const scanLogId = String(started.json.scanLogId);
    const savingSince = new Date().toISOString();
    await update(scans(), scanLogId, (one): ScanRecord => ({ ...one, status: 'running', savingSince }));
    expect((await save(false)).json).toMatchObject({ credential: { isMock: true, goesLive: true } });
    expect((await app.call(getM365Status, { tenantId: weak, cookie })).json.mode).toBe('mock');
    expect((await save(true)).status).toBe(409);
    expect(await anotherHost().finishWaiting()).toBe(0);
    // The worker ends it.
    await app.drainQueue();
    expect((await scans().get(scanLogId))?.value.status).toBe('completed');
    expect((await start()).status).toBe(409);
    expect(await anotherHost().finishWaiting()).toBe(1);
    expect(await resultCounts()).toEqual(nothing);
    expect((await app.call(getCredential, { params: { tenantId: weak }, cookie })).json).toMatchObject({
      isMock: false,
      goesLive: false,
    });
  });

  it('goes live by the next run of the timers where a process died while it deleted', async () => {
    await scan();
    await hostThatDies().goLive(weak, 'ada');
    const between = await resultCounts();
    expect(between.findings).toBe(0);
    expect(between.files).toBeGreaterThan(0);
    expect(await tenant()).toMatchObject({ isMock: true, purgingSince: expect.any(String) });
    const [one, two] = await Promise.all([anotherHost().finishWaiting(), anotherHost().finishWaiting()]);
    expect((one ?? 0) + (two ?? 0)).toBe(1);
    expect(await tenant()).toMatchObject({ isMock: false, purgingSince: null });
    expect(await resultCounts()).toEqual(nothing);
    expect(await entries('simulated_results_purged')).toBe(1);
  });

  it('whose host died with its lease in its hand goes live once that has run out', async () => {
    await update(app.app.stores.tenants, weak, (one) => ({ ...one, purgingSince: one.createdAt }));
    const state = openTableStateStore({ kind: 'connectionString', value: app.connectionString });
    const leases = state.table<LeaseEntity>('leases');
    await acquireLease(leases, `purge-${weak}`, { clock: app.app.clock, forMs: 60_000 });
    expect(await anotherHost().finishWaiting()).toBe(0);
    const clock = { now: () => new Date(Date.now() + 61_000) };
    expect(await anotherHost({ clock }).finishWaiting()).toBe(1);
    expect(await tenant()).toMatchObject({ isMock: false });
  });

  it('keeps what is real where a process that deletes is slow: it stops before another may go on', async () => {
    await scan();
    let nowMs = Date.now();
    const clock = { now: () => new Date(nowMs) };
    const slow = anotherHost({
      clock,
      stopScans: async () => {
        nowMs += 5 * 60_000;
        return true;
      },
    });
    await slow.goLive(weak, 'ada');
    expect((await resultCounts()).findings).toBeGreaterThan(0);
    expect(await tenant()).toMatchObject({ isMock: true });
  });

  it('that changed its mode after a scan was asked for: the scan ends without results', async () => {
    await start();
    await update(app.app.stores.tenants, weak, (one) => ({ ...one, isMock: false }));
    await app.drainQueue();
    const { items } = await scans().query();
    expect(items[0]).toMatchObject({ status: 'cancelled', scanType: 'simulated' });
    expect(await resultCounts()).toMatchObject({ findings: 0, audit_results: 0, approvals: 0 });
    expect((await tenant()).audit).toBeNull();
  });

  it('is asked for by no approval of the simulator after it went live', async () => {
    await scan();
    await save(false);
    expect((await app.call(listApprovals, { cookie, query: {} })).json.total).toBe(0);
  });
});
