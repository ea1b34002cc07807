import type { Approval } from '@tenantry/contract/approvals';
import type { Task } from '@tenantry/contract/tasks';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { mfa } from '../../testing/approvals.ts';
import { apiError, contoso, type FakeServer, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { task, taskList } from '../../testing/tasks.ts';

const list = '/api/admin/tasks';
const batch = `${list}/batch`;
const noChanges = {
  items: [],
  total: 0,
  summary: { critical: 0, high: 0, medium: 0, low: 0 },
  seenUntil: null,
  asOf: '2026-11-28T08:00:00.000Z',
};
const change = {
  ...{ id: `${contoso.id}_change-1`, tenantId: contoso.id, tenantName: contoso.name, isSimulated: false },
  ...{ kind: 'privileged-role', gravity: 'critical', title: 'New Global Administrator', object: 'mallory' },
  ...{ before: null, after: null, by: null, byUnknownBecause: null, changedAt: null, between: null, checkId: null },
  ...{ noticedAt: '2026-11-27T09:10:00.000Z', noticedBy: 'scan', isNew: true },
};
const request: Approval = { ...mfa, title: 'Block legacy authentication', status: 'denied', approvedBy: 'Ada' };
const waiting = {
  items: [
    {
      remedyId: 'require-mfa',
      title: 'Require MFA for every sign-in',
      article: 'require-mfa',
      priority: 'critical',
      waiting: 12,
      tenantName: null,
      required: 0,
      waitingSince: '2026-11-01T08:00:00.000Z',
    },
  ],
  waiting: 12,
  others: 1,
};

const serverWith = (tasks: readonly Task[], role: 'admin' | 'technician' = 'technician'): FakeServer =>
  signedInServer(role)
    .on(`GET ${list}`, () => json(taskList(tasks, undefined, { overdue: 3, week: 5, none: 1 })))
    .on(`GET ${list}/remedies`, () => json([{ id: 'require-mfa', title: 'Require MFA for every sign-in' }]))
    .on('GET /api/admin/changes', () => json(noChanges))
    .on('GET /api/approvals/mine', () => json({ items: [], total: 0 }))
    .on('GET /api/admin/approvals/remedies', () => json(waiting));
const listed = async () => within(await screen.findByRole('table', { name: 'Tasks' }));
const select = (name: string) => screen.getByRole('checkbox', { name });

describe('my work', () => {
  test('is what is mine and not completed, by due date, with what is due counted', async () => {
    const server = serverWith([task(contoso, 'one', { dueDate: '2026-01-02', isOverdue: true })]);
    renderApp('/my-work', server);
    const table = await listed();
    expect(table.getAllByRole('row')[1]?.textContent).toContain('Overdue');
    const query = server.requestsTo(list)[0]?.query;
    expect(Object.fromEntries(query ?? [])).toMatchObject({ assignee: 'me', status: 'unfinished', order: 'due' });
    const figures = within(screen.getByRole('region', { name: 'Tasks by due date' })).getAllByRole('group');
    expect(figures.map(({ textContent }) => textContent)).toEqual(['Overdue3', 'Due this week5', 'No due date1']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My Work');
  });

  test('keeps its filters in the address', async () => {
    const server = serverWith([task(contoso, 'one')]);
    const { user, path } = renderApp('/my-work', server);
    await listed();
    await user.selectOptions(screen.getByLabelText('Assignee'), 'Nobody');
    await user.selectOptions(screen.getByLabelText('Due'), 'This week');
    await user.selectOptions(await screen.findByLabelText('Tenant'), contoso.name);
    await user.selectOptions(screen.getByLabelText('Remedy'), 'Require MFA for every sign-in');
    await waitFor(() =>
      expect(Object.fromEntries(server.requestsTo(list).at(-1)?.query ?? [])).toMatchObject({
        assignee: 'nobody',
        due: 'week',
        tenantId: contoso.id,
        remedyId: 'require-mfa',
      }),
    );
    expect(path()).toContain('assignee=nobody&due=week');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await user.selectOptions(screen.getByLabelText('Assignee'), 'Anyone');
    await waitFor(() => expect(server.requestsTo(list).at(-1)?.query.get('assignee')).toBeNull());
  });

  test('gives several tasks of several tenants to me in one call, however often it is pressed', async () => {
    const tasks = [task(contoso, 'one'), task(fabrikam, 'two'), task(contoso, 'done', { status: 'completed' })];
    const server = serverWith(tasks).on(`POST ${batch}`, () =>
      json({
        items: [
          { taskId: tasks[0]?.id, outcome: 'changed', why: null },
          { taskId: tasks[1]?.id, outcome: 'refused', why: 'This task was changed meanwhile.' },
        ],
      }),
    );
    const { user } = renderApp('/my-work', server);
    await listed();
    expect(screen.queryByRole('checkbox', { name: 'Select Title of done of Contoso' })).toBeNull();
    await user.click(select('Select all 2 rows'));
    await screen.findByText('2 tasks selected');
    await user.dblClick(screen.getByRole('button', { name: 'Assign to me' }));
    await screen.findByText('Title of two (Fabrikam): This task was changed meanwhile.');
    expect(server.requestsTo(batch).map(({ body }) => body)).toEqual([
      { tasks: tasks.slice(0, 2).map(({ id, version }) => ({ id, version })), assigneeId: 'user-1' },
    ]);
    await waitFor(() => expect(screen.queryByText('2 tasks selected')).toBeNull());
    const region = within(screen.getByRole('region', { name: 'List of tasks' }));
    await user.click(region.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/could not be changed$/)).toBeNull();
  });

  test('gives them a status and a day, and to somebody else', async () => {
    const one = task(contoso, 'one');
    const server = serverWith([one])
      .on(`POST ${batch}`, () => json({ items: [{ taskId: one.id, outcome: 'rechecking', why: null }] }))
      .on('GET /api/admin/approvals/assignees', () =>
        json({ items: [{ userId: 'user-2', name: 'Tilda Technician' }], hasMore: false }),
      );
    const { user } = renderApp('/my-work', server);
    await listed();
    const choose = async () => user.click(select('Select Title of one of Contoso'));
    await choose();
    await user.click(await screen.findByRole('button', { name: 'Status' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Completed/ }));
    await screen.findByText(/1 check started: a task is completed once its check passes/);
    await choose();
    await user.click(await screen.findByRole('button', { name: 'Due date…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Due date of 1 task' }));
    await user.type(dialog.getByLabelText('Due date'), '2027-01-31');
    await user.click(dialog.getByRole('button', { name: 'Save', hidden: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose();
    await user.click(await screen.findByRole('button', { name: 'Assign…' }));
    const assign = within(await screen.findByRole('dialog', { name: 'Assign 1 task' }));
    await user.click(assign.getByRole('combobox', { name: 'Assignee' }));
    await user.click(await screen.findByRole('option', { name: 'Tilda Technician', hidden: true }));
    await user.click(assign.getByRole('button', { name: 'Assign', hidden: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const tasks = [{ id: one.id, version: one.version }];
    expect(server.requestsTo(batch).map(({ body }) => body)).toEqual([
      { tasks, status: 'completed' },
      { tasks, dueDate: '2027-01-31' },
      { tasks, assigneeId: 'user-2' },
    ]);
  });

  test('has a technician’s own requests beside it, and what changed since they last looked', async () => {
    const summary = { critical: 1, high: 0, medium: 0, low: 2 };
    const server = serverWith([])
      .on('GET /api/admin/changes', () => json({ ...noChanges, items: [change], total: 3, summary }))
      .on('GET /api/approvals/mine', () => apiError('INTERNAL', 'Broken'));
    const { user } = renderApp('/my-work', server);
    const changes = within(await screen.findByRole('region', { name: 'Changes you have not seen' }));
    await changes.findByText('New Global Administrator: mallory (Contoso)');
    expect(changes.getByText('1 critical, 2 low')).toBeDefined();
    expect(changes.getByRole('link', { name: 'All Changes' }).getAttribute('href')).toBe(
      '/changes/all?period=last-visit',
    );
    expect(server.requestsTo('/api/admin/changes')[0]?.query.get('unseen')).toBe('true');
    const requests = within(screen.getByRole('region', { name: 'Your requests' }));
    const retry = await requests.findByRole('button', { name: 'Retry' });
    server.on('GET /api/approvals/mine', () => json({ items: [request], total: 1 }));
    await user.click(retry);
    await requests.findByText('Block legacy authentication (Contoso)');
    expect(requests.getByText('Denied')).toBeDefined();
    expect(server.requestsTo('/api/admin/approvals/remedies')).toEqual([]);
  });

  test('has no change any more that was marked as seen on their page', async () => {
    const server = serverWith([])
      .on('GET /api/admin/changes', () => json({ ...noChanges, items: [change], total: 1 }))
      .on('GET /api/admin/changes/watch', () => json({ everyMinutes: 10, watched: 1, leftOut: [], leftOutTotal: 0 }))
      .on('POST /api/admin/changes/seen', () => json({ seenUntil: noChanges.asOf }));
    const { user, router } = renderApp('/my-work', server);
    await screen.findByText('New Global Administrator: mallory (Contoso)');
    const card = within(screen.getByRole('region', { name: 'Changes you have not seen' }));
    await user.click(card.getByRole('link', { name: 'All Changes' }));
    const mark = await screen.findByRole('button', { name: 'Mark all as seen' });
    server.on('GET /api/admin/changes', () => json(noChanges));
    await user.click(mark);
    await screen.findByText('No changes');
    await act(() => router.navigate('/my-work'));
    await screen.findByText('You have seen everything that changed.');
  });

  test('has what waits for an administrator’s decision beside it', async () => {
    const server = serverWith([], 'admin');
    renderApp('/my-work', server);
    const card = within(await screen.findByRole('region', { name: 'Waiting for your decision' }));
    const link = await card.findByRole('link', { name: 'Require MFA for every sign-in' });
    expect(link.getAttribute('href')).toBe('/admin/approvals?remedyId=require-mfa');
    expect(card.getByText('13 requests')).toBeDefined();
    expect(card.getByText('12 tenants')).toBeDefined();
    expect(server.requestsTo('/api/approvals/mine')).toEqual([]);
  });

  test('says that nothing is assigned and offers what is nobody’s, that filters match nothing, and that it failed', async () => {
    const server = serverWith([]);
    const { user, path } = renderApp('/my-work', server);
    await screen.findByText('No task is assigned to you');
    await user.click(screen.getByRole('button', { name: 'Tasks of nobody' }));
    await screen.findByText('Nothing to do');
    expect(path()).toContain('assignee=nobody');
    await user.selectOptions(screen.getByLabelText('Priority'), 'Low');
    await screen.findByText('No tasks match these filters');
    server.on(`GET ${list}`, () => apiError('INTERNAL', 'Broken'));
    await user.selectOptions(screen.getByLabelText('Priority'), 'High');
    const region = within(screen.getByRole('region', { name: 'List of tasks' }));
    await region.findByRole('button', { name: 'Retry' });
  });

  test('is no page of a viewer', async () => {
    renderApp('/my-work', signedInServer('viewer'));
    await screen.findByText('Access Denied');
  });
});

describe('my work on a phone', () => {
  const wide = window.matchMedia;
  afterEach(() => {
    window.matchMedia = wide;
  });

  test('is a list of cards, each of which can be selected', async () => {
    window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width') });
    const { user } = renderApp('/my-work', serverWith([task(contoso, 'one')]));
    const cards = within(await screen.findByRole('list', { name: 'Tasks' }));
    await user.click(cards.getByRole('checkbox', { name: 'Select Title of one of Contoso' }));
    await screen.findByText('1 task selected');
  });
});
