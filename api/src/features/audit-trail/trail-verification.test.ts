import { getTrailState, type TrailState, verifyTrailNow } from '@tenantry/contract/audit-trail';
import { getAuthStatus } from '@tenantry/contract/connection-status';
import { getSystemHealth, type SystemMetric } from '@tenantry/contract/health';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import type { TrailRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { createTrailVerification } from './trail-verification.ts';

const dayMs = 86_400_000;

describe('the verification of the audit trail', () => {
  let app: TestApp;
  let cookie: string;
  let logged: string[];
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    logged = [];
    vi.spyOn(console, 'error').mockImplementation((line) => logged.push(String(line)));
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(async () => {
    await app.close();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const state = async (): Promise<TrailState> => (await app.call(getTrailState, { cookie })).json as TrailState;
  const ask = () => app.call(verifyTrailNow, { cookie });
  const month = () => new Date().toISOString().slice(0, 7);
  const trail = () => app.app.records.partition<TrailRecord>(containers.auditLogs, month());
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const notice = async () => (await app.call(getAuthStatus, { cookie })).json.auditTrail;
  async function figure(): Promise<number | null | undefined> {
    await app.app.health.probeAll();
    const { metrics } = (await app.call(getSystemHealth, { cookie })).json as { metrics: SystemMetric[] };
    return metrics.find(({ metric }) => metric === 'audit.trail.broken')?.value;
  }
  async function changeAnEntry(): Promise<string> {
    const { items } = await trail().query({ where: [{ field: 'kind', op: 'eq', value: 'entry' }], limit: 1 });
    const id = String(items[0]?.id);
    await update(trail(), id, (record) => ({ ...record, user: 'eve' }));
    return id;
  }

  it('is done by a worker, once however often it is asked for, and tells what it found', async () => {
    expect(await state()).toEqual({ last: null, running: null, isOverdue: false });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(answers[2]?.json).toMatchObject({ last: null, running: { requestedBy: 'ada', entries: 0 } });
    expect(await app.drainQueue()).toBe(1);
    const after = await state();
    expect(after).toMatchObject({
      running: null,
      last: { status: 'whole', problems: [], notes: [expect.any(String)] },
    });
    expect(after.last?.entries).toBeGreaterThan(0);
    expect([await notice(), await figure()]).toEqual([null, 0]);
  });

  it('is done once a day by itself, whoever asks', async () => {
    const tick = () => Promise.all([1, 2, 3].map(() => app.app.trailVerification.requestWhereDue()));
    await tick();
    expect(await app.drainQueue()).toBe(1);
    await tick();
    pass(dayMs - 60_000);
    await tick();
    expect(await app.drainQueue()).toBe(0);
    pass(120_000);
    await tick();
    expect(await app.drainQueue()).toBe(1);
  });

  it('tells the first broken entry on the page, in a notice, in a figure and in the log', async () => {
    const id = await changeAnEntry();
    await ask();
    await app.drainQueue();
    expect((await state()).last).toMatchObject({ status: 'broken', problemCount: 1, problems: [{ record: id }] });
    expect(await notice()).toMatchObject({ status: 'broken', message: expect.stringContaining(id) });
    expect(await figure()).toBe(1);
    expect(logged.filter((line) => line.includes('The audit trail is broken'))).toEqual([expect.stringContaining(id)]);
  });

  it('is not said to be whole by a result that another hand wrote, and is verified again', async () => {
    await changeAnEntry();
    await ask();
    await app.drainQueue();
    const records = app.app.stores.systemConfig.trailVerification;
    await update(records, 'trail-verification', (record) => {
      const result = { ...JSON.parse(record.result), status: 'whole', problems: [], problemCount: 0 };
      return { ...record, result: JSON.stringify(result) };
    });
    expect((await state()).last).toMatchObject({
      status: 'notVerified',
      reason: expect.stringContaining('another hand'),
    });
    expect(await notice()).toMatchObject({ status: 'notVerified' });
    expect(await figure()).toBeNull();
    await records.delete('trail-verification');
    expect(await app.app.trailVerification.requestWhereDue()).toBe(true);
    await app.drainQueue();
    expect((await state()).last).toMatchObject({ status: 'broken' });
  });

  it('that could not be done says so, is tried again soon, and is not whole', async () => {
    const { stores, vault, blobs, clock } = app.app;
    const gone = { ...vault, get: async () => Promise.reject(new Error('The vault does not answer')) };
    const asked: object[] = [];
    const broken = createTrailVerification({
      ...stores,
      vault: gone,
      blobs,
      clock,
      queue: { send: async (_, message) => void asked.push(message), depth: async () => 0 },
      log: (message, fields) => logged.push(JSON.stringify({ message, ...fields })),
    });
    await broken.requestWhereDue();
    await broken.work(String((asked[0] as { runId: string }).runId));
    expect((await broken.state()).last).toMatchObject({ status: 'notVerified' });
    expect((await state()).last).toMatchObject({
      status: 'notVerified',
      reason: 'It could not be read: The vault does not answer',
    });
    expect(logged).toContain(
      JSON.stringify({
        message: 'The audit trail could not be verified',
        reason: 'It could not be read: The vault does not answer',
      }),
    );
    expect(await broken.requestWhereDue()).toBe(false);
    pass(11 * 60_000);
    expect(await app.app.trailVerification.requestWhereDue()).toBe(true);
    await app.drainQueue();
    expect((await state()).last).toMatchObject({ status: 'whole' });
  });

  it('whose worker died is replaced, and what the dead one finds is not kept', async () => {
    await ask();
    pass(6 * 60_000);
    expect((await state()).running).toBeNull();
    expect((await ask()).json.running).not.toBeNull();
    expect(await app.drainQueue()).toBe(2);
    expect((await state()).last).toMatchObject({ status: 'whole' });
  });

  it('that takes longer than a worker has says so, and where it can be done', async () => {
    const { stores, vault, blobs, clock } = app.app;
    const asked: object[] = [];
    const list = blobs.list.bind(blobs);
    const slow = createTrailVerification({
      ...stores,
      vault,
      blobs: {
        ...blobs,
        read: blobs.read.bind(blobs),
        async *list(prefix: string) {
          yield* list(prefix);
          pass(10 * 60_000);
        },
      },
      clock,
      queue: { send: async (_, message) => void asked.push(message), depth: async () => 0 },
      log: (message, fields) => logged.push(JSON.stringify({ message, ...fields })),
    });
    await slow.request('ada');
    await slow.work(String((asked[0] as { runId: string }).runId));
    expect((await state()).last).toMatchObject({
      status: 'notVerified',
      reason: expect.stringMatching(/longer than the 9 minutes.*npm run verify-trail/),
    });
  });

  it('is not taken for alive by an hour that is yet to come', async () => {
    await ask();
    await app.drainQueue();
    const heardAt = '2999-01-01T00:00:00.000Z';
    const run = { id: 'x', requestedBy: 'eve', requestedAt: heardAt, holder: 'eve', heardAt, entries: 0 };
    await update(app.app.stores.systemConfig.trailVerification, 'trail-verification', (one) => ({ ...one, run }));
    expect((await state()).running).toBeNull();
    expect((await ask()).json.running).toMatchObject({ requestedBy: 'ada' });
    expect(await app.drainQueue()).toBe(1);
    expect((await state()).running).toBeNull();
  });

  it('whose worker died is done again by itself, though the one before is not a day old', async () => {
    await ask();
    await app.drainQueue();
    const before = (await state()).last?.verifiedAt;
    pass(60_000);
    const records = app.app.stores.systemConfig.trailVerification;
    const heardAt = new Date().toISOString();
    const run = { id: 'died', requestedBy: 'ada', requestedAt: heardAt, holder: 'x', heardAt, entries: 7 };
    await update(records, 'trail-verification', (one) => ({ ...one, run }));
    expect(await app.app.trailVerification.requestWhereDue()).toBe(false);
    pass(6 * 60_000);
    expect(await app.app.trailVerification.requestWhereDue()).toBe(true);
    expect((await state()).running).toMatchObject({ requestedBy: 'ada' });
    await app.drainQueue();
    expect((await state()).last?.verifiedAt).not.toBe(before);
    expect(logged).toContainEqual(expect.stringContaining('The verification of the audit trail is repeated'));
  });

  it('that is late is told of', async () => {
    await ask();
    await app.drainQueue();
    pass(37 * 3_600_000);
    expect(await app.app.trailVerification.notice()).toMatchObject({ status: 'overdue' });
  });

  it('is nobody’s but administrators of all tenants to know', async () => {
    await changeAnEntry();
    await ask();
    await app.drainQueue();
    const [tenantId = ''] = await app.tenantIds();
    const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [tenantId] });
    expect((await app.call(getAuthStatus, { cookie: scoped })).json.auditTrail).toBeNull();
    const viewer = await app.signInAs('viewer', { kind: 'all' });
    expect((await app.call(getAuthStatus, { cookie: viewer })).json.auditTrail).toBeNull();
    expect((await app.call(getTrailState, { cookie: scoped })).status).toBe(403);
  });
});
