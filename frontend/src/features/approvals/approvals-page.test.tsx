import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { approvalServer, change, denied, detailsOf, mfa, mfaOfContoso, permission } from '../../testing/approvals.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { finding, groupOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/approvals';
const all = [mfa, change, denied];
const table = async () => within(await screen.findByRole('table', { name: 'Approvals' }));
// jsdom lays nothing out: a popover or a dialog cannot take the focus, and stays hidden as what lies behind it does.
async function dialogWith(button: string) {
  const found = await screen.findByRole('button', { name: button, hidden: true });
  return within(found.closest<HTMLElement>('[role=dialog]') ?? found);
}
const confirmed = (name: string) => screen.findByRole('button', { name, hidden: true });
const approved = { ...mfa, status: 'approved', approvedBy: 'Dana Doe', approvedAt: '2026-11-03T10:00:00.000Z' };

describe('the list of approvals', () => {
  test('are counted, and listed with all that a decision needs', async () => {
    renderApp('/admin/approvals?view=list', approvalServer(all));
    const [, first, second, third] = (await table()).getAllByRole('row').map((row) => row.textContent);
    expect(first).toContain(
      'Administrators sign in without MFATwo administrators sign in with a password alone.Requested by the scanner',
    );
    expect(first).toContain('Task AssignmentContosoCRITICALPendingScanner');
    expect(first).toContain('ApproveDenyReview');
    expect(second).toContain('Requested by Tim TechnicianSystem ChangeSystem-wideMEDIUMPendingTechnician');
    expect(third).toContain('FabrikamHIGHDeniedUnknown');
    expect(third).toMatch(/Denied by Ada Lovelace on Nov 2, 2026/);
    for (const [name, value] of [
      ['Pending Review', '2'],
      ['Approved', '5'],
      ['Denied', '1'],
    ] as const) {
      expect(screen.getByRole('group', { name }).textContent).toBe(`${name}${value}`);
    }
    const heads = (await table()).getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads.filter(Boolean)).toEqual([
      ...['Request', 'Type', 'Tenant', 'Priority', 'Status', 'Created by', 'Requested', 'Actions'],
    ]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Panel - Approvals');
  });

  test('that are decided have disabled buttons that say why', async () => {
    renderApp('/admin/approvals?view=list', approvalServer([denied]));
    for (const name of ['Approve Legacy authentication is open', 'Deny Legacy authentication is open']) {
      const button = (await table()).getByRole<HTMLButtonElement>('button', { name });
      expect(button.disabled).toBe(true);
      expect(button.title).toBe('Approval already processed');
    }
    expect(screen.queryByRole('button', { name: /^Review/ })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /^Select Legacy/ })).toBeNull();
  });

  test('are filtered by status, type, priority and tenant, and the address keeps it', async () => {
    const server = approvalServer(all);
    const { user, path } = renderApp('/admin/approvals?status=pending', server);
    await table();
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(options('Status')).toEqual(['All', 'Pending', 'Approved', 'Denied']);
    expect(options('Type')).toEqual([
      ...['All', 'Audit Publish', 'Task Assignment', 'System Change', 'User Permission'],
    ]);
    await user.selectOptions(screen.getByLabelText('Type'), 'system_change');
    await user.selectOptions(screen.getByLabelText('Priority'), 'high');
    expect(options('Tenant')).toEqual(['All', 'System-wide', 'Contoso', 'Fabrikam']);
    await user.selectOptions(screen.getByLabelText('Tenant'), 'Contoso');
    await waitFor(() => {
      const last = server.requestsTo(list).at(-1)?.query;
      expect(Object.fromEntries(last ?? [])).toMatchObject({
        status: 'pending',
        type: 'system_change',
        priority: 'high',
        tenantId: contoso.id,
      });
    });
    expect(path()).toContain(`tenantId=${contoso.id}`);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(server.requestsTo(list).at(-1)?.query.has('status')).toBe(false));
  });

  test('are approved after a question, once, and the lists are asked for again', async () => {
    const server = approvalServer(all).on(`POST ${list}/${mfa.id}/approve`, () => json(approved));
    const { user } = renderApp('/admin/approvals?view=list', server);
    const before = async () => (await table()) && server.requestsTo(list).length;
    const asked = await before();
    await user.click(screen.getByRole('button', { name: `Approve ${mfa.title}` }));
    expect(server.requestsTo(`${list}/${mfa.id}/approve`)).toEqual([]);
    await screen.findByText('Approve this request? A task is created for Contoso.');
    await user.dblClick(await confirmed('Approve'));
    await screen.findByText('Approval accepted. Task created successfully.');
    expect(server.requestsTo(`${list}/${mfa.id}/approve`)).toMatchObject([{ body: {} }]);
    await waitFor(() => expect(server.requestsTo(list).length).toBeGreaterThan(asked));
  });

  test('are denied after a question', async () => {
    const server = approvalServer(all).on(`POST ${list}/${mfa.id}/deny`, () => json({ ...approved, status: 'denied' }));
    const { user } = renderApp('/admin/approvals?view=list', server);
    await table();
    await user.click(screen.getByRole('button', { name: `Deny ${mfa.title}` }));
    await screen.findByText('Deny this request? The scanner asks again only when the condition changes.');
    await user.click(await confirmed('Deny'));
    await screen.findByText('Approval denied and task creation skipped.');
  });

  test('are reviewed with a decision, which has to be chosen, and notes', async () => {
    const url = `${list}/${change.id}/approve`;
    const server = approvalServer(all).on(`POST ${url}`, () => json({ ...change, status: 'approved' }));
    const { user } = renderApp('/admin/approvals?view=list', server);
    await table();
    await user.click(screen.getByRole('button', { name: `Review ${change.title}` }));
    const dialog = await dialogWith('Submit review');
    await user.type(dialog.getByLabelText('Notes'), 'In the night{Enter}please');
    await user.click(dialog.getByRole('button', { name: 'Submit review', hidden: true }));
    await dialog.findByText('Choose Approve or Reject');
    expect(server.requestsTo(url)).toEqual([]);
    await user.click(dialog.getByRole('radio', { name: 'Approve', hidden: true }));
    await user.click(dialog.getByRole('button', { name: 'Submit review', hidden: true }));
    await screen.findByText('Approval has been approved successfully.');
    expect(server.requestsTo(url)).toMatchObject([{ body: { comment: 'In the night\nplease' } }]);
  });

  test('are rejected in a review by the call that denies', async () => {
    const server = approvalServer(all).on(`POST ${list}/${mfa.id}/deny`, () => json({ ...approved, status: 'denied' }));
    const { user } = renderApp('/admin/approvals?view=list', server);
    await table();
    await user.click(screen.getByRole('button', { name: `Review ${mfa.title}` }));
    const dialog = await dialogWith('Submit review');
    await user.click(dialog.getByRole('radio', { name: 'Reject', hidden: true }));
    await user.click(dialog.getByRole('button', { name: 'Submit review', hidden: true }));
    await screen.findByText('Approval denied and task creation skipped.');
  });

  test('that somebody else was first with say who, and are asked for again', async () => {
    const message = 'Approval already processed: denied by Ada Lovelace on 2026-11-03.';
    const server = approvalServer(all).on(`POST ${list}/${mfa.id}/approve`, () => apiError('CONFLICT', message));
    const { user } = renderApp('/admin/approvals?view=list', server);
    await table();
    const asked = server.requestsTo(list).length;
    await user.click(screen.getByRole('button', { name: `Approve ${mfa.title}` }));
    await user.click(await confirmed('Approve'));
    await screen.findByText('Review Failed');
    expect(screen.getByText(message)).toBeDefined();
    await waitFor(() => expect(server.requestsTo(list).length).toBeGreaterThan(asked));
    expect(screen.queryByRole('button', { name: 'Approve', hidden: true })).toBeNull();
  });

  test('that give a permission ask who is there, and are approved by the same press once that was said', async () => {
    let isProven = false;
    const server = approvalServer([permission])
      .on(`POST ${list}/${permission.id}/approve`, () =>
        isProven
          ? json({ ...permission, status: 'approved' })
          : apiError('STEP_UP_REQUIRED', 'Confirm who you are, then try again.'),
      )
      .on('GET /api/auth/step-up', () => json({ password: true, code: false, microsoft: false }))
      .on('POST /api/auth/step-up', () => {
        isProven = true;
        return json({ success: true });
      });
    const { user } = renderApp('/admin/approvals?view=list', server);
    await table();
    await user.click(screen.getByRole('button', { name: `Approve ${permission.title}` }));
    await user.click(await confirmed('Approve'));
    await user.click((await dialogWith('Confirm')).getByRole('button', { name: 'Cancel', hidden: true }));
    expect(await screen.findByText(/^Confirm who you are, then try again\./)).toBeDefined();
    expect(screen.queryByText('Review Failed')).toBeNull();
    await user.click(await confirmed('Approve'));
    const asked = await dialogWith('Confirm');
    await user.type(await asked.findByLabelText('Password'), 'right');
    await user.click(asked.getByRole('button', { name: 'Confirm', hidden: true }));
    await screen.findByText('Approval has been approved successfully.');
  });

  test('that could not be decided say so, and can be tried again', async () => {
    const server = approvalServer(all).on(`POST ${list}/${mfa.id}/approve`, () => apiError('INTERNAL', ''));
    const { user } = renderApp('/admin/approvals?view=list', server);
    await table();
    await user.click(screen.getByRole('button', { name: `Approve ${mfa.title}` }));
    await user.click(await confirmed('Approve'));
    await screen.findByText('Review Failed');
    expect(screen.getByText('Failed to update approval. Please try again.')).toBeDefined();
    expect(await confirmed('Approve')).toBeDefined();
  });

  test('are decided several at once with notes, and what was not is told apart', async () => {
    const message = 'Approval already processed: denied by Ada Lovelace on 2026-11-03.';
    const results = [
      { id: mfa.id, outcome: 'done', message: 'The request was approved.', approval: approved },
      { id: change.id, outcome: 'alreadyDecided', message, approval: { ...change, status: 'denied' } },
    ];
    const server = approvalServer(all).on(`POST ${list}/decisions`, () => json({ decided: 1, results, run: null }));
    const { user } = renderApp('/admin/approvals?view=list', server);
    await user.click((await table()).getByRole('checkbox', { name: 'Select all 2 rows' }));
    expect(screen.getByText('2 selected')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Approve selected' }));
    const dialog = await dialogWith('Approve 2 requests');
    expect(dialog.getByText('1 task will be created.')).toBeDefined();
    await user.type(dialog.getByLabelText('Notes'), 'Agreed in the meeting');
    await user.click(dialog.getByRole('button', { name: 'Approve 2 requests', hidden: true }));
    expect(await screen.findByText(`Rotate the data key: ${message}`)).toBeDefined();
    expect(await screen.findByText('1 request approved')).toBeDefined();
    expect(server.requestsTo(`${list}/decisions`)).toMatchObject([
      { body: { ids: [mfa.id, change.id], status: 'approved', comment: 'Agreed in the meeting' } },
    ]);
    expect(screen.getByText('0 selected')).toBeDefined();
  });

  test('say that there are none, and that none match', async () => {
    const empty = { pending: 0, approved: 0, denied: 0, closed: 0 };
    renderApp('/admin/approvals?view=list', approvalServer([], empty));
    await screen.findByText('No approvals yet');
  });

  test('offer what was closed as a filter only where there is any', async () => {
    const closed = { ...mfa, status: 'closed', closedBecause: 'A later scan no longer found it.' } as const;
    const { user } = renderApp(
      '/admin/approvals?view=list',
      approvalServer([closed], { pending: 0, approved: 0, denied: 0, closed: 1 }),
    );
    await table();
    await user.selectOptions(screen.getByLabelText('Status'), 'closed');
    expect(screen.getByText(/^Closed on .* A later scan no longer found it\.$/)).toBeDefined();
  });

  test('that cannot be loaded say so and can be asked for again', async () => {
    const server = signedInServer().on(`GET ${list}`, () => apiError('INTERNAL', 'Broken'));
    const { user } = renderApp('/admin/approvals?view=list', server);
    await screen.findByRole('button', { name: 'Retry' });
    server.on(`GET ${list}`, () =>
      json({ items: all, total: 3, summary: { pending: 2, approved: 5, denied: 1, closed: 0 } }),
    );
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await table();
  });

  test('open under /approval too', async () => {
    const { path } = renderApp('/approval?view=list', approvalServer(all));
    await table();
    expect(path()).toBe('/admin/approvals?view=list');
  });

  test('are not for technicians', async () => {
    renderApp('/admin/approvals?view=list', signedInServer('technician'));
    await screen.findByText('Access Denied');
  });
});

