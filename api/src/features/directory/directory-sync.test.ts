import { listAdminTenants } from '@tenantry/contract/connections';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLease } from '../../domain/lease/lease.ts';
import { update } from '../../ports/collection.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { type DirectoryApp, dayMs, openDirectoryApp, users, weak } from './testing/directory-app.ts';

describe('the accounts of a directory', () => {
  let d: DirectoryApp;
  beforeEach(async () => {
    d = await openDirectoryApp();
  });
  afterEach(() => d.close());

  it('are there after it, each once, with a log of the run and their number on the tenant', async () => {
    const after = await d.sync();
    const kept = await d.stored();
    const expected = users;
    expect(new Set(kept.map(({ graphId }) => graphId)).size).toBe(users);
    expect(kept).toHaveLength(users);
    expect(after.directory).toEqual({ users: expected, syncedAt: expect.any(String), isSimulated: true });
    expect(Date.parse(String(after.directorySyncDueAt))).toBe(Date.parse(String(after.directory?.syncedAt)) + dayMs);
    expect(await d.logs()).toMatchObject([
      {
        syncType: 'directory',
        tenantId: weak,
        status: 'completed',
        totalRecords: expected,
        processedRecords: expected,
        newRecords: expected,
        updatedRecords: 0,
        skippedRecords: 0,
        errorCount: 0,
        errorMessage: null,
        duration: expect.any(Number),
        additionalData: { removedRecords: 0 },
      },
    ]);
    const managed = (await d.app.call(listAdminTenants, { cookie: d.cookie })).json.tenants as Record<
      string,
      unknown
    >[];
    expect(managed.find(({ id }) => id === weak)?.linkedM365Users).toBe(expected);
  });

  it('that did not change are not written again, and cost a query for each page', async () => {
    await d.sync();
    await d.request();
    const { store, seen } = d.watchedStore();
    await d.anotherWorker({ store }).work(weak);
    const pages = Math.ceil((await d.stored()).length / 999);
    expect(seen).toEqual({ creates: 0, replaces: 0, deletes: 0, reads: pages });
    expect((await d.logs()).at(-1)).toMatchObject({ status: 'completed', newRecords: 0, updatedRecords: 0 });
  });

  it('that were added, renamed or removed are so after the next one', async () => {
    await d.sync();
    const count = (await d.stored()).length;
    d.cloud.changeTenant(weak, { kind: 'account', user: 30, set: { displayName: 'Zoë Ångström', jobTitle: 'Diver' } });
    d.cloud.changeTenant(weak, { kind: 'account', user: 31, set: null });
    d.cloud.changeTenant(weak, { kind: 'account', user: count, set: { displayName: 'Newly Come' } });
    await d.sync();
    expect((await d.logs()).at(-1)).toMatchObject({
      newRecords: 1,
      updatedRecords: 1,
      skippedRecords: count - 2,
      totalRecords: count,
      additionalData: { removedRecords: 1 },
    });
    expect(await d.stored()).toHaveLength(count);
    expect(await d.list({ search: 'ÅNGSTRÖM' })).toMatchObject({ total: 1, users: [{ jobTitle: 'Diver' }] });
    expect(await d.list({ search: 'newly' })).toMatchObject({ total: 1 });
  });

  it('are whole and each there once when a worker died in the middle', async () => {
    await d.request();
    const broken = d.watchedStore(1300);
    await expect(d.anotherWorker({ store: broken.store }).work(weak)).rejects.toThrow('the process died');
    expect((await d.tenant()).directorySync).toMatchObject({ state: 'running' });
    expect((await d.list()).users).toEqual([]);
    // Nobody has the lease any more: what the dead one left is resumed.
    await d.anotherWorker().work(weak);
    expect((await d.tenant()).directorySync).toMatchObject({ state: 'completed' });
    expect(await d.stored()).toHaveLength((await d.tenant()).directory?.users ?? 0);
    const [log, ...others] = await d.logs();
    expect(others).toEqual([]);
    expect(log?.newRecords).toBeLessThan(Number(log?.totalRecords));
  });

  it('are requeued when nobody has heard of a worker any more', async () => {
    await d.request();
    const clock = { now: () => new Date() };
    // A process that died holds its lease until that runs out.
    expect(await acquireLease(d.leases, `directory-${weak}`, { clock, forMs: 600_000 })).not.toBeNull();
    const sent: Record<string, string | number>[] = [];
    await d.anotherWorker({ sent }).work(weak);
    expect((await d.tenant()).directorySync).toMatchObject({ state: 'queued' });
    expect(sent).toEqual([{ kind: 'directory-sync', tenantId: weak, delayMs: expect.any(Number) }]);
    expect(Number(sent[0]?.delayMs)).toBeGreaterThan(590_000);
    const later = d.anotherWorker({ laterMs: 16 * 60_000 });
    expect(await later.sweep()).toBe(d.cloud.tenants.length);
    await later.work(weak);
    expect((await d.tenant()).directorySync).toMatchObject({ state: 'completed' });
  });

  it('leave no lease where a worker died after the end: the message that comes again sees to it', async () => {
    await d.sync();
    const clock = { now: () => new Date() };
    const key = `directory-${weak}`;
    expect(await acquireLease(d.leases, key, { clock, forMs: 600_000 })).not.toBeNull();
    const sent: Record<string, string | number>[] = [];
    await d.anotherWorker({ sent }).work(weak);
    expect(sent).toEqual([{ kind: 'directory-sync', tenantId: weak, delayMs: expect.any(Number) }]);
    await d.anotherWorker({ sent, laterMs: 11 * 60_000 }).work(weak);
    expect(await d.leases.get('leases', key)).toBeNull();
    expect(sent).toHaveLength(1);
    expect(await d.logs()).toHaveLength(1);
  });

  it('are read over several messages where one does not suffice, each page once', async () => {
    await d.request();
    let laterMs = 0;
    const slow = d.watchedStore(Number.POSITIVE_INFINITY, () => {
      laterMs = 3 * 60_000;
    });
    const sent: Record<string, string | number>[] = [];
    const now = () => new Date(Date.now() + laterMs);
    d.cloud.clearRequestCounts();
    await d.anotherWorker({ store: slow.store, sent, now }).work(weak);
    expect(sent).toEqual([{ kind: 'directory-sync', tenantId: weak }]);
    expect(await d.stored()).toHaveLength(999);
    expect((await d.list()).sync).toMatchObject({ status: 'running', processed: 999 });
    await d.anotherWorker({ now }).work(weak);
    expect(await d.stored()).toHaveLength(users);
    expect((await d.tenant()).directory?.users).toBe(users);
    expect(await d.logs()).toMatchObject([{ status: 'completed', newRecords: users, processedRecords: users }]);
    const reads = d.cloud.requestCounts().filter(({ path }) => path.endsWith('/users'));
    expect(reads.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  });

  it('are given up after so many workers broke off, and due again', async () => {
    await d.request();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(d.anotherWorker({ store: d.watchedStore(0).store }).work(weak)).rejects.toThrow('the process died');
    }
    await d.anotherWorker({ store: d.watchedStore(0).store }).work(weak);
    const after = await d.tenant();
    expect(after.directorySync).toMatchObject({ state: 'failed', failure: { reason: 'couldNotCheck' } });
    expect(Date.parse(String(after.directorySyncDueAt))).toBeLessThanOrEqual(Date.now() + 3_600_000);
    expect(await d.logs()).toMatchObject([
      { status: 'failed', errorMessage: expect.stringContaining('was interrupted') },
    ]);
  });

  it('are removed by no read that broke off', async () => {
    await d.sync();
    const before = await d.stored();
    d.cloud.changeTenant(weak, { kind: 'account', user: 31, set: null });
    await d.request();
    await d.anotherWorker({ failAt: 'skiptoken', status: 400 }).work(weak);
    expect(await d.stored()).toEqual(before);
    expect((await d.tenant()).directorySync).toMatchObject({ state: 'failed' });
    await d.sync();
    expect(await d.stored()).toHaveLength(users - 1);
  });

  it('are read once by two workers that get the same message at once', async () => {
    await d.request();
    const workers = [d.anotherWorker(), d.anotherWorker(), d.anotherWorker()];
    d.cloud.clearRequestCounts();
    await Promise.all(workers.map((worker) => worker.work(weak)));
    await d.anotherWorker().work(weak);
    const pages = Math.ceil((await d.stored()).length / 999);
    const reads = d.cloud.requestCounts().filter(({ path }) => path.endsWith('/users'));
    expect(reads.reduce((sum, { count }) => sum + count, 0)).toBe(pages);
    expect(await d.logs()).toHaveLength(1);
  });

  it('are asked for once on two clicks at once', async () => {
    const [first, second] = await Promise.all([d.request(), d.request()]);
    expect([first, second]).toMatchObject([{ sync: { status: 'queued' } }, { sync: { status: 'queued' } }]);
    expect(await d.app.drainQueue()).toBe(1);
    expect(await d.logs()).toHaveLength(1);
  });

  it('are due a day later, and a sweep asks for each once', async () => {
    expect(await d.app.app.directorySync.sweep()).toBe(d.cloud.tenants.length);
    expect(await d.app.app.directorySync.sweep()).toBe(0);
    expect(await d.app.drainQueue()).toBe(d.cloud.tenants.length);
    expect(await d.app.app.directorySync.sweep()).toBe(0);
    expect(await d.anotherWorker({ laterMs: dayMs + 1000 }).sweep()).toBe(d.cloud.tenants.length);
  });

  it('are due after the first scan where they were not before', async () => {
    await update(d.tenants(), weak, (value): TenantRecord => ({ ...value, directorySyncDueAt: null }));
    expect(await d.app.app.directorySync.sweep()).toBe(d.cloud.tenants.length - 1);
    await d.app.call(startScan, { body: { tenant_id: weak }, cookie: d.cookie });
    await d.app.drainQueue();
    expect((await d.tenant()).directorySyncDueAt).toEqual(expect.any(String));
  });

  it('are kept as they were where the permission is missing, and the answer says which', async () => {
    await d.sync();
    const before = await d.stored();
    const body = { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges.' } };
    d.cloud.faults.set({ tenantId: weak, pathPrefix: '/users', kind: 'status', status: 403, body });
    await d.sync();
    expect(await d.stored()).toEqual(before);
    const answer = await d.list();
    expect(answer.total).toBe(before.length);
    expect(answer.sync).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/User\.Read\.All.*403 Authorization_RequestDenied/),
    });
    expect((await d.logs()).at(-1)).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining('User.Read.All'),
    });
    expect(Date.parse(String((await d.tenant()).directorySyncDueAt))).toBeGreaterThan(Date.now() + dayMs / 2);
  });

  it.each(['/v1.0/users', '/v1.0/identity/conditionalAccess'])(
    'stand as they were, and are tried again within the hour, where Microsoft did not answer for %s',
    async (failAt) => {
      await d.sync();
      const before = await d.stored();
      await d.request();
      await d.anotherWorker({ failAt, status: 503 }).work(weak);
      expect(await d.stored()).toEqual(before);
      const after = await d.tenant();
      expect(after.directorySync).toMatchObject({ state: 'failed', failure: { reason: 'couldNotCheck' } });
      expect(Date.parse(String(after.directorySyncDueAt))).toBeLessThanOrEqual(Date.now() + 3_600_000);
      expect((await d.list()).total).toBe(users);
    },
  );

  it('are there without what hangs on the policies where these did not come the first time', async () => {
    await d.request();
    await d.anotherWorker({ failAt: '/v1.0/identity/conditionalAccess', status: 503 }).work(weak);
    const after = await d.tenant();
    expect(after.directory?.users).toBe(users);
    expect(Date.parse(String(after.directorySyncDueAt))).toBeLessThanOrEqual(Date.now() + 3_600_000);
    const [user] = (await d.list()).users;
    expect(user).toMatchObject({ mfaEnforced: null, mfaUnknownBecause: expect.stringContaining('503') });
  });

  it('of a tenant that cannot be reached at all are asked for again a day later', async () => {
    await update(d.tenants(), weak, (value): TenantRecord => ({ ...value, isMock: false }));
    expect(await d.sync()).toMatchObject({
      directorySync: { state: 'failed', failure: { message: expect.stringContaining('Connect it first') } },
    });
    const dueInMs = Date.parse(String((await d.tenant()).directorySyncDueAt)) - Date.now();
    expect(dueInMs).toBeGreaterThan(dayMs - 60_000);
    expect(dueInMs).toBeLessThanOrEqual(dayMs);
  });

  it('are not written by a run that was called off under way', async () => {
    await d.request();
    let dropped: Promise<unknown> | null = null;
    const dropping = d.watchedStore(Number.POSITIVE_INFINITY, () => {
      dropped ??= update(d.tenants(), weak, (tenant) => ({ ...tenant, directory: null, directorySync: null }));
    });
    await d.anotherWorker({ store: dropping.store }).work(weak);
    await dropped;
    expect((await d.tenant()).directory).toBeNull();
    expect(await d.list()).toMatchObject({ users: [], total: null, sync: { status: 'never' } });
    expect(dropping.seen.creates).toBeLessThan(users);
  });
});
