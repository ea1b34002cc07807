import { cancelScanRun, getScanRun, retryScanRun, startScanRun } from '@tenantry/contract/scan-runs';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { containers } from '../../records/containers.ts';
import type { ScanRecord } from '../../records/record-types.ts';

describe('a run of scans', () => {
  let app: TestApp;
  let cookie: string;
  let tenantIds: string[];
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    tenantIds = await app.tenantIds();
  });
  afterEach(() => app.close());

  const start = (body: object = { tenantIds: 'all' }, by = cookie) => app.call(startScanRun, { body, cookie: by });
  const runIdOf = (answer: Answer) => String(answer.json.runId);
  const get = async (runId: string, by = cookie) => app.call(getScanRun, { params: { runId }, cookie: by });
  const scans = async () => (await app.app.store.across<ScanRecord>(containers.scanLogs).query({ limit: 200 })).items;

  it('scans every tenant in scope once, and tells how far it is', async () => {
    const started = await start();
    expect(started.json).toMatchObject({ state: 'starting', total: tenantIds.length, started: 0 });
    await app.drainQueue();
    await app.drainQueue();
    expect((await get(runIdOf(started))).json).toMatchObject({
      state: 'ended',
      started: tenantIds.length,
      completed: tenantIds.length,
      failed: 0,
    });
    expect((await scans()).map((scan) => scan.tenantId).toSorted()).toEqual(tenantIds.toSorted());
  });

  it('begins none twice, however often its message comes, and at once', async () => {
    const runId = runIdOf(await start());
    await Promise.all([1, 2, 3].map(() => app.app.scanRuns.work(runId)));
    await app.drainQueue();
    await app.app.scanRuns.work(runId);
    await app.app.scanRuns.takeUp();
    await app.drainQueue();
    expect(await scans()).toHaveLength(tenantIds.length);
    expect((await get(runId)).json).toMatchObject({ state: 'ended', completed: tenantIds.length });
  });

  it('counts a scan that was under way already', async () => {
    const [first = ''] = tenantIds;
    await app.call(startScan, { body: { tenant_id: first }, cookie });
    const runId = runIdOf(await start({ tenantIds: [first, first] }));
    await app.app.scanRuns.work(runId);
    await app.drainQueue();
    expect((await get(runId)).json).toMatchObject({ state: 'ended', total: 1, completed: 1 });
    expect(await scans()).toHaveLength(1);
  });

  it('that is cancelled begins no more and ends those that wait; they can be scanned again', async () => {
    const runId = runIdOf(await start());
    await app.app.scanRuns.work(runId);
    const cancel = () => app.call(cancelScanRun, { params: { runId }, cookie });
    const [cancelled] = await Promise.all([cancel(), cancel()]);
    expect(cancelled?.json).toMatchObject({ state: 'cancelled' });
    await app.drainQueue();
    expect((await get(runId)).json).toMatchObject({ state: 'cancelled', cancelled: tenantIds.length, completed: 0 });
    const again = await app.call(retryScanRun, { params: { runId }, cookie });
    expect(again.json).toMatchObject({ total: tenantIds.length });
    await app.drainQueue();
    await app.drainQueue();
    expect((await get(runIdOf(again))).json).toMatchObject({ completed: tenantIds.length });
    expect((await app.call(retryScanRun, { params: { runId: runIdOf(again) }, cookie })).status).toBe(409);
  });

  it('keeps to the scope of whoever starts it, and is no one else’s to see', async () => {
    const [mine = '', other = ''] = tenantIds;
    const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [mine] });
    expect((await start({ tenantIds: [mine, other] }, scoped)).status).toBe(404);
    const run = await start(undefined, scoped);
    expect(run.json).toMatchObject({ total: 1 });
    const stranger = await app.signInAs('admin', { kind: 'tenants', tenantIds: [mine] });
    expect((await get(runIdOf(run), stranger)).status).toBe(404);
    expect((await get(runIdOf(run))).status).toBe(200);
    expect((await start(undefined, await app.signInAs('admin', { kind: 'none' }))).status).toBe(409);
  });
});