describe('one approval', () => {
  test('shows what was found with the way to its evidence, what was decided, and the task that came of it', async () => {
    const task = { id: `${contoso.id}_task-${mfa.id}`, title: mfa.title, status: 'in_progress' };
    const details = {
      ...detailsOf(mfa),
      ...approved,
      finding: { id: mfa.linkedFindingId, title: 'No MFA', status: 'unresolved', lastDetected: mfa.requestedAt },
      task,
      history: [
        { at: mfa.requestedAt, by: 'scanner', what: 'requested', text: null },
        { at: '2026-11-03T10:00:00.000Z', by: 'Dana Doe', what: 'approved', text: 'Soon' },
      ],
      others: [{ id: denied.id, status: 'denied', requestedAt: mfa.requestedAt, approvedBy: 'Ada Lovelace' }],
    };
    const server = signedInServer().on(`GET ${list}/${mfa.id}`, () => json(details));
    renderApp(`/admin/approvals/${mfa.id}`, server);
    const found = within(await screen.findByRole('region', { name: 'What was found' }));
    expect(found.getByText('users x = off')).toBeDefined();
    expect(found.getByText('2 objects')).toBeDefined();
    expect(found.getByRole('link', { name: 'No MFA' }).getAttribute('href')).toBe(
      `/findings?tenantId=${contoso.id}&finding=${mfa.linkedFindingId}`,
    );
    const made = within(screen.getByRole('region', { name: 'Task' }));
    expect(made.getByRole('link', { name: mfa.title }).getAttribute('href')).toBe(`/admin/tasks?task=${task.id}`);
    const history = within(screen.getByRole('list', { name: 'History' }));
    expect(history.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('Requested by scanner'),
      expect.stringContaining('Approved by Dana DoeSoon'),
    ]);
    const others = within(screen.getByRole('region', { name: 'Other requests for this finding' }));
    expect(others.getByRole('listitem').textContent).toContain('Denied by Ada Lovelace');
  });

  test('of the scanner lists the findings that it would close, each with what was found', async () => {
    const group = groupOf('require-mfa', [finding(contoso, 'one')]);
    const told = { score: 61, scoreUnknownBecause: null, gainUnknownBecause: null };
    const server = signedInServer()
      .on(`GET ${list}/${mfaOfContoso.id}`, () => json(detailsOf(mfaOfContoso)))
      .on('GET /api/findings/groups', () => json({ groups: [group], ...told }));
    renderApp(`/admin/approvals/${mfaOfContoso.id}`, server);
    const gain = within(await screen.findByRole('region', { name: 'Once this is done' }));
    expect(gain.getByText('Once this is done: audit score 61 to 66 (+12.4 points), closes 1 finding.')).toBeDefined();
    const found = within(await screen.findByRole('region', { name: 'Closes 2 findings' }));
    const items = found.getByRole('list', { name: 'Findings that it closes' }).children;
    expect([...items].map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('CRITICALNo MFACheckmfa.adminsVerdictFailAffected2 objects'),
      'HIGHMFA in partCheckmfa.users',
    ]);
    expect(found.getByRole('link', { name: 'MFA in part' }).getAttribute('href')).toBe(
      `/findings?tenantId=${contoso.id}&finding=${contoso.id}_f-two`,
    );
  });

  test('can be decided there', async () => {
    let details = detailsOf(mfa);
    const server = signedInServer()
      .on(`GET ${list}/${mfa.id}`, () => json(details))
      .on(`POST ${list}/${mfa.id}/approve`, () => {
        details = { ...details, ...approved, status: 'approved' };
        return json(approved);
      });
    const { user } = renderApp(`/admin/approvals/${mfa.id}`, server);
    await user.click(await screen.findByRole('button', { name: `Approve ${mfa.title}` }));
    await user.click(await confirmed('Approve'));
    await screen.findByText(/^Approved by Dana Doe on/);
  });

  test('that is not there says so', async () => {
    const server = signedInServer().on(`GET ${list}/nothing`, () => apiError('INVALID_INPUT', 'No id'));
    renderApp('/admin/approvals/nothing', server);
    await screen.findByText('Approval not found');
  });
});
