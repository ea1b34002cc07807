import type { ApprovalDetails } from '@tenantry/contract/approvals';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { mfa } from '../../testing/approvals.ts';
import { apiError, contoso, type FakeServer, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const asked = {
  message: 'We would like to begin with this next week.',
  askedBy: 'Dana Doe',
  askedAt: '2026-11-02T10:00:00.000Z',
  outcome: null,
};
const detailsWith = (change: Partial<ApprovalDetails> = {}): ApprovalDetails => ({
  ...mfa,
  finding: null,
  task: null,
  history: [],
  others: [],
  ...change,
});
const page = `/admin/approvals/${mfa.id}`;
const clientPath = `/api/approvals/${mfa.id}/client`;
const serverWith = (approval: ApprovalDetails): FakeServer =>
  signedInServer().on(`GET /api/admin/approvals/${mfa.id}`, () => json(approval));
const part = () => screen.findByRole('region', { name: 'Client' });
const message = 'May we ask for a second proof at every sign-in?';

describe('an approval that waits', () => {
  test('is put to the client once however often the button is pressed, and then waits for them', async () => {
    const server = serverWith(detailsWith()).on(`POST ${clientPath}`, () =>
      json({ ...asked, message, id: mfa.id, title: mfa.title, topic: null, risk: null, proposal: null }),
    );
    const { user } = renderApp(page, server);
    await user.click(within(await part()).getByRole('button', { name: 'Ask the client' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask the client' }));
    await user.click(dialog.getByRole('button', { name: 'Ask the client' }));
    await dialog.findByText(/at least 20 characters/);
    expect(server.requestsTo(clientPath)).toEqual([]);
    await user.type(dialog.getByRole('textbox'), message);
    server.on(`GET /api/admin/approvals/${mfa.id}`, () => json(detailsWith({ client: { ...asked, message } })));
    await user.dblClick(dialog.getByRole('button', { name: 'Ask the client' }));
    await screen.findByText(/^Waiting for the client since .* asked by Dana Doe$/);
    expect(server.requestsTo(clientPath).map(({ body, tenantId }) => [body, tenantId])).toEqual([
      [{ message }, contoso.id],
    ]);
    expect(screen.getByRole('button', { name: `Approve ${mfa.title}` })).toBeDefined();
  });

  test('is not put to a client whose room is closed, and says so', async () => {
    const server = serverWith(detailsWith()).on(`POST ${clientPath}`, () =>
      apiError('CONFLICT', 'The client room of this tenant is closed.'),
    );
    const { user } = renderApp(page, server);
    await user.click(within(await part()).getByRole('button', { name: 'Ask the client' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), message);
    await user.click(dialog.getByRole('button', { name: 'Ask the client' }));
    await dialog.findByText(/The client room of this tenant is closed\./);
  });

  test('is taken back from the client', async () => {
    const server = serverWith(detailsWith({ client: asked }));
    const outcome = { answer: 'withdrawn', by: 'Dana Doe', at: '2026-11-03T10:00:00.000Z', comment: null } as const;
    server.on(`DELETE ${clientPath}`, () => {
      server.on(`GET /api/admin/approvals/${mfa.id}`, () => json(detailsWith({ client: { ...asked, outcome } })));
      return json({ ...asked, outcome, id: mfa.id, title: mfa.title, topic: null, risk: null, proposal: null });
    });
    const { user } = renderApp(page, server);
    await user.dblClick(within(await part()).getByRole('button', { name: 'Take back' }));
    await screen.findByText(/^Taken back before the client answered: Dana Doe/);
    await screen.findByRole('button', { name: 'Ask the client' });
    expect(server.requestsTo(clientPath)).toHaveLength(1);
  });
});

describe('an approval that is decided', () => {
  test('by the client tells who it was, and what they wrote', async () => {
    const outcome = {
      answer: 'approved',
      by: 'Jane Doe',
      at: '2026-11-03T10:00:00.000Z',
      comment: 'Please on a Monday',
    } as const;
    renderApp(page, serverWith(detailsWith({ status: 'approved', client: { ...asked, outcome } })));
    const client = within(await part());
    client.getByText(/^The client approved: Jane Doe/);
    client.getByText('“Please on a Monday”');
    expect(client.queryByRole('button')).toBeNull();
  });

  test('without the client says nothing of them', async () => {
    renderApp(page, serverWith(detailsWith({ status: 'denied', approvedBy: 'Dana Doe' })));
    await screen.findByRole('region', { name: 'History' });
    expect(screen.queryByRole('region', { name: 'Client' })).toBeNull();
  });
});
