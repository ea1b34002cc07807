import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { askedApproval, clientServer, clientSummary, noDecisions, offeredRisk } from '../../testing/client-room.ts';
import { apiError, contoso, type FakeServer, json } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const approval = askedApproval();
const risk = offeredRisk();
const approvalCall = `/api/client/approvals/${approval.id}/answer`;
const riskCall = `/api/client/risks/${risk.id}/answer`;
const answeredNow = (answer: 'approved' | 'declined' | 'accepted', comment: string | null = null) =>
  ({ answer, by: 'Jane Doe', at: '2026-01-04T09:00:00.000Z', comment }) as const;

const serverWith = (decisions: object): FakeServer =>
  clientServer().on('GET /api/client/decisions', () => json({ ...noDecisions, ...decisions }));
const waitingList = () => screen.findByRole('region', { name: 'Waiting for you' });

describe('the decisions of a room', () => {
  test('are none where nothing was asked', async () => {
    renderApp('/client/decisions', clientServer());
    await screen.findByRole('heading', { name: 'Nothing waits for you' });
  });

  test('that could not be loaded say why', async () => {
    const server = clientServer().on('GET /api/client/decisions', () => apiError('INTERNAL', 'Broken.'));
    renderApp('/client/decisions', server);
    await screen.findByText(/Broken\. \(Request id: request-1\)/);
  });

  test('tell what is asked, by whom, in words of the summary', async () => {
    renderApp('/client/decisions', serverWith({ approvals: [approval], risks: [risk] }));
    const work = await screen.findByRole('article', { name: 'A password alone opens accounts' });
    within(work).getByText('Require MFA for all users', { exact: false });
    within(work).getByText(/Ask for a second proof/);
    within(work).getByText('“We would like to begin with this next week.”');
    within(work).getByText(/Dana Doe asked on /);
    const offered = screen.getByRole('article', { name: 'Guests can invite other guests' });
    within(offered).getByText(/Somebody you do not know can be invited/);
    within(offered).getByText(/Jul 1, 2026|Jun 30, 2026/);
  });

  test('are approved once, under the name that was shown, however often the button is pressed', async () => {
    const server = serverWith({ approvals: [approval] }).on(`POST ${approvalCall}`, () =>
      json({ ...approval, outcome: answeredNow('approved', 'Please on a Monday') }),
    );
    // A network takes its time, in which the answered card goes.
    server.on(
      'GET /api/client/summary',
      () => new Promise((resolve) => setTimeout(() => resolve(json(clientSummary())), 20)),
    );
    const { user } = renderApp('/client/decisions', server);
    await user.click(await screen.findByRole('button', { name: 'Approve: A password alone opens accounts' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve this work?' });
    expect(dialog.textContent).toContain('Recorded as Jane Doe');
    // What is approved is the work, not what stands above it.
    expect(dialog.textContent).toMatch(/The work: Require MFA for all users.*What we propose: Ask for a second proof/);
    await user.type(within(dialog).getByLabelText('Comment (optional)'), 'Please on a Monday');
    await user.dblClick(within(dialog).getByRole('button', { name: 'Approve' }));
    const answered = await screen.findByRole('region', { name: 'Answered' });
    within(answered).getByText('Approved by Jane Doe, Jan 4, 2026');
    within(answered).getByText('“Please on a Monday”');
    expect(server.requestsTo(approvalCall).map(({ body, tenantId }) => [body, tenantId])).toEqual([
      [{ answer: 'approved', askedAt: approval.askedAt, comment: 'Please on a Monday' }, contoso.id],
    ]);
    // The button that was pressed is gone.
    await waitFor(async () => expect(document.activeElement).toBe(await waitingList()));
  });

  test('are declined without a comment', async () => {
    const server = serverWith({ approvals: [approval] }).on(`POST ${approvalCall}`, () =>
      json({ ...approval, outcome: answeredNow('declined') }),
    );
    const { user } = renderApp('/client/decisions', server);
    await user.click(await screen.findByRole('button', { name: 'Decline: A password alone opens accounts' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }));
    await screen.findByText('Declined by Jane Doe, Jan 4, 2026');
    expect(server.requestsTo(approvalCall)[0]?.body).toEqual({ answer: 'declined', askedAt: approval.askedAt });
  });

  test('to accept a risk repeat its consequence, and name the offer that was seen', async () => {
    const server = serverWith({ risks: [risk] }).on(`POST ${riskCall}`, () =>
      json({ ...risk, outcome: answeredNow('accepted') }),
    );
    const { user } = renderApp('/client/decisions', server);
    await user.click(await screen.findByRole('button', { name: 'Accept this risk: Guests can invite other guests' }));
    const dialog = await screen.findByRole('dialog', { name: 'Accept this risk?' });
    expect(dialog.textContent).toContain(risk.consequence);
    expect(dialog.textContent).toContain('Recorded as Jane Doe');
    await user.click(within(dialog).getByRole('button', { name: 'Accept this risk' }));
    await screen.findByText('Risk accepted by Jane Doe, Jan 4, 2026');
    expect(server.requestsTo(riskCall)[0]?.body).toEqual({ answer: 'accepted', offeredAt: risk.offeredAt });
  });

  test('that somebody made meanwhile are told, and shown as they are', async () => {
    const server = serverWith({ approvals: [approval] }).on(`POST ${approvalCall}`, () =>
      apiError('CONFLICT', 'John Roe declined this on Jan 4, 2026.'),
    );
    const { user } = renderApp('/client/decisions', server);
    await user.click(await screen.findByRole('button', { name: 'Approve: A password alone opens accounts' }));
    server.on('GET /api/client/decisions', () =>
      json({ ...noDecisions, approvals: [{ ...approval, outcome: { ...answeredNow('declined'), by: 'John Roe' } }] }),
    );
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    await screen.findByText('Your answer was not recorded');
    screen.getByText(/John Roe declined this on Jan 4, 2026\./);
    await screen.findByText('Declined by John Roe, Jan 4, 2026');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('that failed keep the dialog with the reason', async () => {
    const server = serverWith({ approvals: [approval] }).on(`POST ${approvalCall}`, () =>
      apiError('UNAVAILABLE', 'Try again later.'),
    );
    const { user } = renderApp('/client/decisions', server);
    await user.click(await screen.findByRole('button', { name: 'Approve: A password alone opens accounts' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await within(dialog).findByText(/Try again later\./);
  });
});
