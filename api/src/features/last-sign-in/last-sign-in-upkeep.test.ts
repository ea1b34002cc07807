import { getLatestAudit } from '@tenantry/contract/audits';
import { getScan, startScan } from '@tenantry/contract/scans';
import { createSimulatedCloud, type SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openTableStateStore } from '../../adapters/azure-storage/table-state-store.ts';
import { createMicrosoft365, noLiveTenants } from '../../adapters/graph/microsoft365-connector.ts';
import { simulatedMailInProcess } from '../../adapters/graph/simulated-dns.ts';
import { simulatorInProcess } from '../../adapters/graph/upstream.ts';
import type { LeaseEntity } from '../../domain/lease/lease.ts';
import { update } from '../../ports/collection.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { createLastSignInStore } from '../../store/last-sign-ins.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { createLastSignInUpkeep } from './last-sign-in-upkeep.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const simulated = { id: weak, isMock: true };
const dayMs = 86_400_000;

type Verdicts = { verdicts: { checkId: string; status: string; evidence: { observed: string }[] }[] };

describe('the last sign-ins', () => {
  let app: TestApp;
  let cookie: string;
  let cloud: SimulatedCloud;
  let simulator: Awaited<ReturnType<typeof startSimulatorServer>>;

  async function open(settings: Record<string, string> = {}) {
    app = await createTestApp({ SIMULATOR_URL: simulator.url, TENANT_CONFIGURATION: 'off', ...settings });
    cookie = await app.registerAdmin();
  }
  beforeEach(async () => {
    cloud = createSimulatedCloud({ now: () => new Date() });
    simulator = await startSimulatorServer({ port: 0, cloud });
  });
  afterEach(async () => {
    await app.close();
    await simulator.close();
  });

  const known = () => createLastSignInStore(app.app.blobs);
  const tenants = () => app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
  const tenant = async (id = weak) => {
    const stored = await tenants().get(id);
    if (!stored) throw new Error('There is no such tenant');
    return stored.value;
  };
  const makeDue = (id = weak) =>
    update(tenants(), id, (value): TenantRecord => ({ ...value, lastSignInDueAt: '2026-01-01T00:00:00.000Z' }));
  const asked = () =>
    cloud
      .requestCounts()
      .filter(({ path }) => path.endsWith('/users'))
      .reduce((sum, { count }) => sum + count, 0);

  async function scan(tenantId = weak) {
    const started = await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
    await app.drainQueue();
    const params = { scanLogId: String(started.json.scanLogId) };
    expect((await app.call(getScan, { params, cookie })).json.status).toBe('completed');
    const audit = (await app.call(getLatestAudit, { tenantId, cookie })).json;
    const verdicts = Object.values(audit.categories as Record<string, Verdicts>).flatMap((one) => one.verdicts);
    const stale = verdicts.find(({ checkId }) => checkId === 'user.stale');
    const state = (audit.datasets as { name: string }[]).find(({ name }) => name === 'signInActivity');
    return { stale, state };
  }

  /** Another worker of the same upkeep, whose upstream has no limits, at another time. */
  function anotherWorker({ laterMs = 0, queue }: { laterMs?: number; queue?: WorkQueue } = {}) {
    const state = openTableStateStore({ kind: 'connectionString', value: app.connectionString });
    const mail = simulatedMailInProcess(cloud.dns);
    return createLastSignInUpkeep({
      tenants: app.app.stores.tenants,
      lastSignIns: known(),
      leases: state.table<LeaseEntity>('leases'),
      queue: queue ?? { send: async () => undefined, depth: async () => 0 },
      microsoft365: createMicrosoft365({ upstream: simulatorInProcess(cloud), mail }, noLiveTenants(mail)),
      clock: { now: () => new Date(Date.now() + laterMs) },
      log: console.error,
    });
  }

  it('are asked for in the first scan where there is room, kept with their date, and used by the next scans', async () => {
    await open();
    const first = await scan();
    expect(first.stale).toMatchObject({ status: 'fail' });
    const kept = await known().read(simulated);
    expect(kept).toMatchObject({ state: 'ok', value: { enabledMembers: expect.any(Number) } });
    expect(Date.parse(String((await tenant()).lastSignInDueAt))).toBe(Date.parse(String(kept?.fetchedAt)) + dayMs);
    const lastWeek = '2026-11-13T08:00:00.000Z';
    if (kept) await known().write(simulated, { ...kept, fetchedAt: lastWeek });
    cloud.clearRequestCounts();
    const second = await scan();
    expect(second.stale?.evidence[0]?.observed).toContain('as of 2026-11-13');
    expect(second.state).toMatchObject({ state: 'ok', fetchedAt: lastWeek });
    // The one page of the directory's users, and none with last sign-ins.
    expect(asked()).toBe(1);
  });

  it('wait for the rate limiter where there is no room for all pages, and are collected over several messages', async () => {
    await open({ GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: '1' });
    const first = await scan();
    expect(first.stale).toMatchObject({ status: 'couldNotCheck' });
    const planned = await tenant();
    expect(first.state).toMatchObject({
      state: 'couldNotCheck',
      code: 'WaitingForTurn',
      retryAt: planned.lastSignInDueAt,
    });
    expect(await known().read(simulated)).toBeNull();
    expect(await app.app.lastSignInUpkeep.sweep()).toBe(1);
    expect(await app.app.lastSignInUpkeep.sweep()).toBe(0);
    await app.drainQueue();
    // One request a minute: the first page of two is there, and for the next time no worker waits so long.
    expect(await known().readProgress(simulated)).toMatchObject({ next: expect.stringContaining('skiptoken') });
    expect(Date.parse(String((await tenant()).lastSignInDueAt))).toBeGreaterThan(Date.now() + 50_000);
    await anotherWorker().work(weak);
    expect(await known().readProgress(simulated)).toBeNull();
    expect(Date.parse(String((await tenant()).nextScanAt))).toBeLessThanOrEqual(Date.now());
    cloud.clearRequestCounts();
    const second = await scan();
    expect(asked()).toBe(1);
    const whole = await known().read(simulated);
    await known().forget(simulated);
    await anotherWorker().work(weak);
    // In two pieces or in one: the same accounts.
    expect((await known().read(simulated))?.value).toEqual(whole?.value);
    expect(second.stale).toMatchObject({ status: 'fail' });
  });

  it('are collected again after a day, once, however often the message comes', async () => {
    await open();
    await scan();
    expect(await app.app.lastSignInUpkeep.sweep()).toBe(0);
    const later = anotherWorker({ laterMs: dayMs });
    await makeDue();
    cloud.clearRequestCounts();
    await Promise.all([later.work(weak), later.work(weak)]);
    await later.work(weak);
    expect(asked()).toBe(2);
    expect(Date.parse(String((await tenant()).lastSignInDueAt))).toBeGreaterThan(Date.now() + 1.9 * dayMs);
  });

  it('are not asked for by a schedule where the tenant has no license', async () => {
    await open();
    const { state } = await scan(unlicensed);
    expect(state).toMatchObject({ state: 'notLicensed', license: 'Microsoft Entra ID P1', retryAt: null });
    expect((await tenant(unlicensed)).lastSignInDueAt ?? null).toBeNull();
  });

  it('that are stored do not make a scan succeed for which Microsoft gave nothing', async () => {
    await open();
    await scan();
    cloud.faults.set({ tenantId: weak, pathPrefix: '/', kind: 'status', status: 501 });
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
    const params = { scanLogId: String(started.json.scanLogId) };
    expect((await app.call(getScan, { params, cookie })).json.status).toBe('failed');
    expect(Date.parse(String((await tenant()).nextScanAt))).toBeLessThan(Date.now() + dayMs / 23);
  });

  it('that are no longer permitted are forgotten, and those that cannot be reached are kept', async () => {
    await open();
    await scan();
    const later = anotherWorker({ laterMs: dayMs });
    const refuse = (status: number, code: string) =>
      cloud.faults.set({ tenantId: weak, pathPrefix: '/users', kind: 'status', status, body: { error: { code } } });
    refuse(400, 'Directory_ExpiredPageToken');
    await later.work(weak);
    expect(await known().read(simulated)).not.toBeNull();
    cloud.faults.clear();
    refuse(403, 'Authorization_RequestDenied');
    await later.work(weak);
    expect(await known().read(simulated)).toBeNull();
  });
});
