import {
  cancelScanRun,
  getScanRun,
  listScanRuns,
  listScansOfRun,
  retryScanRun,
  startScanRun,
} from '@tenantry/contract/scan-runs';
import { cancelScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { Scope } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';

describe('a run whose starter looks after fewer tenants than then', () => {
  let app: TestApp;
  let everywhere: string;
  let cookie: string;
  let mine: string;
  let others: string[];
  beforeEach(async () => {
    app = await createTestApp();
    everywhere = await app.registerAdmin();
    [mine = '', ...others] = await app.tenantIds();
    cookie = await app.signInAs('admin', { kind: 'tenants', tenantIds: [mine, ...others] });
  });
  afterEach(() => app.close());

  async function rescope(scope: Scope): Promise<void> {
    const users = app.app.records.partition<UserRecord>(containers.users, globalPartition);
    const { items } = await users.query({ limit: 50 });
    const admin = items.find(({ id }) => id.startsWith('user-'));
    await update(users, String(admin?.id), (user): UserRecord => ({ ...user, scope }));
  }
  const narrow = () => rescope({ kind: 'tenants', tenantIds: [mine] });
  const start = async (body: object = { tenantIds: 'all' }, by = cookie) =>
    app.call(startScanRun, { body, cookie: by });
  const started = async (body?: object) => String((await start(body)).json.runId);
  const call = (endpoint: typeof getScanRun | typeof cancelScanRun | typeof retryScanRun, runId: string, by = cookie) =>
    app.call(endpoint, { params: { runId }, cookie: by });
  const statuses = async () => {
    const { items } = await app.app.records.across<ScanRecord>(containers.scanLogs).query({ limit: 200 });
    return Object.fromEntries(items.map(({ tenantId, status }) => [tenantId, status]));
  };

  it('counts the scans in scope alone, and says that there are others', async () => {
    const runId = await started();
    await app.drainQueue();
    await app.drainQueue();
    await app.app.scanRuns.requeue();
    expect((await call(getScanRun, runId)).json).toMatchObject({ isPartial: false, total: 4, completed: 4 });
    await narrow();
    const partial = { runId, isPartial: true, total: 1, started: 1, completed: 1, elsewhere: 0, state: 'ended' };
    expect((await call(getScanRun, runId)).json).toMatchObject(partial);
    expect((await app.call(listScanRuns, { cookie })).json).toMatchObject({ total: 1, items: [partial] });
    expect((await call(getScanRun, runId, everywhere)).json).toMatchObject({ isPartial: false, total: 4 });
  });

  it('is not there where none of its tenants is left, and is not in the list', async () => {
    const foreign = await started({ tenantIds: others });
    const own = await started({ tenantIds: [mine] });
    const emptied = await started({ tenantIds: others.slice(0, 1) });
    await narrow();
    for (const runId of [foreign, emptied]) {
      for (const endpoint of [getScanRun, cancelScanRun, retryScanRun])
        expect((await call(endpoint, runId)).status).toBe(404);
      expect((await app.call(listScansOfRun, { params: { runId }, cookie })).status).toBe(404);
    }
    const page = await app.call(listScanRuns, { query: { limit: '1' }, cookie });
    expect(page.json).toMatchObject({ total: 1, items: [{ runId: own }] });
    await rescope({ kind: 'none' });
    expect((await call(getScanRun, own)).status).toBe(404);
    expect((await app.call(listScanRuns, { cookie })).json).toMatchObject({ total: 0, items: [] });
    expect((await call(getScanRun, foreign, everywhere)).json).toMatchObject({ total: 3, state: 'starting' });
  });

  it('is cancelled for the scans in scope, and goes on for the others', async () => {
    const runId = await started();
    await app.app.scanRuns.work(runId);
    await narrow();
    expect((await call(cancelScanRun, runId)).json).toMatchObject({ state: 'cancelled', total: 1, cancelled: 1 });
    await app.drainQueue();
    await app.drainQueue();
    const expected = Object.fromEntries([[mine, 'cancelled'], ...others.map((id) => [id, 'completed'])]);
    expect(await statuses()).toEqual(expected);
    expect((await call(getScanRun, runId, everywhere)).json).toMatchObject({
      state: 'ended',
      completed: 3,
      cancelled: 1,
    });
    const cancelled = [{ field: 'eventType', op: 'eq' as const, value: 'scan_run_cancelled' }];
    const { items } = await app.app.records.across<{ id: string; details: object }>(containers.auditLogs).query({
      where: cancelled,
    });
    expect(items).toMatchObject([{ details: { runId, tenants: 1 } }]);
  });

  it('begins no scan of a tenant whose part was cancelled before it', async () => {
    const runId = await started();
    await narrow();
    await call(cancelScanRun, runId);
    await call(cancelScanRun, runId);
    await app.drainQueue();
    await app.drainQueue();
    expect(Object.keys(await statuses()).toSorted()).toEqual(others.toSorted());
    expect((await call(getScanRun, runId)).json).toMatchObject({
      state: 'cancelled',
      total: 1,
      started: 0,
      cancelled: 1,
      elsewhere: 0,
    });
    expect((await call(getScanRun, runId, everywhere)).json).toMatchObject({
      state: 'ended',
      total: 4,
      started: 3,
      cancelled: 1,
      elsewhere: 0,
    });
  });

  it('is retried for the tenants in scope; the others can be retried by whoever looks after them', async () => {
    const runId = await started();
    await app.app.scanRuns.work(runId);
    await call(cancelScanRun, runId, everywhere);
    await narrow();
    const again = await call(retryScanRun, runId);
    expect(again.json).toMatchObject({ total: 1, isPartial: false });
    expect((await call(retryScanRun, runId)).json.runId).toBe(again.json.runId);
    expect((await call(getScanRun, runId)).json.retriedAs).toBe(again.json.runId);
    const rest = await call(retryScanRun, runId, everywhere);
    expect(rest.json).toMatchObject({ total: 3 });
    await app.drainQueue();
    await app.drainQueue();
    expect((await call(getScanRun, String(again.json.runId))).json).toMatchObject({ total: 1, completed: 1 });
    expect((await call(getScanRun, String(rest.json.runId))).status).toBe(404);
  });

  it('is not given out by its key for other tenants than it was for', async () => {
    const key = crypto.randomUUID();
    const body = { tenantIds: others.slice(0, 2), key };
    expect((await start(body)).status).toBe(200);
    expect((await start({ tenantIds: 'all', key })).status).toBe(409);
    expect((await start({ ...body, tenantIds: body.tenantIds.toReversed() })).json.runId).toBe(key);
    await narrow();
    expect((await start({ tenantIds: 'all', key })).status).toBe(409);
    expect((await start({ tenantIds: [mine], key })).status).toBe(409);
    expect((await start(body)).status).toBe(404);
    const all = crypto.randomUUID();
    expect((await start({ tenantIds: 'all', key: all }, everywhere)).json).toMatchObject({ runId: all, total: 4 });
    expect((await start({ tenantIds: 'all', key: all }, everywhere)).json).toMatchObject({ runId: all, total: 4 });
    expect((await start({ tenantIds: 'all', key: all })).status).toBe(409);
  });

  it('gives no way to a single scan of a tenant out of scope', async () => {
    const runId = await started();
    await app.app.scanRuns.work(runId);
    const { json } = await app.call(listScansOfRun, { params: { runId }, cookie });
    const foreign = (json.items as { tenantId: string; scanLogId: string }[]).find(({ tenantId }) => tenantId !== mine);
    await narrow();
    expect((await app.call(cancelScan, { params: { scanLogId: foreign?.scanLogId ?? '' }, cookie })).status).toBe(404);
  });
});
