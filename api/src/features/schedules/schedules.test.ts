import { listAdminTenants } from '@tenantry/contract/connections';
import { getScan, startScan } from '@tenantry/contract/scans';
import { getTenantSchedule, setTenantSchedule, setTenantSchedules } from '@tenantry/contract/tenant-schedules';
import type { SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSimulatedApp } from '../../../testing/simulated-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { nextDue } from '../../domain/scan-plan/next-due.ts';
import { expedited, planNow } from '../../domain/scan-plan/scan-plan.ts';
import { all, update } from '../../ports/collection.ts';
import { UnavailableError } from '../../ports/unavailable.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { TenantRecord } from '../../store/tenants.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const hourMs = 3_600_000;
const nightly = { frequency: 'daily', hour: 2, timeZone: 'Europe/Berlin' } as const;
const weekly = { frequency: 'weekly', weekday: 'sunday', hour: 23, timeZone: 'America/New_York' } as const;
const off = { frequency: 'off' } as const;

describe('the schedule of a tenant', () => {
  let app: TestApp;
  let cookie: string;
  let cloud: SimulatedCloud;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ app, cookie, cloud, close } = await openSimulatedApp());
  });
  afterEach(() => close());

  const params = { id: weak };
  const set = (schedule: unknown, by = cookie) =>
    app.call(setTenantSchedule, { params, body: { schedule }, cookie: by });
  const get = async () => (await app.call(getTenantSchedule, { params, cookie })).json;
  const tenants = () => app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
  const change = (patch: Partial<TenantRecord>) => update(tenants(), weak, (value) => ({ ...value, ...patch }));
  const inHours = async () => (Date.parse(String((await get()).nextScanAt)) - Date.now()) / hourMs;
  const expected = (schedule: Parameters<typeof nextDue>[0]) => nextDue(schedule, new Date()).toISOString();
  async function entries() {
    const found: { before: string; after: string; user: string }[] = [];
    const logs = app.app.records.across<{
      id: string;
      user: string;
      details: Record<'before' | 'after', { schedule: string }>;
    }>(containers.auditLogs);
    const where = [{ field: 'eventType', op: 'eq' as const, value: 'scan_schedule_changed' }];
    for await (const { user, details } of all(logs, { where })) {
      found.push({ before: details.before.schedule, after: details.after.schedule, user });
    }
    return found;
  }
  async function scan(status = 'completed') {
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
    const done = await app.call(getScan, { params: { scanLogId: String(started.json.scanLogId) }, cookie });
    expect(done.json.status).toBe(status);
  }

  it('is a day after the last scan until somebody sets another, which plans the next scan at once', async () => {
    expect(await get()).toEqual({ schedule: null, nextScanAt: null });
    expect((await set(nightly)).json).toEqual({ schedule: nightly, nextScanAt: expected(nightly) });
    expect((await set(weekly)).json).toEqual({ schedule: weekly, nextScanAt: expected(weekly) });
    const list = (await app.call(listAdminTenants, { cookie })).json.tenants as Record<string, unknown>[];
    expect(list.find(({ id }) => id === weak)).toMatchObject({ schedule: weekly, nextScanAt: expected(weekly) });
    expect((await set(null)).json).toEqual({ schedule: null, nextScanAt: null });
    await scan();
    await set(nightly);
    await set(null);
    expect(await inHours()).toBeCloseTo(24, 1);
  });

  it('that was overdue under a day after the last is scanned now', async () => {
    await scan();
    await set(off);
    const audit = (await tenants().get(weak))?.value.audit;
    if (!audit) throw new Error('The scan left no audit');
    await change({ audit: { ...audit, auditedAt: '2026-01-01T00:00:00.000Z' } });
    expect(Date.parse(String((await set(null)).json.nextScanAt))).toBeLessThanOrEqual(Date.now());
  });

  it('leaves an entry with what was before and what is now, and none where nothing changed', async () => {
    await set(nightly);
    await set(nightly);
    await set(off);
    expect(await entries()).toEqual([
      { user: 'ada', before: 'a day after the last scan', after: 'daily at 02:00 Europe/Berlin' },
      { user: 'ada', before: 'daily at 02:00 Europe/Berlin', after: 'off' },
    ]);
  });

  it('set by two administrators at once is that of one, and the trail tells of both in their order', async () => {
    const other = await app.signInAs('admin', { kind: 'all' });
    const answers = await Promise.all([set(nightly), set(weekly, other), set(nightly)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const told = await entries();
    const { schedule, nextScanAt } = await get();
    expect(nextScanAt).toBe(expected(schedule as typeof nightly));
    // A chain from the first to what is there now, whatever the order that they were written in.
    const inWords = { daily: 'daily at 02:00 Europe/Berlin', weekly: 'weekly on sunday at 23:00 America/New_York' };
    const last = inWords[(schedule as typeof nightly | typeof weekly).frequency];
    const befores = told.map(({ before }) => before);
    const afters = told.map(({ after }) => after);
    expect([...befores, last].toSorted()).toEqual(['a day after the last scan', ...afters].toSorted());
  });

  it.each([
    ['a time zone that nobody knows', { ...nightly, timeZone: 'Europe/Nowhere' }, 'schedule.timeZone', /IANA name/],
    ['an offset', { ...nightly, timeZone: '+01:00' }, 'schedule.timeZone', /./],
    ['an hour that no clock shows', { ...nightly, hour: 24 }, 'schedule.hour', /./],
    ['half an hour', { ...nightly, hour: 1.5 }, 'schedule.hour', /./],
    ['a week without its day', { ...nightly, frequency: 'weekly' }, 'schedule.weekday', /./],
    ['another frequency', { ...nightly, frequency: 'hourly' }, 'schedule.frequency', /./],
  ])('refuses %s, and changes nothing', async (_, schedule, path, message) => {
    const answer = await set(schedule);
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toEqual([{ path, message: expect.stringMatching(message) }]);
    expect(await get()).toEqual({ schedule: null, nextScanAt: null });
  });

  it('says when the scans that come by themselves start, and those that somebody asks for do not move it', async () => {
    await set(weekly);
    await scan();
    expect(await get()).toEqual({ schedule: weekly, nextScanAt: expected(weekly) });
    await change({ nextScanAt: '2026-01-01T00:00:00.000Z' });
    expect(await app.app.scanSchedule.startDue()).toBe(1);
    await app.drainQueue();
    expect((await get()).nextScanAt).toBe(expected(weekly));
  });

  it('is expedited by what passes, and not put off by another schedule', async () => {
    await set(weekly);
    cloud.faults.set({ tenantId: weak, pathPrefix: '/groups', kind: 'status', status: 503, retryAfterSeconds: 0 });
    await scan();
    expect(await inHours()).toBeLessThanOrEqual(1);
    await set({ ...weekly, weekday: 'monday' });
    expect(await inHours()).toBeLessThanOrEqual(1);
    expect((await set(off)).json.nextScanAt).toBeNull();
  });

  it('that is off plans no scan: not at the end of one, nor after a failure, nor for last sign-ins, nor on connecting', async () => {
    await scan();
    expect((await set(off)).json).toEqual({ schedule: off, nextScanAt: null });
    await scan();
    expect((await get()).nextScanAt).toBeNull();
    cloud.faults.set({ tenantId: weak, pathPrefix: '/groups', kind: 'status', status: 503, retryAfterSeconds: 0 });
    await scan();
    expect((await get()).nextScanAt).toBeNull();
    cloud.faults.set({ tenantId: weak, pathPrefix: '/', kind: 'status', status: 501 });
    await scan('failed');
    expect((await get()).nextScanAt).toBeNull();
    const stored = await tenants().get(weak);
    if (!stored) throw new Error('There is no such tenant');
    expect(planNow(stored.value, new Date()).nextScanAt).toBeNull();
    expect(expedited(stored.value, new Date()).nextScanAt).toBeNull();
    expect(await app.app.scanSchedule.startDue()).toBe(0);
  });

  it('that is set off while a scan goes on stays off at its end', async () => {
    await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await set(off);
    await app.drainQueue();
    expect(await get()).toEqual({ schedule: off, nextScanAt: null });
  });

  it('plans nothing while the connection is lost', async () => {
    await change({ nextScanAt: null });
    const at = new Date().toISOString();
    const id = `${weak}_graph`;
    const credentials = app.app.records.partition<{ id: string } & Record<string, unknown>>(
      containers.graphCredentials,
      weak,
    );
    await credentials.create({ id, tenantId: weak, reconnectSince: at, decryptionFailed: false, outbox: [] });
    expect((await set(nightly)).json).toEqual({ schedule: nightly, nextScanAt: null });
    await update(tenants(), weak, (tenant) => planNow(tenant, new Date()));
    expect((await set(weekly)).json.nextScanAt).toBe(expected(weekly));
  });

  describe('of several tenants at once', () => {
    let ids: string[];
    beforeEach(async () => {
      ids = await app.tenantIds();
    });
    const setAll = (tenantIds: readonly string[], schedule: unknown = nightly, by = cookie) =>
      app.call(setTenantSchedules, { body: { tenantIds, schedule }, cookie: by });
    const statuses = ({ json }: Awaited<ReturnType<typeof setAll>>) =>
      (json.results as { tenantId: string; status: string }[]).map(({ tenantId, status }) => [tenantId, status]);
    const schedules = async () => {
      const found = await Promise.all(ids.map((id) => tenants().get(id)));
      return found.map((stored) => stored?.value.schedule ?? null);
    };

    it('is set for each, with its entry in the trail, and says what became of each', async () => {
      const [first = '', second = ''] = ids;
      const answer = await setAll([first, second, first]);
      expect(answer.json.results).toEqual(
        [first, second].map((tenantId) => ({ tenantId, status: 'changed', nextScanAt: expected(nightly) })),
      );
      expect((await schedules()).filter((schedule) => schedule !== null)).toEqual([nightly, nightly]);
      expect(await entries()).toHaveLength(2);
    });

    it('changes nothing when it is sent again, also at the same moment', async () => {
      const answers = await Promise.all([setAll(ids), setAll(ids)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const changed = answers.flatMap(statuses).filter(([, status]) => status === 'changed');
      expect(changed).toHaveLength(ids.length);
      expect(statuses(await setAll(ids))).toEqual(ids.map((id) => [id, 'unchanged']));
      expect(await entries()).toHaveLength(ids.length);
    });

    it('keeps to the scope: one that is foreign and one that is nowhere are told alike', async () => {
      const [mine = '', foreign = ''] = ids;
      const nowhere = crypto.randomUUID();
      const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [mine] });
      const answer = await setAll([foreign, mine, nowhere], nightly, scoped);
      expect(answer.json.results).toEqual([
        { tenantId: foreign, status: 'notFound', nextScanAt: null },
        { tenantId: mine, status: 'changed', nextScanAt: expected(nightly) },
        { tenantId: nowhere, status: 'notFound', nextScanAt: null },
      ]);
      expect((await tenants().get(foreign))?.value.schedule ?? null).toBeNull();
      expect((await setAll([mine], off, await app.signInAs('technician', { kind: 'all' }))).status).toBe(403);
    });

    it('is refused as a whole where it is no schedule, before anything is written', async () => {
      for (const wrong of [
        { ...nightly, timeZone: 'Europe/Nowhere' },
        { ...nightly, hour: 24 },
      ]) {
        const answer = await setAll(ids, wrong);
        expect(answer.status).toBe(400);
        expect(answer.json.fields).toMatchObject([{ path: expect.stringMatching(/^schedule\./) }]);
      }
      expect((await setAll([])).status).toBe(400);
      expect((await setAll(Array.from({ length: 501 }, () => crypto.randomUUID()))).status).toBe(400);
      expect((await schedules()).every((schedule) => schedule === null)).toBe(true);
    });

    it('tells of one that could not be written, and of the others all the same', async () => {
      const [first = '', second = ''] = ids;
      const { of } = app.app.stores.credentials;
      vi.spyOn(app.app.stores.credentials, 'of').mockImplementation((tenantId) => {
        if (tenantId === first) throw new UnavailableError('records', null);
        return of(tenantId);
      });
      expect(statuses(await setAll([first, second]))).toEqual([
        [first, 'failed'],
        [second, 'changed'],
      ]);
      vi.restoreAllMocks();
      expect(statuses(await setAll([first, second]))).toEqual([
        [first, 'changed'],
        [second, 'unchanged'],
      ]);
    });
  });
});
