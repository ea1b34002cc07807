import { changeTask, createTask, listTaskRemedies, listTasks, listTenantTasks } from '@tenantry/contract/tasks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { remedies } from '../../audit/findings/remedies/remedies.ts';
import { dayOf, dueDays } from '../../domain/tasks/due-days.ts';
import { writeTaskKeys } from '../../domain/tasks/write-task-keys.ts';
import { update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import { good, weak } from './testing/task-app.ts';

const dayMs = 86_400_000;
const inDays = (days: number) => dayOf(new Date(Date.now() + days * dayMs));

describe('lists of tasks by due date', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());

  const make = async (title: string, more: Record<string, unknown> = {}) => {
    const body = { tenantId: weak, title, description: 'What to do', category: 'mail-flow', ...more };
    return createTask.response.parse((await app.call(createTask, { body, cookie })).json);
  };
  const list = async (query: Record<string, string> = {}, by = cookie) =>
    listTasks.response.parse((await app.call(listTasks, { query: { order: 'due', ...query }, cookie: by })).json);
  const titles = async (query: Record<string, string> = {}, by = cookie) =>
    (await list(query, by)).items.map(({ title }) => title);
  const stored = (tenantId = weak) => app.app.records.partition<TaskRecord>(containers.tasks, tenantId);

  it('have overdue ones first, then by day and priority, those without a day after them and completed ones last', async () => {
    await make('No day');
    await make('Next year', { dueDate: inDays(300), tenantId: good });
    const done = await make('Done', { dueDate: inDays(-30) });
    await make('Overdue, low', { dueDate: inDays(-2), priority: 'low' });
    await make('Overdue, critical', { dueDate: inDays(-2), priority: 'critical' });
    await make('Long overdue', { dueDate: inDays(-20), tenantId: good });
    await app.call(changeTask, { params: { taskId: done.id }, body: { status: 'completed' }, cookie });
    const order = ['Long overdue', 'Overdue, critical', 'Overdue, low', 'Next year', 'No day', 'Done'];
    expect(await titles()).toEqual(order);
    const first = await list({ limit: '4' });
    const second = await list({ limit: '4', cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(order);
    expect(first.due).toEqual({ overdue: 3, week: 0, none: 1 });
  });

  it('are narrowed by whose they are, by remedy, and by what is not completed; what is due is counted beside', async () => {
    const { today, weekEnd } = dueDays(new Date());
    await make('Mine, today', { assigneeId: 'first-admin', dueDate: today });
    await make('Mine, no day', { assigneeId: 'first-admin' });
    await make('Nobody’s, on Sunday', { dueDate: weekEnd });
    await make('Nobody’s, overdue', { dueDate: inDays(-1) });
    const [remedy] = remedies;
    const one = await make('Of a remedy');
    await update(stored(), one.id, (task) => ({ ...task, remedyId: remedy?.id ?? null }));
    expect(await titles({ assignee: 'me' })).toEqual(['Mine, today', 'Mine, no day']);
    expect(await titles({ assignee: 'nobody', due: 'week' })).toEqual(['Nobody’s, on Sunday']);
    expect(await titles({ assignee: 'nobody', due: 'overdue' })).toEqual(['Nobody’s, overdue']);
    expect(await titles({ assignee: 'me', due: 'none' })).toEqual(['Mine, no day']);
    expect(await titles({ remedyId: remedy?.id ?? '' })).toEqual(['Of a remedy']);
    expect(await titles({ status: 'unfinished', search: 'today' })).toEqual(['Mine, today']);
    const mine = await list({ assignee: 'me', due: 'none' });
    expect(mine.due).toEqual({ overdue: 0, week: 1, none: 1 });
    expect((await list({ assignee: 'nobody' })).due).toEqual({ overdue: 1, week: 1, none: 1 });
    const named = await app.call(listTaskRemedies, { cookie });
    expect(listTaskRemedies.response.parse(named.json)[0]).toEqual({ id: remedy?.id, title: remedy?.title });
  });

  it('keep to the tenants of the technician who asks, counts and all', async () => {
    const technician = await app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
    await make('Of their tenant', { dueDate: inDays(-1) });
    await make('Of another', { dueDate: inDays(-1), tenantId: good });
    const mine = await list({}, technician);
    expect(mine.items.map(({ title }) => title)).toEqual(['Of their tenant']);
    expect(mine).toMatchObject({ total: 1, due: { overdue: 1 }, summary: { open: 1 } });
    expect(await list({ tenantId: good }, technician)).toMatchObject({ items: [], total: 0, due: { overdue: 0 } });
    const nobody = await app.signInAs('technician', { kind: 'none' });
    expect(await list({}, nobody)).toMatchObject({ items: [], total: 0, due: { overdue: 0 } });
    const ofTenant = await app.call(listTenantTasks, { tenantId: weak, query: { order: 'due' }, cookie: technician });
    expect(ofTenant.json.total).toBe(1);
  });

  it('have tasks of before too, once their order is written at a start or by the timer', async () => {
    const task = await make('Of before', { dueDate: inDays(-1) });
    await update(stored(), task.id, ({ dueKey: _, ...rest }) => rest);
    const { tasks, tenants } = app.app.stores;
    expect(await writeTaskKeys(tasks, tenants)).toBe(1);
    expect(await writeTaskKeys(tasks, tenants)).toBe(0);
    expect((await stored().get(task.id))?.value.dueKey).toBe(`0 ${inDays(-1)} 2`);
    expect(await titles()).toEqual(['Of before']);
  });
});

it.each([
  ['2026-11-23', '2026-11-29'],
  ['2026-11-28', '2026-11-29'],
  ['2026-11-29', '2026-11-29'],
])('the week of %s ends with the Sunday %s', (today, weekEnd) => {
  expect(dueDays(new Date(`${today}T23:59:59.999Z`))).toEqual({ today, weekEnd });
});
