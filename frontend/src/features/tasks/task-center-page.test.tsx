import type { RecheckResult } from '@tenantry/contract/rechecks';
import type { Task } from '@tenantry/contract/tasks';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, type FakeServer, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { task, taskDetails, taskList } from '../../testing/tasks.ts';

const list = '/api/project/tasks';
const people = { items: [{ userId: 'user-2', name: 'Tilda Technician' }], hasMore: false };
const serverWith = (tasks: readonly Task[], role: 'viewer' | 'technician' = 'technician'): FakeServer =>
  signedInServer(role)
    .on(`GET ${list}`, () => json(taskList(tasks)))
    .on(`GET /api/tenant/${contoso.id}/assignees`, () => json(people));
const rowOf = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(`^Title of ${name}\\b`) }));
const openRow = async (user: ReturnType<typeof renderApp>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name: `Description and notes of Title of ${name}` }));

const result: RecheckResult = {
  checkedAt: '2026-02-01T12:00:00.000Z',
  requestedBy: 'Tilda Technician',
  verdictStatus: 'fail',
  message: '2 accounts have no second factor.',
  recommendation: 'Have them register one.',
  evidence: [{ dataset: 'registration', observed: '2 of 10 accounts' }],
  affected: [{ type: 'user', id: 'u1', name: 'ada@contoso.example' }],
  affectedCount: 2,
  changes: {
    seenAt: '2026-01-01T12:00:00.000Z',
    statusBefore: 'fail',
    affectedBefore: 3,
    noLongerAffected: ['bob@contoso.example', 'eve@contoso.example'],
    newlyAffected: ['ada@contoso.example'],
    settings: [{ name: 'policy state', before: 'disabled', now: 'enabled' }],
  },
  checks: [],
  datasets: ['registration'],
  graphCalls: 2,
};
const recheck = {
  id: 'recheck-1',
  state: 'ended',
  requestedBy: 'Tilda Technician',
  requestedAt: '2026-02-01T12:00:00.000Z',
  endedAt: '2026-02-01T12:00:01.000Z',
  outcome: 'stillFails',
  message: result.message,
} as const;

