import { getDataFreshness } from '@tenantry/contract/dashboard';
import { matrixCodes } from '@tenantry/contract/matrix-status';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTaskApp, sharingCheck, type TaskApp, weak } from '../../features/tasks/testing/task-app.ts';
import { every, update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import { createActivityLog } from '../activity-log/activity-log.ts';
import { holdTasks } from './hold-tasks.ts';

describe('tasks after a scan', () => {
  let world: TaskApp;
  beforeEach(async () => {
    world = await openTaskApp();
    await world.scan();
  });
  afterEach(() => world.close());

  const completed = async () => {
    const task = await world.made({ checkId: sharingCheck });
    world.mend();
    await world.change(task.id, { status: 'completed' });
    await world.app.drainQueue();
    return task;
  };
  const reopenings = async () =>
    every(world.app.app.records.across<{ id: string; details: object; user: string }>(containers.auditLogs), {
      where: [{ field: 'eventType', op: 'eq', value: 'task_reopened' }],
    });

  it('in work keep what it said of their check while that fails', async () => {
    const task = await world.made({ checkId: sharingCheck });
    const manual = await world.made();
    await world.scan();
    const held = await world.task(task.id);
    expect(held).toMatchObject({ status: 'open', lastScan: { status: 'fail' }, version: task.version });
    expect((await world.task(manual.id)).lastScan).toBeNull();
  });

  it('in work are completed by a scan that finds their check passes, once, with its evidence', async () => {
    const task = await world.made({ checkId: sharingCheck });
    const manual = await world.made();
    world.mend();
    await world.scan();
    await world.scan();
    const done = await world.task(task.id);
    expect(done).toMatchObject({
      status: 'completed',
      completedBy: 'Tenantry',
      completedWithoutProof: false,
      proof: { verdictStatus: 'pass', requestedBy: 'scanner', graphCalls: null },
      finding: { status: 'resolved' },
    });
    expect(done.history.filter(({ what }) => what === 'completed')).toHaveLength(1);
    expect((await world.task(manual.id)).status).toBe('open');
  });

  it('are not completed by a scan that looked before a re-check saw their check fail', async () => {
    const task = await world.made({ checkId: sharingCheck });
    world.mend();
    const tenant = await world.tenant();
    const later = new Date(Date.now() + 60_000).toISOString();
    world.break();
    await world.change(task.id, { status: 'completed' });
    await world.app.drainQueue();
    await update(tenant.tasks, task.id, (one) => ({
      ...one,
      recheck: one.recheck && { ...one.recheck, endedAt: later },
    }));
    world.mend();
    await world.scan();
    expect(await world.task(task.id)).toMatchObject({ status: 'open', recheck: { outcome: 'stillFails' } });
  });

  it('are left to the next scan where their check was looked at by itself after this one began', async () => {
    const task = await world.made({ checkId: sharingCheck });
    const later = new Date(Date.now() + 60_000).toISOString();
    const look = { at: later, codes: { [sharingCheck]: matrixCodes.fail } };
    await update(world.app.app.stores.tenants, weak, (stored) => ({
      ...stored,
      verdicts: stored.verdicts ? { ...stored.verdicts, looks: [look] } : null,
    }));
    world.mend();
    await world.scan();
    expect(await world.task(task.id)).toMatchObject({ status: 'open', lastScan: null });
  });

  it('that fail again are opened again once, with who and why in history and trail', async () => {
    const task = await completed();
    await world.scan();
    expect(await world.task(task.id)).toMatchObject({ status: 'completed' });
    world.break();
    await world.scan();
    await world.scan();
    const again = await world.task(task.id);
    expect(again).toMatchObject({
      status: 'open',
      completedAt: null,
      completedBy: null,
      lastScan: { status: 'fail' },
      proof: { verdictStatus: 'pass' },
      finding: { status: 'unresolved' },
    });
    expect(again.history[0]).toMatchObject({
      what: 'reopened',
      by: 'Tenantry',
      note: expect.stringContaining('fails again'),
      changes: [{ field: 'status', from: 'completed', to: 'open' }],
    });
    expect(await reopenings()).toMatchObject([{ user: 'system', details: { taskId: task.id } }]);
  });

  it('that fail again ask for no second approval while a task for them is there', async () => {
    const task = await completed();
    const approvals = async () =>
      (await world.tenant()).approvals.count([{ field: 'checkId', op: 'eq', value: sharingCheck }]);
    const before = await approvals();
    await world.scan();
    world.break();
    await world.scan();
    expect((await world.task(task.id)).status).toBe('open');
    expect(await approvals()).toBe(before);
  });

  it('can be completed again once they were opened again', async () => {
    const task = await completed();
    world.break();
    await world.scan();
    world.mend();
    await world.change(task.id, { status: 'completed' });
    await world.app.drainQueue();
    expect(await world.task(task.id)).toMatchObject({ status: 'completed', finding: { status: 'resolved' } });
  });

  it('of one finding: one of several completed ones is opened again, and none where another is in work', async () => {
    const [first, second] = [await completed(), await completed()];
    world.break();
    await world.scan();
    const statuses = async (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await world.task(id)).status));
    expect(await statuses([first.id, second.id])).toEqual(['completed', 'open']);
    await world.scan();
    expect(await statuses([first.id, second.id])).toEqual(['completed', 'open']);
    expect(await reopenings()).toHaveLength(1);
  });

  it('held twice against one scan, by two workers at once, are opened again once', async () => {
    const task = await completed();
    world.break();
    await world.scan();
    const { app } = world.app;
    const activityLog = createActivityLog(app.stores.activities, app.clock);
    const tenant = await world.tenant();
    const [scan] = (await tenant.scans.query({ orderBy: { field: 'timestamp', direction: 'desc' }, limit: 1 })).items;
    const audit = tenant.tenant.audit && (await every(tenant.audits)).find(({ scanLogId }) => scanLogId === scan?.id);
    if (!scan || !audit) throw new Error('There is no scan');
    await update(tenant.tasks, task.id, (one) => ({
      ...one,
      status: 'completed' as const,
      completedAt: new Date(Date.parse(scan.timestamp) - 1000).toISOString(),
    }));
    const { signal } = new AbortController();
    const seen = { verdicts: audit.data.verdicts, facts: {}, lookedAtSince: new Set<string>() };
    const hold = () => holdTasks({ ...app, ...app.stores, activityLog }, tenant, scan, seen, signal);
    await Promise.all([hold(), hold(), hold()]);
    expect((await world.task(task.id)).history.filter(({ what }) => what === 'reopened')).toHaveLength(2);
  });

  it('completed after the scan began are left to the next one', async () => {
    const task = await completed();
    world.break();
    await world.scan();
    const tenant = await world.tenant();
    const later = new Date(Date.now() + 60_000).toISOString();
    await update(tenant.tasks, task.id, (one) => ({ ...one, status: 'completed' as const, completedAt: later }));
    await world.scan();
    expect((await world.task(task.id)).status).toBe('completed');
  });

  it('completed without proof are opened again by the scan that sees their check fail', async () => {
    const task = await world.made({ checkId: sharingCheck });
    world.refuse();
    await world.change(task.id, { status: 'completed' });
    await world.app.drainQueue();
    await world.change(task.id, { status: 'completed', withoutProof: true });
    await world.scan();
    expect((await world.task(task.id)).status).toBe('completed');
    world.cloud.faults.clear();
    await world.scan();
    expect(await world.task(task.id)).toMatchObject({ status: 'open', completedWithoutProof: false });
  });

  it('were last held against an audit at the time that task-sync tells', async () => {
    const call = { params: { syncType: 'task-sync' }, query: { tenantId: weak }, cookie: world.cookie };
    const first = (await world.app.call(getDataFreshness, call)).json.lastSync;
    expect(Date.parse(String(first))).toBeGreaterThan(Date.now() - 60_000);
    await world.scan();
    const second = (await world.app.call(getDataFreshness, call)).json.lastSync;
    expect(String(second) > String(first)).toBe(true);
    const never = '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02';
    const none = await world.app.call(getDataFreshness, { ...call, query: { tenantId: never } });
    expect(none.json.lastSync).toBeNull();
  });
});
