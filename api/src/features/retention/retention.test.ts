import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openTableStateStore } from '../../adapters/azure-storage/table-state-store.ts';
import type { ThrottleEntity } from '../../domain/attempts/attempt-buckets.ts';
import type { LeaseEntity } from '../../domain/lease/lease.ts';
import type { SessionEntity } from '../../http/sessions.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { ScanRecord } from '../../store/scans.ts';
import { tenantRecords } from '../../store/tenant-records.ts';
import type { UserRecord } from '../../store/users.ts';
import { forgetOldScans } from '../scans/forget-old-scans.ts';
import { createRetention } from './retention.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

describe('retention', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await createTestApp();
  });
  afterEach(() => app.close());

  const state = () => openTableStateStore({ kind: 'connectionString', value: app.connectionString });

  it('happens once a day, whoever asks', async () => {
    const done = await Promise.all([1, 2, 3].map(() => app.app.retention.forgetWhereDue()));
    const parts = done.flatMap((forgotten) => Object.keys(forgotten));
    expect(parts.toSorted()).toEqual(['checkpoints', 'ofUsers', 'records', 'signInLogs', 'throttles', 'tokens']);
    expect(await app.app.retention.forgetWhereDue()).toEqual({});
  });

  it('goes on with the next where one part fails, and says so', async () => {
    const state = openTableStateStore({ kind: 'connectionString', value: app.connectionString });
    const broken = async () => {
      throw new Error('The table does not answer');
    };
    const retention = createRetention({
      ...app.app.stores,
      state: state.table<LeaseEntity>('leases'),
      blobs: app.app.blobs,
      perUser: [{ sweep: broken }],
      throttle: { sweep: async () => 7 },
      endedTokens: { sweep: async () => 0 },
      clock: app.app.clock,
      log: (message, fields) => logged.push({ message, ...fields }),
    });
    const logged: unknown[] = [];
    await app.registerAdmin();
    await expect(retention.forgetWhereDue()).rejects.toThrow('The table does not answer');
    expect(logged).toContainEqual({ message: 'Retention forgot', count: 7, part: 'throttles' });
  });

  it('forgets logs that are past their time, and never the trail', async () => {
    const { records: store } = app.app;
    for (const [days, id] of [
      [401, 'old'],
      [399, 'kept'],
    ] as const) {
      const timestamp = ago(days);
      const entry = { id, timestamp, type: 'system', message: id, tenantId: '' };
      await store.partition(containers.activities, timestamp.slice(0, 7)).create(entry);
      await store.partition(containers.auditLogs, timestamp.slice(0, 7)).create({ ...entry, id: `trail-${id}` });
    }
    expect((await app.app.retention.forgetWhereDue()).records).toBe(1);
    const left = async (container: typeof containers.activities | typeof containers.auditLogs) =>
      (await store.across(container).query()).items.map(({ id }) => id).filter((id) => /old|kept/.test(id));
    expect(await left(containers.activities)).toEqual(['kept']);
    expect(await left(containers.auditLogs)).toEqual(['trail-kept', 'trail-old']);
  });

  it('forgets ended sessions and attempts that count no more, and leaves the others', async () => {
    const cookie = await app.registerAdmin();
    const users = app.app.records.partition<UserRecord>(containers.users, globalPartition);
    const [user] = (await users.query()).items;
    if (!user) throw new Error('There is no user');
    const sessions = state().table<SessionEntity>('sessions');
    await sessions.create(user.id, 'left-behind', {
      createdAt: ago(60),
      lastSeenAt: ago(60),
      verifiedAt: ago(60),
      userAgent: '',
      address: '',
    });
    const throttles = state().table<ThrottleEntity>('throttles');
    await throttles.create('address', 'stranger', { attempts: 9, lastAttemptAt: ago(1) });
    await throttles.create('address', 'present', { attempts: 9, lastAttemptAt: ago(0) });
    expect(await app.app.retention.forgetWhereDue()).toMatchObject({ ofUsers: 1, throttles: 1 });
    expect(await throttles.get('address', 'present')).not.toBeNull();
    const { getSession } = await import('@tenantry/contract/auth');
    expect((await app.call(getSession, { cookie })).status).toBe(200);
  });

  it('forgets what a scan that was cut off left behind, and not what one under way needs', async () => {
    const { blobs, records: store } = app.app;
    const scans = store.partition<Pick<ScanRecord, 'id' | 'timestamp' | 'completedAt'>>(containers.scanLogs, weak);
    await scans.create({ id: `${weak}_running`, timestamp: ago(1), completedAt: null });
    await scans.create({ id: `${weak}_dead`, timestamp: ago(8), completedAt: null });
    await scans.create({ id: `${weak}_failed`, timestamp: ago(3), completedAt: ago(2) });
    const names = ['running', 'dead', 'failed', 'gone'].map((scan) => `scans/${weak}/${weak}_${scan}/part.json`);
    for (const name of names) await blobs.write(name, '{}', 'application/json');
    expect((await app.app.retention.forgetWhereDue()).checkpoints).toBe(3);
    const left: string[] = [];
    for await (const name of blobs.list('scans/')) left.push(name);
    expect(left).toEqual([names[0]]);
  });

  it('forgets what is kept of sign-in logs at the end that its name tells', async () => {
    const { blobs } = app.app;
    const until = (at: string) => at.replaceAll(':', '-');
    const names = [
      `sign-ins/${weak}/log-until-${until(ago(1))}.json.gz`,
      `sign-ins/${weak}/log-until-${until(ago(-1))}.json.gz`,
      `simulated-sign-ins/${weak}/progress-until-${until(ago(2))}.json.gz`,
    ];
    for (const name of names) await blobs.write(name, '', 'application/gzip');
    expect((await app.app.retention.forgetWhereDue()).signInLogs).toBe(2);
    const left: string[] = [];
    for await (const name of blobs.list('sign-ins/')) left.push(name);
    for await (const name of blobs.list('simulated-sign-ins/')) left.push(name);
    expect(left).toEqual([names[1]]);
  });

  it('keeps scans and audits of 400 days', async () => {
    const { records: store } = app.app;
    const stored = await store.partition<{ id: string }>(containers.tenants, globalPartition).get(weak);
    if (!stored) throw new Error('There is no such tenant');
    const records = tenantRecords(store, stored.value as Parameters<typeof tenantRecords>[1]);
    const scans = store.partition<{ id: string; timestamp: string }>(containers.scanLogs, weak);
    const audits = store.partition<{ id: string; createdAt: string }>(containers.auditResults, weak);
    for (const days of [500, 401, 399]) {
      await scans.create({ id: `scan-${days}`, timestamp: ago(days) });
      await audits.create({ id: `audit-${days}`, createdAt: ago(days) });
    }
    await forgetOldScans(records, new Date());
    expect((await scans.query()).items.map(({ id }) => id)).toEqual(['scan-399']);
    expect((await audits.query()).items.map(({ id }) => id)).toEqual(['audit-399']);
  });
});
