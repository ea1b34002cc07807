import {
  cancelScanRun,
  getScanRun,
  listScanRuns,
  listScansOfRun,
  retryScanRun,
  startScanRun,
} from '@tenantry/contract/scan-runs';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { ScanRunRecord } from '../../store/scan-runs.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserRecord } from '../../store/users.ts';

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
  const scans = async () => (await app.app.records.across<ScanRecord>(containers.scanLogs).query({ limit: 200 })).items;

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
    await app.app.scanRuns.requeue();
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

  it('is one for each key, however often and from wherever its start is sent', async () => {
    const key = crypto.randomUUID();
    const body = { tenantIds: tenantIds.slice(0, 2), key };
    const answers = await Promise.all([start(body), start(body), start(body)]);
    expect(answers.map(({ status, json }) => [status, json.runId])).toEqual([1, 2, 3].map(() => [200, key]));
    expect((await app.call(listScanRuns, { cookie })).json).toMatchObject({ total: 1 });
    const entries = app.app.records.across(containers.auditLogs);
    expect(await entries.count([{ field: 'eventType', op: 'eq', value: 'scan_run_started' }])).toBe(1);
    expect((await start({ ...body, tenantIds: tenantIds.slice(1, 3) })).status).toBe(409);
    expect((await start(body, await app.signInAs('admin', { kind: 'all' }))).status).toBe(409);
    await app.drainQueue();
    expect((await get(key)).json).toMatchObject({ total: 2, started: 2 });
  });

  it('of other tenants is no answer to a key with "all"; of all it is, also once there is another tenant', async () => {
    const [key, ofAll] = [crypto.randomUUID(), crypto.randomUUID()];
    await start({ tenantIds: tenantIds.slice(0, 2), key });
    expect((await start({ tenantIds: 'all', key })).status).toBe(409);
    await start({ tenantIds: 'all', key: ofAll });
    expect((await start({ tenantIds: tenantIds.slice(0, 2), key: ofAll })).status).toBe(409);
    const tenants = app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
    const [like] = (await tenants.query({ limit: 1 })).items;
    if (!like) throw new Error('There is no tenant');
    const id = crypto.randomUUID();
    const createdAt = new Date(Date.now() + 1000).toISOString();
    await tenants.create({ ...like, id, name: 'New', nameKey: 'new', m365TenantId: id, createdAt });
    expect((await start({ tenantIds: 'all', key: ofAll })).json).toMatchObject({
      runId: ofAll,
      total: tenantIds.length,
    });
  });

  it('of two administrators at once scans no tenant twice, and says which scans count for the other', async () => {
    const other = await app.signInAs('admin', { kind: 'all' });
    const runIds = (await Promise.all([start(), start(undefined, other)])).map(runIdOf);
    await Promise.all(runIds.map((runId) => app.app.scanRuns.work(runId)));
    for (const runId of runIds) await app.app.scanRuns.work(runId);
    await app.drainQueue();
    expect(await scans()).toHaveLength(tenantIds.length);
    const views = await Promise.all(runIds.map(async (runId) => (await get(runId)).json));
    const sum = (name: string) => views.reduce((total, view) => total + Number(view[name]), 0);
    expect(views.map(({ state }) => state)).toEqual(['ended', 'ended']);
    expect([sum('completed'), sum('elsewhere')]).toEqual([tenantIds.length, tenantIds.length]);
  });

  it('is listed with its scans, the newest first, page by page and by status', async () => {
    const ids = [runIdOf(await start({ tenantIds: tenantIds.slice(0, 1) })), runIdOf(await start())];
    const first = await app.call(listScanRuns, { query: { limit: '1' }, cookie });
    expect(first.json).toMatchObject({ total: 2, items: [{ runId: ids[1], total: tenantIds.length }] });
    const query = { limit: '1', cursor: String(first.json.nextCursor) };
    expect((await app.call(listScanRuns, { query, cookie })).json).toMatchObject({ items: [{ runId: ids[0] }] });
    await app.drainQueue();
    await app.drainQueue();
    const [, runId = ''] = ids;
    const list = (query: Record<string, string>) => app.call(listScansOfRun, { params: { runId }, query, cookie });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { json } = await list({ limit: '1', ...(cursor ? { cursor } : {}) });
      for (const scan of json.items as { tenantId: string; tenantName: string; status: string }[]) {
        seen.push(scan.tenantId);
        expect(scan).toMatchObject({ status: 'completed', errorMessage: null });
        expect(scan.tenantName).not.toBe(scan.tenantId);
      }
      cursor = json.nextCursor as string | undefined;
    } while (cursor);
    const { completed } = (await get(runId)).json;
    expect(seen).toHaveLength(Number(completed));
    expect(new Set(seen).size).toBe(seen.length);
    expect((await list({ status: 'failed' })).json).toEqual({ items: [], total: 0 });
  });

  it('that is over keeps its counts, and answers one retry however often it is asked for', async () => {
    const runId = runIdOf(await start());
    await app.app.scanRuns.work(runId);
    await app.call(cancelScanRun, { params: { runId }, cookie });
    const retry = () => app.call(retryScanRun, { params: { runId }, cookie });
    const again = await Promise.all([retry(), retry(), retry()]);
    expect(new Set(again.map(runIdOf)).size).toBe(1);
    expect((await retry()).json.runId).toBe(again[0]?.json.runId);
    expect((await get(runId)).json).toMatchObject({ retriedAs: again[0]?.json.runId });
    const retried = String(again[0]?.json.runId);
    expect((await app.call(retryScanRun, { params: { runId: retried }, cookie })).status).toBe(409);
    await app.drainQueue();
    await app.drainQueue();
    await app.app.scanRuns.requeue();
    const runs = app.app.records.partition<ScanRunRecord>(containers.scanRuns, globalPartition);
    expect((await runs.get(retried))?.value.ended).toMatchObject({ completed: tenantIds.length, running: 0 });
    expect((await get(retried)).json).toMatchObject({ state: 'ended', completed: tenantIds.length });
  });

  it('that is cancelled while a worker begins its scans leaves none that goes on, and retries those never begun', async () => {
    const runId = runIdOf(await start());
    await Promise.all([app.app.scanRuns.work(runId), app.call(cancelScanRun, { params: { runId }, cookie })]);
    await app.drainQueue();
    const { queued, running, completed, cancelled } = (await get(runId)).json;
    expect({ queued, running, completed }).toEqual({ queued: 0, running: 0, completed: 0 });
    expect(Number(cancelled)).toBeLessThanOrEqual(tenantIds.length);
    expect((await app.call(retryScanRun, { params: { runId }, cookie })).json).toMatchObject({
      total: tenantIds.length,
    });
  });

  it('tells what became of tenants that the caller still looks after, and of no others', async () => {
    const [mine = '', other = ''] = tenantIds;
    const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [mine, other] });
    const runId = runIdOf(await start({ tenantIds: [mine, other] }, scoped));
    const foreign = runIdOf(await start());
    await app.drainQueue();
    expect((await app.call(listScanRuns, { cookie: scoped })).json).toMatchObject({ total: 1, items: [{ runId }] });
    expect((await app.call(listScansOfRun, { params: { runId: foreign }, cookie: scoped })).status).toBe(404);
    const users = app.app.records.partition<UserRecord>(containers.users, globalPartition);
    const { items } = await users.query({ limit: 50 });
    const admin = items.find(({ scope }) => scope.kind === 'tenants');
    await update(
      users,
      String(admin?.id),
      (user): UserRecord => ({ ...user, scope: { kind: 'tenants', tenantIds: [mine] } }),
    );
    const left = await app.call(listScansOfRun, { params: { runId }, cookie: scoped });
    expect(left.json).toMatchObject({ total: 1, items: [{ tenantId: mine }] });
  });
});