describe('the Task Center', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('asks for a tenant where none is selected', async () => {
    localStorage.removeItem(storageKeys.tenantId);
    const { user, path } = renderApp('/tasks', serverWith([]));
    await user.click(await screen.findByRole('button', { name: 'Choose Organization' }));
    await waitFor(() => expect(path()).toContain('/select-tenant'));
  });

  test('counts tasks by its own four words, and shows each with all that it has', async () => {
    const one = task(contoso, 'one', { dueDate: '2026-01-31', isOverdue: true });
    const { user } = renderApp('/tasks', serverWith([one, task(contoso, 'two', { status: 'on_hold' })]));
    const row = await rowOf('one');
    const totals = within(screen.getByRole('region', { name: 'Task totals' }));
    const figures = totals.getAllByRole('group').map((group) => group.textContent);
    expect(figures).toEqual(['Pending1', 'In Progress0', 'Complete0', 'Blocked1']);
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Title', 'Status', 'Priority', 'Assignee', 'Due date', 'Actions']);
    expect(row.getByText('Overdue')).toBeDefined();
    const chosen = (field: string) =>
      row.getByRole<HTMLSelectElement>('combobox', { name: `${field} of Title of one` }).selectedOptions[0]
        ?.textContent;
    await waitFor(() =>
      expect(['Status', 'Priority', 'Assignee'].map(chosen)).toEqual(['Pending', 'High', 'Tilda Technician']),
    );
    expect(row.getByLabelText<HTMLInputElement>('Due date of Title of one').value).toBe('2026-01-31');
    await openRow(user, 'one');
    for (const text of ['Description of one', 'Impact: Impact of one', 'Task #12345678, created Jan 2, 2026']) {
      expect(await screen.findByText(text)).toBeDefined();
    }
    expect(screen.getByLabelText('Notes on Title of one')).toBeDefined();
  });

  test('shows further columns that somebody chooses', async () => {
    const { user } = renderApp('/tasks', serverWith([task(contoso, 'one')]));
    const row = await rowOf('one');
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    for (const label of ['Category', 'Estimated hours', 'Description', 'Linked approval', 'Created']) {
      await user.click(await screen.findByRole('menuitemcheckbox', { name: label }));
    }
    for (const text of ['Multi-factor authentication', '4', 'Description of one', 'Manual task', 'Jan 2, 2026']) {
      expect(row.getByText(text)).toBeDefined();
    }
  });

  test('filters by status, priority and category in the address, and says so where nothing fits', async () => {
    const server = serverWith([]);
    const { user, path } = renderApp('/tasks', server);
    await screen.findByText('No tasks found');
    expect(screen.getByText('Try adjusting your filters to see more tasks.')).toBeDefined();
    await user.selectOptions(screen.getByLabelText('Status'), 'Blocked');
    await user.selectOptions(screen.getByLabelText('Priority'), 'Critical');
    await user.selectOptions(screen.getByLabelText('Category'), 'Mail flow');
    await waitFor(() =>
      expect(Object.fromEntries(server.requestsTo(list).at(-1)?.query ?? [])).toMatchObject({
        status: 'on_hold',
        priority: 'critical',
        category: 'mail-flow',
      }),
    );
    expect(path()).toContain('status=on_hold');
  });

  test('keeps edits until they are saved in one call, marked as modified, with the version that they were made on', async () => {
    const [one, two] = [task(contoso, 'one'), task(contoso, 'two')];
    const server = serverWith([one, two]).on(`PUT ${list}`, () => json({ saved: [one, two], conflicts: [] }));
    const { user } = renderApp('/tasks', server);
    const row = await rowOf('one');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reset Changes' })).toBeNull();
    await user.selectOptions(row.getByLabelText('Status of Title of one'), 'Blocked');
    await openRow(user, 'one');
    await user.type(await screen.findByLabelText('Notes on Title of one'), 'Waits');
    expect(row.getByText('modified')).toBeDefined();
    await user.selectOptions((await rowOf('two')).getByLabelText('Assignee of Title of two'), 'Nobody');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Tasks Updated');
    const [sent] = server.requestsTo(list).filter(({ method }) => method === 'PUT');
    expect(sent).toMatchObject({
      tenantId: contoso.id,
      body: {
        tasks: [
          { id: one.id, version: 3, status: 'on_hold', notes: 'Waits' },
          { id: two.id, version: 3, assigneeId: null },
        ],
      },
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull());
  });

  test('takes edits back with Reset Changes, and an edit that is undone is none', async () => {
    const { user } = renderApp('/tasks', serverWith([task(contoso, 'one')]));
    const row = await rowOf('one');
    const priority = row.getByRole<HTMLSelectElement>('combobox', { name: 'Priority of Title of one' });
    await user.selectOptions(priority, 'Low');
    await user.click(screen.getByRole('button', { name: 'Reset Changes' }));
    expect(row.queryByText('modified')).toBeNull();
    expect(priority.value).toBe('high');
    await user.selectOptions(priority, 'Low');
    await user.selectOptions(priority, 'High');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  });

  test('tells a conflict at its task, keeps the edit, and saves it on the version that was told', async () => {
    const one = task(contoso, 'one');
    const message = 'This task was changed meanwhile. Ada changed the status. Look at it again, then save.';
    const server = serverWith([one]).on(`PUT ${list}`, () =>
      json({ saved: [], conflicts: [{ id: one.id, message, task: { ...one, version: 4 } }] }),
    );
    const { user } = renderApp('/tasks', server);
    const row = await rowOf('one');
    await user.selectOptions(row.getByLabelText('Status of Title of one'), 'Blocked');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText(/Ada changed the status/);
    await screen.findByText('Update Failed');
    expect(row.getByText('modified')).toBeDefined();
    server.on(`PUT ${list}`, () => json({ saved: [{ ...one, version: 5 }], conflicts: [] }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Task Updated');
    const versions = server
      .requestsTo(list)
      .filter(({ method }) => method === 'PUT')
      .map(({ body }) => (body as { tasks: { version: number }[] }).tasks[0]?.version);
    expect(versions).toEqual([3, 4]);
  });

  test('asks again with Refresh Tasks', async () => {
    const server = serverWith([task(contoso, 'one')]);
    const { user } = renderApp('/tasks', server);
    await rowOf('one');
    await user.click(screen.getByRole('button', { name: 'Refresh Tasks' }));
    await waitFor(() => expect(server.requestsTo(list)).toHaveLength(2));
  });

  test('makes a task by hand, once, and says what is wrong with it at its fields', async () => {
    const server = serverWith([]).on('POST /api/tasks', () => json(taskDetails(task(contoso, 'new')), 201));
    const { user } = renderApp('/task-center', server);
    await user.click(await screen.findByRole('button', { name: 'New Task' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New Task' }));
    await user.click(dialog.getByRole('button', { name: 'Create task' }));
    await dialog.findByText('Give a title of at least 3 characters');
    await user.type(dialog.getByLabelText(/^Title/), 'Train the staff');
    await user.type(dialog.getByLabelText(/^Description/), 'Twice a year');
    await user.click(dialog.getByRole('button', { name: 'Create task' }));
    await screen.findByText('Task Created');
    expect(server.requestsTo('/api/tasks')).toMatchObject([
      { body: { tenantId: contoso.id, title: 'Train the staff', priority: 'medium', key: expect.any(String) } },
    ]);
  });

  test('is read by a viewer, who changes nothing', async () => {
    const { user } = renderApp('/tasks', serverWith([task(contoso, 'one', { notes: 'Waits' })], 'viewer'));
    const row = await rowOf('one');
    await openRow(user, 'one');
    expect(await screen.findByText('Notes: Waits')).toBeDefined();
    expect(row.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'New Task' })).toBeNull();
  });

  test('shows what is left of a task in its drawer, and what changed since', async () => {
    const one = task(contoso, 'one', {
      checkId: 'mfa.registration',
      linkedFindingId: `${contoso.id}_f-1`,
      isRechecked: true,
      recheck,
    });
    const finding = {
      id: `${contoso.id}_f-1`,
      title: 'Accounts have no second factor',
      status: 'unresolved' as const,
      acceptedUntil: null,
    };
    const server = serverWith([one]).on(`GET /api/tasks/${one.id}`, () =>
      json(taskDetails(one, { recheckResult: result, finding, historyOmitted: 2 })),
    );
    const { user } = renderApp('/tasks', server);
    await user.click((await rowOf('one')).getByRole('button', { name: 'Title of one' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Title of one' }));
    await drawer.findByRole('heading', { name: 'What is left' });
    for (const text of [
      '2 accounts have no second factor.',
      'bob@contoso.example, eve@contoso.example',
      '3 → 2',
      'policy state: disabled → enabled',
      'Created by Dana Doe',
      '2 older changes left out: the audit trail has them.',
    ]) {
      expect(drawer.getAllByText(text).length).toBeGreaterThan(0);
    }
    const link = drawer.getByRole('link', { name: 'Accounts have no second factor (Unresolved)' });
    expect(link.getAttribute('href')).toContain(`finding=${contoso.id}_f-1`);
  });

  test('says where a check could not be made, and completes without proof only after asking', async () => {
    const unknown = { ...recheck, outcome: 'unknown' as const, message: 'Microsoft Graph refused it (403).' };
    const one = task(contoso, 'one', { checkId: 'x', linkedFindingId: 'y', isRechecked: true, recheck: unknown });
    const server = serverWith([one])
      .on(`GET /api/tasks/${one.id}`, () => json(taskDetails(one)))
      .on(`PUT /api/admin/tasks/${one.id}`, () =>
        json(taskDetails({ ...one, status: 'completed', completedWithoutProof: true })),
      );
    const { user } = renderApp(`/tasks?task=${one.id}`, server);
    const drawer = within(await screen.findByRole('dialog', { name: 'Title of one' }));
    await drawer.findByText('Microsoft Graph refused it (403).');
    await user.click(drawer.getByRole('button', { name: 'Complete without proof' }));
    expect(server.requestsTo(`/api/admin/tasks/${one.id}`)).toEqual([]);
    const question = within(await screen.findByRole('dialog', { name: /Its check could not run/ }));
    await user.click(question.getByRole('button', { name: 'Complete without proof' }));
    await waitFor(() =>
      expect(server.requestsTo(`/api/admin/tasks/${one.id}`)).toMatchObject([
        { body: { version: 3, status: 'completed', withoutProof: true } },
      ]),
    );
  });

  test('shows the error with Retry where the list cannot be loaded', async () => {
    const server = serverWith([]).on(`GET ${list}`, () => apiError('INTERNAL', 'Something went wrong on our side.'));
    const { user } = renderApp('/tasks', server);
    await screen.findByText('HTTP 500:');
    server.on(`GET ${list}`, () => json(taskList([task(contoso, 'one')])));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await rowOf('one');
  });
});
