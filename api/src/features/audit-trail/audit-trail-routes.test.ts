import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import { containers } from '../../store/containers.ts';

type Listed = {
  entries: {
    id: string;
    eventType: string;
    user: string;
    target: string;
    details: unknown;
    tenantName: string | null;
  }[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean };
};

describe('the audit trail', () => {
  let app: TestApp;
  let cookie: string;
  let tenantId: string;
  let otherId: string;
  const entry: TrailEntry = {
    eventType: 'finding_status_changed',
    user: 'Grace',
    target: 'Legacy sign-in is allowed',
    tenantId: null,
    details: { before: { status: 'unresolved' }, after: { status: 'resolved', by: { role: 'admin' } } },
  };
  beforeAll(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    [tenantId = '', otherId = ''] = await app.tenantIds();
    for (const id of [tenantId, otherId, null]) await app.app.trail.record({ ...entry, tenantId: id });
  });
  afterAll(() => app.close());
  const list = async (query: Record<string, string> = {}, as = cookie) => {
    const answer = await app.call(listAuditTrail, { query, cookie: as });
    return { ...(answer.json as Listed), status: answer.status };
  };

  it('tells who did what to what, in which tenant, and what changed', async () => {
    const { entries } = await list({ eventType: 'finding_status_changed' });
    const name = (await app.app.stores.tenants.get(tenantId))?.value.name;
    expect(entries.find(({ tenantName }) => tenantName === name)).toMatchObject({
      ...entry,
      tenantId,
      tenantName: name,
      timestamp: expect.any(String),
    });
  });

  it('is paged by limit and offset, with 50 where nothing is said', async () => {
    const whole = await list();
    const { total } = whole.pagination;
    expect(whole.pagination).toEqual({ total, limit: 50, offset: 0, hasMore: false });
    expect(whole.entries).toHaveLength(total);
    const second = await list({ limit: '2', offset: '1' });
    expect(second.entries.map(({ id }) => id)).toEqual(whole.entries.slice(1, 3).map(({ id }) => id));
    expect(second.pagination).toEqual({ total, limit: 2, offset: 1, hasMore: true });
    expect((await list({ limit: '2', offset: String(total - 2) })).pagination.hasMore).toBe(false);
    expect((await list({ offset: '100000' })).pagination).toMatchObject({ total, hasMore: false });
  });

  it('takes an empty filter for none, and each filter narrows it', async () => {
    const empty = { eventType: '', user: '', target: '', startDate: '', endDate: '' };
    expect((await list(empty)).pagination.total).toBe((await list()).pagination.total);
    expect((await list({ user: 'gRAC' })).entries.every(({ user }) => user === 'Grace')).toBe(true);
    expect((await list({ target: 'legacy SIGN' })).pagination.total).toBe(3);
    expect((await list({ eventType: 'user_created' })).entries.map(({ eventType }) => eventType)).toEqual([
      'user_created',
    ]);
    const day = app.app.clock.now().toISOString().slice(0, 10);
    expect((await list({ startDate: day, endDate: day })).pagination.total).toBe((await list()).pagination.total);
    expect((await list({ endDate: '2020-01-01' })).entries).toEqual([]);
    expect((await list({ startDate: 'yesterday' })).status).toBe(400);
  });

  it('shows an administrator of some tenants what concerns them alone', async () => {
    const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [tenantId] });
    const shown = await list({}, scoped);
    expect(shown.entries.map((one) => one.target)).toEqual(['Legacy sign-in is allowed']);
    expect(shown.pagination.total).toBe(1);
    const unscoped = await app.signInAs('admin', { kind: 'none' });
    expect((await list({}, unscoped)).pagination.total).toBe(0);
  });

  it('says of an entry that is not as Tenantry writes them that it is so, and goes on', async () => {
    const at = app.app.clock.now().toISOString();
    let deep: unknown = 'x';
    for (let n = 0; n < 200; n += 1) deep = [deep];
    const hostile = { id: `entry-${at}-zz`, kind: 'entry', user: 7, details: { deep }, timestamp: at };
    const trail = app.app.records.partition<{ id: string }>(containers.auditLogs, at.slice(0, 7));
    await trail.create(hostile);
    const { entries, status } = await list();
    expect(status).toBe(200);
    expect(entries[0]).toMatchObject({
      id: hostile.id,
      user: '',
      details: expect.stringContaining('not as Tenantry writes'),
    });
    await trail.delete(hostile.id);
  });
});
