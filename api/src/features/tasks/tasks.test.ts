import { listFindings } from '@tenantry/contract/findings';
import {
  changeTask,
  createTask,
  getTask,
  listAssignees,
  listTasks,
  listTenantTasks,
  saveTasks,
} from '@tenantry/contract/tasks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { every, update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { everyTenant } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';
import { good, weak } from './testing/task-app.ts';

const given = { title: 'Renew the certificate', description: 'Before\nMay', category: 'mail-flow' };

describe('tasks', () => {
  let app: TestApp;
  let cookie: string;
  let technician: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    technician = await app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
  });
  afterEach(() => app.close());

  const make = async (more: Record<string, unknown> = {}, by = cookie) => {
    const answer = await app.call(createTask, { body: { tenantId: weak, ...given, ...more }, cookie: by });
    expect(answer.status).toBe(201);
    return createTask.response.parse(answer.json);
  };
  const change = (taskId: string, body: Record<string, unknown>, by = cookie) =>
    app.call(changeTask, { params: { taskId }, body, cookie: by });
  const get = async (taskId: string) =>
    getTask.response.parse((await app.call(getTask, { params: { taskId }, cookie })).json);
  const list = async (query: Record<string, string> = {}, by = cookie) =>
    listTasks.response.parse((await app.call(listTasks, { query, cookie: by })).json);
  const ofTenant = async (query: Record<string, string> = {}, tenantId = weak) =>
    listTenantTasks.response.parse((await app.call(listTenantTasks, { query, tenantId, cookie })).json);
  const save = async (tasks: Record<string, unknown>[], by = cookie) =>
    saveTasks.response.parse((await app.call(saveTasks, { body: { tasks }, tenantId: weak, cookie: by })).json);
  const trailOf = async (eventType: string) =>
    every(app.app.records.across<{ id: string; details: object; user: string }>(containers.auditLogs), {
      where: [{ field: 'eventType', op: 'eq', value: eventType }],
    });

  it('are made by hand: open, of medium priority, and told who made them', async () => {
    const task = await make({}, technician);
    expect(task).toMatchObject({
      status: 'open',
      priority: 'medium',
      origin: 'manual',
      linkedApprovalId: null,
      isRechecked: false,
      assignee: null,
      createdBy: 'A technician',
      version: 1,
    });
    expect(task.id).toMatch(new RegExp(`^${weak}_task-[0-9a-f-]{36}$`));
    expect(task.history).toMatchObject([{ what: 'created', by: 'A technician' }]);
  });

  it('of one key are one, however often it is asked for at once', async () => {
    const key = '11111111-2222-4333-8444-555555555555';
    const made = await Promise.all(Array.from({ length: 10 }, () => make({ key })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await list()).total).toBe(1);
    expect(await trailOf('task_created')).toHaveLength(1);
  });

  it.each([
    ['a title of two characters', { title: 'ab' }],
    ['a title of more than 500 characters', { title: 'x'.repeat(501) }],
    ['a day that there is not', { dueDate: '2026-02-30' }],
    ['a check that no audit has', { checkId: 'spo.sharing' }],
    ['an assignee whom nobody knows', { assigneeId: 'nobody' }],
  ])('are not made with %s', async (_, more) => {
    const answer = await app.call(createTask, { body: { tenantId: weak, ...given, ...more }, cookie });
    expect(answer.status).toBe(400);
    expect((answer.json.fields as { path: string }[])[0]?.path).toBe(Object.keys(more)[0]);
    expect((await list()).total).toBe(0);
  });

  it('are counted by status whatever the filters, and listed by status, priority, tenant, assignee and search', async () => {
    const [one, two, three] = [
      await make({ priority: 'critical', title: 'First of all' }),
      await make({ assigneeId: 'first-admin' }),
      await make({ tenantId: good, priority: 'low' }),
    ];
    await change(one.id, { status: 'in_progress' });
    await change(three.id, { status: 'completed' });
    const all = await list();
    expect(all.items.map(({ id }) => id)).toEqual([three.id, two.id, one.id]);
    expect(all.items[0]?.tenantName).toBe('Alderwick Clinic');
    const summary = { open: 1, in_progress: 1, completed: 1, on_hold: 0 };
    const cases: [Record<string, string>, string[]][] = [
      [{ status: 'in_progress' }, [one.id]],
      [{ priority: 'critical' }, [one.id]],
      [{ assigneeId: 'first-admin' }, [two.id]],
      [{ search: 'first OF' }, [one.id]],
      [{ category: 'mail-flow', status: 'open' }, [two.id]],
    ];
    for (const [query, ids] of cases) {
      const found = await list(query);
      expect(found.items.map(({ id }) => id)).toEqual(ids);
      expect(found).toMatchObject({ total: ids.length, summary });
    }
    const ofGood = await list({ tenantId: good });
    expect(ofGood).toMatchObject({ total: 1, summary: { open: 0, in_progress: 0, completed: 1, on_hold: 0 } });
    expect(await ofTenant()).toMatchObject({
      total: 2,
      summary: { open: 1, in_progress: 1, completed: 0, on_hold: 0 },
    });
  });

  it('are listed page by page', async () => {
    for (let count = 0; count < 5; count += 1) await make({ title: `Task ${count}` });
    const first = await list({ limit: '2' });
    const second = await list({ limit: '2', cursor: first.nextCursor ?? '' });
    const third = await list({ limit: '2', cursor: second.nextCursor ?? '' });
    const pages = [first, second, third].map(({ items }) => items.map(({ title }) => title));
    expect(pages).toEqual([['Task 4', 'Task 3'], ['Task 2', 'Task 1'], ['Task 0']]);
    expect(third.nextCursor).toBeUndefined();
  });

  it('are overdue from the day after the one on which they are due, until they are completed', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const [yesterday, today, none] = [await make({ dueDate: day(-1) }), await make({ dueDate: day(0) }), await make()];
    expect([yesterday, today, none].map(({ isOverdue }) => isOverdue)).toEqual([true, false, false]);
    expect((await list({ due: 'overdue' })).items.map(({ id }) => id)).toEqual([yesterday.id]);
    expect((await ofTenant({ due: 'overdue' })).total).toBe(1);
    await change(yesterday.id, { status: 'completed' });
    expect((await list({ due: 'overdue' })).total).toBe(0);
    expect((await get(yesterday.id)).isOverdue).toBe(false);
  });

  it('are changed with what they were and are in the history and the trail', async () => {
    const task = await make();
    const body = {
      status: 'on_hold',
      notes: 'Waits\nfor the registrar',
      priority: 'high',
      assigneeId: 'first-admin',
      dueDate: '2027-01-31',
    };
    const answer = await change(task.id, body, technician);
    expect(answer.status).toBe(200);
    const { assigneeId: _, ...rest } = body;
    const assignee = { userId: 'first-admin', name: 'Ada Lovelace' };
    expect(answer.json).toMatchObject({ ...rest, assignee, version: 2 });
    const { history } = await get(task.id);
    expect(history[0]).toMatchObject({ what: 'changed', by: 'A technician' });
    expect(history[0]?.changes).toContainEqual({ field: 'status', from: 'open', to: 'on_hold' });
    expect(history[0]?.changes).toContainEqual({ field: 'assignee', from: null, to: 'Ada Lovelace' });
    const [entry] = await trailOf('task_changed');
    expect(entry?.details).toMatchObject({
      taskId: task.id,
      before: { status: 'open', priority: 'medium', notes: '', assignee: null, dueDate: null },
      after: { status: 'on_hold', priority: 'high', assignee },
    });
    expect((await change(task.id, { status: 'on_hold' })).json.version).toBe(2);
    expect(await trailOf('task_changed')).toHaveLength(1);
  });

  it('keep the last 50 changes, and say how many they left out', async () => {
    const task = await make();
    for (let count = 0; count < 52; count += 1) await change(task.id, { status: 'open', notes: `Note ${count}` });
    const { history, historyOmitted } = await get(task.id);
    expect(history).toHaveLength(50);
    expect(historyOmitted).toBe(3);
    expect(history[0]?.changes).toEqual([{ field: 'notes', from: 'Note 50', to: 'Note 51' }]);
  });

  it('changed meanwhile are refused with who changed what, and nothing is overwritten', async () => {
    const task = await make();
    await change(task.id, { status: 'in_progress', notes: 'Mine', version: 1 }, technician);
    const stale = await change(task.id, { status: 'on_hold', notes: 'Yours', version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.json.message).toBe(
      'This task was changed meanwhile. A technician changed the status and the notes. Look at it again, then save.',
    );
    expect(stale.json.fields).toEqual([
      { path: 'status', message: 'A technician set it to in_progress' },
      { path: 'notes', message: 'A technician set it to Mine' },
    ]);
    expect(await get(task.id)).toMatchObject({ status: 'in_progress', notes: 'Mine' });
    expect((await change(task.id, { status: 'on_hold', notes: 'Yours', version: 2 })).status).toBe(200);
  });

  it('completed by two at once are completed once, and then neither edited nor completed again', async () => {
    const task = await make();
    const body = { status: 'completed', version: task.version };
    const answers = await Promise.all([
      change(task.id, body),
      change(task.id, body, technician),
      change(task.id, body),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await trailOf('task_completed')).toHaveLength(1);
    const again = await change(task.id, { status: 'open', notes: 'Once more' });
    expect(again.status).toBe(409);
    expect(again.json.message).toMatch(/completed this task on \d{4}-\d\d-\d\d\. A completed task cannot be changed\./);
    expect((await get(task.id)).status).toBe('completed');
  });

  it('are saved several at once: those changed meanwhile are told one by one, the others are saved', async () => {
    const [one, two, done] = [await make(), await make(), await make()];
    await change(two.id, { status: 'open', priority: 'critical' }, technician);
    await change(done.id, { status: 'completed' });
    const { saved, conflicts } = await save([
      { id: one.id, version: 1, status: 'blocked', notes: 'Two\nlines' },
      { id: two.id, version: 1, priority: 'low' },
      { id: done.id, version: 1, notes: 'Too late' },
      { id: `${weak}_task-absent`, version: 1, notes: 'None' },
      { id: `${good}_task-foreign`, version: 1, notes: 'None' },
    ]);
    expect(saved).toMatchObject([{ id: one.id, status: 'on_hold', notes: 'Two\nlines', version: 2 }]);
    expect(conflicts.map(({ id }) => id)).toEqual([two.id, done.id, `${weak}_task-absent`, `${good}_task-foreign`]);
    expect(conflicts[0]).toMatchObject({
      message: expect.stringContaining('A technician changed the priority'),
      task: { priority: 'critical', version: 2 },
    });
    expect(conflicts[1]?.message).toContain('cannot be changed');
    expect(conflicts.slice(2).map(({ task, message }) => [task, message])).toEqual([
      [null, 'There is no such task.'],
      [null, 'There is no such task.'],
    ]);
    expect(await get(two.id)).toMatchObject({ priority: 'critical' });
  });

  it('take the words of the Task Center for their status', async () => {
    const task = await make();
    const words = [
      ['in-progress', 'in_progress'],
      ['blocked', 'on_hold'],
      ['pending', 'open'],
      ['complete', 'completed'],
    ];
    for (const [index, [word, status]] of words.entries()) {
      const { saved } = await save([{ id: task.id, version: index + 1, status: word }]);
      expect(saved).toMatchObject([{ status }]);
    }
  });

  it('are edited by technicians in their tenants, read by viewers, and foreign to everybody else', async () => {
    const [mine, foreign] = [await make(), await make({ tenantId: good })];
    const viewer = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak] });
    const read = (taskId: string, by: string) => app.call(getTask, { params: { taskId }, cookie: by });
    expect((await read(mine.id, viewer)).status).toBe(200);
    expect((await read(foreign.id, viewer)).status).toBe(404);
    expect((await app.call(listTenantTasks, { tenantId: weak, cookie: viewer })).status).toBe(200);
    expect((await change(mine.id, { status: 'on_hold' }, viewer)).status).toBe(403);
    expect((await change(mine.id, { status: 'on_hold' }, technician)).status).toBe(200);
    expect((await change(foreign.id, { status: 'on_hold' }, technician)).status).toBe(404);
    expect((await app.call(createTask, { body: { tenantId: good, ...given }, cookie: technician })).status).toBe(404);
    expect((await app.call(listTasks, { cookie: viewer })).status).toBe(403);
    expect((await list({}, technician)).items.map(({ id }) => id)).toEqual([mine.id]);
    const admin = await app.signInAs('admin', { kind: 'tenants', tenantIds: [weak] });
    expect((await list({}, admin)).items.map(({ id }) => id)).toEqual([mine.id]);
    expect((await list({ tenantId: good }, admin)).total).toBe(0);
    expect((await get(foreign.id)).status).toBe('open');
  });

  it('are given to those who may work in the tenant alone', async () => {
    const users = app.app.records.partition<UserRecord>(containers.users, globalPartition);
    const named = async (role: 'admin' | 'technician' | 'viewer', displayName: string, tenantIds: string[]) => {
      await app.signInAs(role, { kind: 'tenants', tenantIds });
      const { items } = await users.query({ limit: 200 });
      const user = items.find((one) => one.displayName === `A ${role}` && one.id !== 'first-admin');
      if (!user) throw new Error('There is no such user');
      await update(users, user.id, (one) => ({ ...one, displayName }));
      return user.id;
    };
    await update(
      users,
      (await users.query({ limit: 200 })).items.find(({ role }) => role === 'technician')?.id ?? '',
      (one) => ({ ...one, displayName: 'Tilda' }),
    );
    const foreign = await named('technician', 'Fritz', [good]);
    const viewer = await named('viewer', 'Vera', [weak]);
    const disabled = await named('admin', 'Dora', [weak]);
    await update(users, disabled, (one) => ({ ...one, isDisabled: true }));
    const answer = await app.call(listAssignees, { params: { id: weak }, cookie: technician });
    const { items } = listAssignees.response.parse(answer.json);
    expect(items.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Tilda']);
    const found = await app.call(listAssignees, {
      params: { id: weak },
      query: { search: 'LOVE' },
      cookie: technician,
    });
    expect(listAssignees.response.parse(found.json).items).toEqual([{ userId: 'first-admin', name: 'Ada Lovelace' }]);
    const task = await make();
    for (const assigneeId of [foreign, viewer, disabled]) {
      const refused = await change(task.id, { status: 'open', assigneeId });
      expect(refused.status).toBe(400);
      expect((refused.json.fields as { path: string }[])[0]?.path).toBe('assigneeId');
    }
    expect((await app.call(listAssignees, { params: { id: good }, cookie: technician })).status).toBe(404);
  });

  it('need no finding: nothing is looked at again where they were made by hand', async () => {
    const task = await make();
    const answer = await change(task.id, { status: 'completed' });
    expect(answer.json).toMatchObject({ status: 'completed', recheck: null, completedBy: 'Ada Lovelace' });
    const tenant = await app.app.stores.tenants.open(everyTenant, weak);
    expect(await tenant?.scans.count()).toBe(0);
    expect((await app.call(listFindings, { tenantId: weak, cookie })).json.total).toBe(0);
  });
});
