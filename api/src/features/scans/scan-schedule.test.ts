import { getLatestAudit } from '@tenantry/contract/audits';
import { getScan, startScan } from '@tenantry/contract/scans';
import type { SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp } from '../../../testing/simulated-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { monthOf } from '../../store/month.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { createScanSchedule } from './scan-schedule.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const hourMs = 3_600_000;

describe('scheduled scans', () => {
  let app: TestApp;
  let cookie: string;
  let cloud: SimulatedCloud;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ app, cookie, cloud, close } = await openSimulatedApp());
  });
  afterEach(() => close());

  const tenants = () => app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
  const tenant = async () => {
    const stored = await tenants().get(weak);
    if (!stored) throw new Error('There is no such tenant');
    return stored.value;
  };
  const makeDue = () =>
    update(tenants(), weak, (value): TenantRecord => ({ ...value, nextScanAt: '2026-01-01T00:00:00.000Z' }));
  const scans = async () =>
    (await app.app.records.partition<ScanRecord>(containers.scanLogs, weak).query({ limit: 50 })).items;
  const inHours = async () => (Date.parse(String((await tenant()).nextScanAt)) - Date.now()) / hourMs;

  async function scan() {
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
    const done = await app.call(getScan, { params: { scanLogId: String(started.json.scanLogId) }, cookie });
    expect(done.json.status).toBe('completed');
  }

  it('begin only after somebody asked for the first scan', async () => {
    expect((await tenant()).nextScanAt ?? null).toBeNull();
    expect(await app.app.scanSchedule.startDue()).toBe(0);
    await scan();
    expect(await inHours()).toBeCloseTo(24, 1);
    expect(await app.app.scanSchedule.startDue()).toBe(0);
  });

  it('start once, however many hosts run the timer at once, with an entry in the trail', async () => {
    await makeDue();
    const another = createScanSchedule({
      tenants: app.app.stores.tenants,
      scans: app.app.scans,
      clock: app.app.clock,
      log: console.error,
    });
    const started = await Promise.all([app.app.scanSchedule.startDue(), another.startDue(), another.startDue()]);
    expect(started.reduce((sum, one) => sum + one, 0)).toBe(1);
    await app.drainQueue();
    expect(await app.app.scanSchedule.startDue()).toBe(0);
    const made = await scans();
    expect(made.map(({ status, initiatedBy }) => ({ status, initiatedBy }))).toEqual([
      { status: 'completed', initiatedBy: 'schedule' },
    ]);
    const month = monthOf(new Date().toISOString());
    const trail = app.app.records.partition<{ id: string; eventType: string; user: string }>(
      containers.auditLogs,
      month,
    );
    const { items } = await trail.query({ where: [{ field: 'eventType', op: 'eq', value: 'scan_triggered' }] });
    expect(items.map(({ user }) => user)).toEqual(['system']);
  });

  it('join the scan that runs', async () => {
    await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await makeDue();
    expect(await app.app.scanSchedule.startDue()).toBe(1);
    await app.drainQueue();
    expect(await scans()).toHaveLength(1);
  });

  it('go on, each time later, where our own registration is missing: it may come back without anybody looking here', async () => {
    await update(tenants(), weak, (value): TenantRecord => ({ ...value, isMock: false }));
    await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
    const [ended] = await scans();
    expect(ended).toMatchObject({ status: 'failed', errorMessage: expect.stringMatching(/is not connected/) });
    expect(await inHours()).toBeCloseTo(1, 1);
  });

  it('come sooner while something cannot be read, each time later, and daily again once all is read', async () => {
    cloud.faults.set({ tenantId: weak, pathPrefix: '/groups', kind: 'status', status: 501 });
    await scan();
    expect(await inHours()).toBeCloseTo(24, 1);
    cloud.faults.clear();
    cloud.faults.set({ tenantId: weak, pathPrefix: '/groups', kind: 'status', status: 503, retryAfterSeconds: 0 });
    const waits: number[] = [];
    for (let step = 0; step < 3; step += 1) {
      await scan();
      waits.push(Math.round(await inHours()));
    }
    expect(waits).toEqual([1, 2, 4]);
    const audit = await app.call(getLatestAudit, { tenantId: weak, cookie });
    const groups = (audit.json.datasets as { name: string }[]).find(({ name }) => name === 'groups');
    expect(groups).toMatchObject({
      label: 'Groups',
      state: 'couldNotCheck',
      status: 503,
      code: 'serviceNotAvailable',
      grantUrl: null,
      retryAt: (await tenant()).nextScanAt,
    });
    cloud.faults.clear();
    await scan();
    expect(await inHours()).toBeCloseTo(24, 1);
  });
});
