import type { DecisionRun } from '@tenantry/contract/approval-decisions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { blockLegacy, mfaOfContoso, mfaOfFabrikam, requireMfa, waitingServer } from '../../testing/approvals.ts';
import { apiError, contoso, fabrikam, json } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const page = '/admin/approvals';
const remedies = '/api/admin/approvals/remedies';
const decisions = '/api/admin/approvals/decisions';
const both = [requireMfa, blockLegacy];

const titles = async () => {
  const list = within(await screen.findByRole('list', { name: 'What waits for a decision' }));
  return list.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
};
/** The form in the dialog that is open: jsdom hides it as what lies behind it. */
async function dialogCalled(title: string) {
  const heading = await screen.findByRole('heading', { name: title, hidden: true });
  return within(heading.closest<HTMLElement>('[role=dialog]') ?? heading);
}
const hidden = (name: string) => ({ name, hidden: true });

const run: DecisionRun = {
  id: '0b0b0b0b-0000-4000-8000-000000000000',
  decision: 'approved',
  startedBy: 'Dana Doe',
  startedAt: '2026-11-03T10:00:00.000Z',
  endedAt: null,
  total: 2,
  handled: 1,
  decided: 1,
  conflicts: [],
  conflictCount: 0,
};

describe('what waits for a decision', () => {
  test('is listed by remedy in the order of the server, beside the totals, with the plain list one click away', async () => {
    const { user, path } = renderApp(page, waitingServer(both, 4));
    expect(await titles()).toEqual([requireMfa.title, blockLegacy.title]);
    expect(screen.getByRole('group', { name: 'Pending Review' }).textContent).toBe('Pending Review2');
    expect(screen.getByText(/^4 more requests wait beside these/)).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'All approvals' }));
    await screen.findByRole('table', { name: 'Approvals' });
    expect(path()).toBe(`${page}?view=list`);
    expect(screen.getByRole('link', { name: 'All approvals' }).getAttribute('aria-current')).toBe('page');
    await user.click(screen.getByRole('link', { name: 'By remedy' }));
    await titles();
    expect(path()).toBe(page);
  });

  test.each(['?status=pending', '?type=task_assignment'])(
    'is the plain list at an address with a filter that only the list has: %s',
    async (search) => {
      renderApp(`${page}${search}`, waitingServer(both));
      await screen.findByRole('table', { name: 'Approvals' });
      expect(screen.queryByRole('list', { name: 'What waits for a decision' })).toBeNull();
    },
  );

  test('unfolds to its tenants, each with what it closes and a link to its request', async () => {
    const server = waitingServer(both);
    const { user } = renderApp(`${page}?priority=critical`, server);
    await titles();
    const unfold = screen.getByRole('button', { name: requireMfa.title });
    expect(unfold.getAttribute('aria-expanded')).toBe('false');
    await user.click(unfold);
    const table = within(await screen.findByRole('table', { name: `Tenants for ${requireMfa.title}` }));
    const [, first] = table.getAllByRole('row').map((row) => row.textContent);
    expect(first).toContain('ContosoCRITICAL2 findings');
    expect(table.getByRole('link', { name: 'Contoso' }).getAttribute('href')).toBe(`${page}/${mfaOfContoso.id}`);
    const asked = Object.fromEntries(server.requestsTo('/api/admin/approvals').at(-1)?.query ?? []);
    expect(asked).toMatchObject({ status: 'pending', remedyId: 'require-mfa', priority: 'critical' });
    await user.click(unfold);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('is searched, filtered and put in another order, and the address keeps it', async () => {
    const server = waitingServer(both);
    const { user, path } = renderApp(page, server);
    await titles();
    await user.selectOptions(screen.getByLabelText('Order'), 'Longest waiting');
    expect(await titles()).toEqual([blockLegacy.title, requireMfa.title]);
    await user.selectOptions(screen.getByLabelText('Order'), 'Title');
    await user.selectOptions(screen.getByLabelText('Priority'), 'High');
    await user.selectOptions(screen.getByLabelText('Waiting'), '30 days or longer');
    await user.selectOptions(screen.getByLabelText('Tenant'), 'Contoso');
    await user.type(screen.getByLabelText('Search'), 'legacy');
    await waitFor(() =>
      expect(Object.fromEntries(server.requestsTo(remedies).at(-1)?.query ?? [])).toEqual({
        search: 'legacy',
        tenantId: contoso.id,
        priority: 'high',
        olderThanDays: '30',
      }),
    );
    expect(path()).toContain('sort=title');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(path()).toBe(`${page}?sort=title`);
  });

  test('shows the tenants of a remedy at once where the address names it', async () => {
    renderApp(`${page}?remedyId=require-mfa`, waitingServer(both));
    expect(await titles()).toEqual([requireMfa.title]);
    await screen.findByRole('table', { name: `Tenants for ${requireMfa.title}` });
  });

  test('says that nothing waits, and that nothing matches', async () => {
    const { unmount } = renderApp(page, waitingServer([]));
    await screen.findByText('Nothing waits for a decision');
    unmount();
    renderApp(`${page}?priority=low`, waitingServer([]));
    await screen.findByText('No approvals match these filters');
  });

  test('that cannot be loaded says so and can be asked for again', async () => {
    const server = waitingServer(both).on(`GET ${remedies}`, () => apiError('INTERNAL', 'Broken'));
    const { user } = renderApp(page, server);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    server.on(`GET ${remedies}`, () => json({ items: both, waiting: 5, others: 0 }));
    await user.click(retry);
    expect(await titles()).toHaveLength(2);
  });
});

