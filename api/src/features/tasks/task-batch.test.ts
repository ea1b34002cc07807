import { changeTasks } from '@tenantry/contract/tasks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { every } from '../../ports/collection.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { good, openTaskApp, sharingCheck, type TaskApp, weak } from './testing/task-app.ts';

describe('many tasks in one call', () => {
  let world: TaskApp;
  beforeEach(async () => {
    world = await openTaskApp();
  });
  afterEach(() => world.close());

  const batch = async (body: Record<string, unknown>, by = world.cookie) => {
    const answer = await world.app.call(changeTasks, { body, cookie: by });
    expect(answer.status).toBe(200);
    return changeTasks.response.parse(answer.json).items;
  };
  const outcomes = async (body: Record<string, unknown>, by?: string) =>
    (await batch(body, by)).map(({ outcome }) => outcome);
  const entries = async (...eventTypes: string[]) =>
    every(world.app.app.records.across<EntryRecord>(containers.auditLogs), {
      where: [{ field: 'eventType', op: 'in', value: eventTypes }],
    });
  const named = (...tasks: { id: string; version: number }[]) => tasks.map(({ id, version }) => ({ id, version }));

  it('of several tenants get an assignee and a day, told by one entry of each tenant with its members', async () => {
    const tasks = [await world.made(), await world.made(), await world.made({ tenantId: good })];
    const answers = await batch({ tasks: named(...tasks), assigneeId: 'first-admin', dueDate: '2027-01-31' });
    expect(answers).toEqual(tasks.map(({ id }) => ({ taskId: id, outcome: 'changed', why: null })));
    for (const { id } of tasks) {
      const task = await world.task(id);
      expect(task).toMatchObject({ assignee: { userId: 'first-admin' }, dueDate: '2027-01-31', version: 2 });
      expect(task.history[0]).toMatchObject({ what: 'changed', by: 'Ada Lovelace' });
    }
    const [told, ...others] = await entries('tasks_changed');
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      tenantId: weak,
      target: '2 tasks',
      details: { after: { assignee: 'Ada Lovelace', dueDate: '2027-01-31' } },
    });
    const members = told?.details.members as { id: string }[];
    expect(members.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      tasks
        .slice(0, 2)
        .map(({ id, title }) => ({ id, title, before: { assignee: null, dueDate: null }, recheckRequested: false }))
        .toSorted((a, b) => a.id.localeCompare(b.id)),
    );
    // One alone is told as a single change is.
    expect((await entries('task_changed')).map(({ tenantId }) => tenantId)).toEqual([good]);
  });

  it('sent by two at once change each task once', async () => {
    const tasks = [await world.made(), await world.made(), await world.made()];
    const body = { tasks: named(...tasks), status: 'in_progress' };
    const both = await Promise.all([outcomes(body), outcomes(body)]);
    expect(both.flat().toSorted()).toEqual(['changed', 'changed', 'changed', 'unchanged', 'unchanged', 'unchanged']);
    for (const { id } of tasks) expect(await world.task(id)).toMatchObject({ status: 'in_progress', version: 2 });
    expect(await outcomes(body)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });

  it('changed meanwhile, completed or gone are told one by one, and the others are changed', async () => {
    const [one, stale, done] = [await world.made(), await world.made(), await world.made()];
    await world.change(stale.id, { status: 'open', notes: 'Somebody is on it' });
    await world.change(done.id, { status: 'completed' });
    const absent = { id: `${weak}_task-absent`, version: 1 };
    const answers = await batch({ tasks: [...named(one, stale, done), absent], status: 'on_hold' });
    expect(answers.map(({ outcome }) => outcome)).toEqual(['changed', 'refused', 'refused', 'not-found']);
    expect(answers[1]?.why).toContain('Ada Lovelace changed the notes');
    expect(answers[2]?.why).toContain('A completed task cannot be changed.');
    expect(await world.task(stale.id)).toMatchObject({ status: 'open', notes: 'Somebody is on it' });
  });

  it('are those of the caller’s tenants alone, and are given to those who may work there', async () => {
    const technician = await world.app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
    const [mine, foreign] = [await world.made(), await world.made({ tenantId: good })];
    const tasks = named(mine, foreign);
    expect(await outcomes({ tasks, status: 'on_hold' }, technician)).toEqual(['changed', 'not-found']);
    expect(await world.task(foreign.id)).toMatchObject({ status: 'open', version: 1 });
    const ofTechnician = (
      await every(world.app.app.records.across<{ id: string; role: string }>(containers.users))
    ).find(({ role }) => role === 'technician');
    const again = named(await world.task(mine.id), await world.task(foreign.id));
    const [given, refused] = await batch({ tasks: again, assigneeId: ofTechnician?.id });
    expect(given?.outcome).toBe('changed');
    expect(refused).toMatchObject({ outcome: 'refused', why: expect.stringContaining('has this tenant in scope') });
    const viewer = await world.app.signInAs('viewer', { kind: 'all' });
    expect((await world.app.call(changeTasks, { body: { tasks, status: 'open' }, cookie: viewer })).status).toBe(403);
  });

  it('that mend findings are completed by the same re-check that completes one', async () => {
    await world.scan();
    const [of, manual] = [await world.made({ checkId: sharingCheck }), await world.made()];
    await world.mend();
    const body = { tasks: named(of, manual), status: 'completed', assigneeId: 'first-admin' };
    expect(await outcomes(body)).toEqual(['rechecking', 'changed']);
    expect(await outcomes(body)).toEqual(['unchanged', 'unchanged']);
    await world.app.drainQueue();
    expect(await world.task(of.id)).toMatchObject({
      status: 'completed',
      completedWithoutProof: false,
      recheck: { state: 'ended', outcome: 'passed' },
    });
    const [told] = await entries('tasks_changed');
    expect(told?.details.members).toContainEqual(
      expect.objectContaining({ id: of.id, recheckRequested: true, before: { assignee: null } }),
    );
    expect((await entries('task_completed')).map(({ details }) => details.taskId)).toEqual([of.id]);
  });

  it.each([
    ['nothing to change', { tasks: [{ id: `${weak}_task-a`, version: 1 }] }],
    ['no task', { tasks: [], status: 'open' }],
    [
      'more than 200',
      { tasks: Array.from({ length: 201 }, (_, at) => ({ id: `${weak}_task-${at}`, version: 1 })), status: 'open' },
    ],
  ])('are refused with %s', async (_, body) => {
    expect((await world.app.call(changeTasks, { body, cookie: world.cookie })).status).toBe(400);
  });
});
