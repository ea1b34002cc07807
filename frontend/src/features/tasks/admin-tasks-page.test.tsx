import type { Task } from '@tenantry/contract/tasks';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, type FakeServer, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { task, taskDetails, taskList } from '../../testing/tasks.ts';

const list = '/api/admin/tasks';
const serverWith = (tasks: readonly Task[]): FakeServer =>
  signedInServer()
    .on(`GET ${list}`, () => json(taskList(tasks)))
    .on(`GET /api/tenant/${contoso.id}/assignees`, () => json({ items: [], hasMore: false }));
const putsTo = (server: FakeServer, { id }: Task) =>
  server.requestsTo(`${list}/${id}`).filter(({ method }) => method === 'PUT');

describe('the tasks of all tenants', () => {
  test('are counted on four cards and listed with what each is about', async () => {
    const approved = task(contoso, 'one', {
      origin: 'approval',
      linkedApprovalId: `${contoso.id}_a-abcdef12`,
      status: 'in_progress',
      dueDate: '2026-01-31',
    });
    renderApp('/admin/tasks', serverWith([approved, task(fabrikam, 'two', { status: 'completed' })]));
    const table = within(await screen.findByRole('table', { name: 'Tasks' }));
    const totals = within(screen.getByRole('region', { name: 'Task totals' }));
    const figures = totals.getAllByRole('group').map((group) => group.textContent);
    expect(figures).toEqual(['Open0', 'In Progress1', 'Completed1', 'On Hold0']);
    const heads = table.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Title', 'Tenant', 'Priority', 'Status', 'Assignee', 'Due date', 'Actions']);
    const [, first] = table.getAllByRole('row');
    for (const text of ['Title of one', 'Contoso', 'HIGH', 'In Progress', 'Tilda Technician', 'Jan 31, 2026']) {
      expect(first?.textContent).toContain(text);
    }
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Panel - Tasks');
  });

  test('show further columns that somebody chooses by the keyboard, and remember the choice', async () => {
    const approved = task(contoso, 'one', { origin: 'approval', linkedApprovalId: `${contoso.id}_a-abcdef12` });
    const server = serverWith([approved, task(fabrikam, 'two')]);
    const { user, unmount } = renderApp('/admin/tasks', server);
    (await screen.findByRole('button', { name: 'Columns' })).focus();
    await user.keyboard('{Enter}');
    const offered = (await screen.findAllByRole('menuitemcheckbox')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['Category', 'Estimated hours', 'Description', 'Linked approval', 'Created']);
    for (const label of offered) {
      screen.getByRole('menuitemcheckbox', { name: label ?? '' }).focus();
      await user.keyboard('{Enter}');
    }
    await user.keyboard('{Escape}');
    unmount();
    renderApp('/admin/tasks', server);
    const table = within(await screen.findByRole('table', { name: 'Tasks' }));
    const heads = table.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads.slice(6, -1)).toEqual(offered);
    const [, first, second] = table.getAllByRole('row');
    for (const text of ['Multi-factor authentication', '4', 'Description of one', 'Jan 2, 2026']) {
      expect(first?.textContent).toContain(text);
    }
    expect(table.getByRole('link', { name: '#abcdef12' }).getAttribute('href')).toBe(
      `/admin/approvals/${contoso.id}_a-abcdef12`,
    );
    expect(second?.textContent).toContain('Manual task');
  });

  test('are filtered by status and priority in the address', async () => {
    const server = serverWith([task(contoso, 'one')]);
    const { user } = renderApp('/admin/tasks', server);
    await screen.findByRole('table', { name: 'Tasks' });
    const options = within(screen.getByLabelText('Status')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'All',
      'Open',
      'In Progress',
      'Completed',
      'On Hold',
    ]);
    const priorities = within(screen.getByLabelText('Priority')).getAllByRole('option');
    expect(priorities.map(({ textContent }) => textContent)).toEqual(['All', 'Critical', 'High', 'Medium', 'Low']);
    await user.selectOptions(screen.getByLabelText('Status'), 'On Hold');
    await user.selectOptions(screen.getByLabelText('Priority'), 'Low');
    await waitFor(() => {
      const query = server.requestsTo(list).at(-1)?.query;
      expect([query?.get('status'), query?.get('priority')]).toEqual(['on_hold', 'low']);
    });
  });

  test('are narrowed as one’s own work is: by whose they are, when they are due, tenant and remedy', async () => {
    const server = serverWith([task(contoso, 'one')]).on(`GET ${list}/remedies`, () =>
      json([{ id: 'require-mfa', title: 'Require MFA for every sign-in' }]),
    );
    const { user } = renderApp(`/admin/tasks?due=overdue&tenantId=${fabrikam.id}`, server);
    await screen.findByRole('table', { name: 'Tasks' });
    await user.selectOptions(screen.getByLabelText('Assignee'), 'Nobody');
    await user.selectOptions(screen.getByLabelText('Remedy'), 'Require MFA for every sign-in');
    await waitFor(() =>
      expect(Object.fromEntries(server.requestsTo(list).at(-1)?.query ?? [])).toMatchObject({
        order: 'newest',
        due: 'overdue',
        tenantId: fabrikam.id,
        assignee: 'nobody',
        remedyId: 'require-mfa',
      }),
    );
  });

  test('are none yet, or none that fit the filters', async () => {
    const server = serverWith([]);
    renderApp('/admin/tasks', server);
    await screen.findByText('No tasks yet. Start by approving scanner recommendations.');
    const some = { open: 1, in_progress: 0, completed: 0, on_hold: 0 };
    server.on(`GET ${list}`, () => json(taskList([], some)));
    renderApp('/admin/tasks?status=completed', server);
    await screen.findByText('No tasks found matching your filters');
  });

  test('are completed by one button, which a completed one does not have; nor can that be edited', async () => {
    const [open, done] = [task(contoso, 'open'), task(contoso, 'done', { status: 'completed' })];
    const server = serverWith([open, done]).on(`PUT ${list}/${open.id}`, () =>
      json(taskDetails({ ...open, status: 'completed' })),
    );
    const { user } = renderApp('/admin/tasks', server);
    const complete = await screen.findByRole('button', { name: 'Complete Title of open of Contoso' });
    expect(screen.queryByRole('button', { name: 'Complete Title of done of Contoso' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit Title of done of Contoso' }).disabled).toBe(
      true,
    );
    await user.dblClick(complete);
    await screen.findByText('Task Updated');
    expect(screen.getByText('Task status and notes have been updated successfully.')).toBeDefined();
    expect(putsTo(server, open)).toMatchObject([{ body: { status: 'completed', version: 3 } }]);
  });

  test('that mend a finding are followed until their check has been looked at, and say how it ended', async () => {
    const running = {
      id: 'recheck-1',
      state: 'queued',
      requestedBy: 'Dana Doe',
      requestedAt: '2026-02-01T12:00:00.000Z',
      endedAt: null,
      outcome: null,
      message: null,
    } as const;
    const one = task(contoso, 'one', { checkId: 'x', linkedFindingId: 'y', isRechecked: true });
    let shown: Task = one;
    const server = serverWith([])
      .on(`GET ${list}`, () => json(taskList([shown])))
      .on(`PUT ${list}/${one.id}`, () => {
        shown = { ...one, recheck: running };
        return json(taskDetails(shown), 202);
      })
      .on(`GET /api/tasks/${one.id}`, () => {
        const ended = { ...running, state: 'ended', endedAt: '2026-02-01T12:00:02.000Z' } as const;
        shown = { ...one, recheck: { ...ended, outcome: 'stillFails', message: '2 accounts are left.' } };
        return json(taskDetails(shown));
      });
    const { user } = renderApp('/admin/tasks', server);
    await user.click(await screen.findByRole('button', { name: 'Complete Title of one of Contoso' }));
    await screen.findByText('The check still fails', {}, { timeout: 5000 });
    expect(screen.getByText('2 accounts are left.')).toBeDefined();
    await screen.findByText('Check still fails');
  });

  test('are edited in a dialog: a conflict is told there, and saving again replaces it', async () => {
    const one = task(contoso, 'one');
    const message = 'This task was changed meanwhile. Tilda changed the notes. Look at it again, then save.';
    const server = serverWith([one])
      .on(`PUT ${list}/${one.id}`, () => apiError('CONFLICT', message))
      .on(`GET /api/tasks/${one.id}`, () => json(taskDetails({ ...one, version: 4 })));
    const { user } = renderApp('/admin/tasks', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Title of one of Contoso' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit task: Title of one' }));
    await user.selectOptions(dialog.getByLabelText('Status'), 'On Hold');
    await user.type(dialog.getByLabelText('Notes'), 'Waits');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText(/Tilda changed the notes.*Saving again replaces it/);
    await screen.findByText('Update Failed');
    server.on(`PUT ${list}/${one.id}`, () => json(taskDetails({ ...one, version: 5, status: 'on_hold' })));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Task Updated');
    expect(putsTo(server, one).map(({ body }) => body)).toMatchObject([
      { version: 3, status: 'on_hold', notes: 'Waits' },
      { version: 4, status: 'on_hold', notes: 'Waits' },
    ]);
  });

  test('say that a change failed', async () => {
    const one = task(contoso, 'one');
    const server = serverWith([one]).on(`PUT ${list}/${one.id}`, () => apiError('INTERNAL', 'Something went wrong'));
    const { user } = renderApp('/admin/tasks', server);
    await user.click(await screen.findByRole('button', { name: 'Complete Title of one of Contoso' }));
    await screen.findByText('Update Failed');
    expect(screen.getByText('Failed to update task. Please try again.')).toBeDefined();
  });
});