describe('a decision on a remedy', () => {
  test('approves for the chosen tenants with assignee, priority and due date in one call', async () => {
    const results = [mfaOfContoso, mfaOfFabrikam].map(({ id }) => ({
      id,
      outcome: 'done',
      message: '',
      approval: null,
    }));
    const server = waitingServer(both).on(`POST ${decisions}`, () => json({ decided: 2, results, run: null }));
    const { user } = renderApp(`${page}?remedyId=require-mfa`, server);
    await user.click(await screen.findByRole('checkbox', { name: `Select Contoso for ${requireMfa.title}` }));
    await user.click(screen.getByRole('checkbox', { name: `Select Fabrikam for ${requireMfa.title}` }));
    await user.click(screen.getByRole('button', { name: `Approve selected requests: ${requireMfa.title}` }));
    const dialog = await dialogCalled('Approve for 2 tenants');
    expect(dialog.getByText('2 tasks will be created.')).toBeDefined();
    await user.click(dialog.getByLabelText('Assignee'));
    await user.click(await screen.findByRole('option', { name: 'Tim Technician', hidden: true }));
    await user.selectOptions(dialog.getByLabelText('Priority of the task'), 'High');
    await user.type(dialog.getByLabelText('Due date'), '2026-12-31');
    await user.click(dialog.getByRole('button', hidden('Approve')));
    await screen.findByText('2 requests approved');
    const [sent, ...again] = server.requestsTo(decisions);
    expect(again).toEqual([]);
    expect(sent?.body).toEqual({
      ids: [mfaOfContoso.id, mfaOfFabrikam.id],
      status: 'approved',
      key: expect.any(String),
      assigneeId: 'user-9',
      priority: 'high',
      dueDate: '2026-12-31',
    });
  });

  test('denies for one tenant with a reason, which has to be given', async () => {
    const results = [{ id: mfaOfFabrikam.id, outcome: 'done', message: '', approval: null }];
    const server = waitingServer(both).on(`POST ${decisions}`, () => json({ decided: 1, results, run: null }));
    const { user } = renderApp(`${page}?remedyId=require-mfa`, server);
    await user.click(await screen.findByRole('button', { name: `Deny ${requireMfa.title} for Fabrikam` }));
    const dialog = await dialogCalled('Deny for Fabrikam');
    expect(dialog.queryByLabelText('Assignee')).toBeNull();
    await user.click(dialog.getByRole('button', hidden('Deny')));
    await dialog.findByText('Say why it is denied');
    expect(server.requestsTo(decisions)).toEqual([]);
    await user.type(dialog.getByLabelText(/^Reason/), 'They move in spring');
    await user.click(dialog.getByRole('button', hidden('Deny')));
    await screen.findByText('1 request denied');
    expect(server.requestsTo(decisions)[0]?.body).toMatchObject({
      ids: [mfaOfFabrikam.id],
      status: 'denied',
      comment: 'They move in spring',
    });
  });

  test('names the tenants for which it could not be said, and why', async () => {
    const message = 'Approval already processed: denied by Ada Lovelace on 2026-11-03.';
    const results = [{ id: mfaOfContoso.id, outcome: 'alreadyDecided', message, approval: null }];
    const server = waitingServer(both).on(`POST ${decisions}`, () => json({ decided: 0, results, run: null }));
    const { user } = renderApp(`${page}?remedyId=require-mfa`, server);
    await user.click(await screen.findByRole('button', { name: `Approve ${requireMfa.title} for Contoso` }));
    const dialog = await dialogCalled('Approve for Contoso');
    await user.click(dialog.getByRole('button', hidden('Approve')));
    expect(await screen.findByText(`Contoso: ${message}`)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(`Contoso: ${message}`)).toBeNull();
  });

  test('for all that fit the filter goes on in the background, with its progress and what it met', async () => {
    let now: DecisionRun = run;
    const server = waitingServer(both)
      .on(`POST ${decisions}`, () => json({ decided: 0, results: [], run }, 202))
      .on(`GET ${decisions}/${run.id}`, () => json(now));
    const { user, path } = renderApp(`${page}?priority=critical`, server);
    await titles();
    await user.click(screen.getByRole('button', { name: `Approve all 2 requests: ${requireMfa.title}` }));
    const dialog = await dialogCalled('Approve for all 2 tenants');
    expect(dialog.getByText('Only with priority critical.')).toBeDefined();
    await user.click(dialog.getByRole('button', hidden('Approve')));
    await screen.findByText('Approving: 1 of 2 tenants');
    expect(path()).toContain(`run=${run.id}`);
    expect(server.requestsTo(decisions)[0]?.body).toMatchObject({
      filter: { remedyId: 'require-mfa', priority: 'critical' },
      status: 'approved',
    });
    const conflict = { id: mfaOfFabrikam.id, tenantName: fabrikam.name, message: 'Denied by Ada Lovelace.' };
    const asked = server.requestsTo(remedies).length;
    now = { ...run, endedAt: '2026-11-03T10:01:00.000Z', handled: 2, conflicts: [conflict], conflictCount: 1 };
    await screen.findByText('1 of 2 requests approved');
    expect(screen.getByText('Fabrikam: Denied by Ada Lovelace.')).toBeDefined();
    await waitFor(() => expect(server.requestsTo(remedies).length).toBeGreaterThan(asked));
    const notice = within(screen.getByRole('group', { name: /1 of 2 requests approved/ }));
    await user.click(notice.getByRole('button', { name: 'Dismiss' }));
    expect(path()).not.toContain('run=');
  });
});
