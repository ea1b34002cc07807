import type { Approval } from '@tenantry/contract/approvals';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { change, denied, mfa } from '../../testing/approvals.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/approvals/mine';
const serverWith = (...items: Approval[]) =>
  signedInServer('technician').on(`GET ${list}`, () => json({ items, total: items.length }));
const own = { ...change, requestedBy: 'Dana Doe' };
const inDialog = async () => {
  const send = await screen.findByRole('button', { name: 'Send request', hidden: true });
  return within(send.closest<HTMLElement>('[role=dialog]') ?? send);
};
const button = (name: string) => ({ name, hidden: true });

describe('the requests of a technician', () => {
  test('are listed with what became of them', async () => {
    const decided = { ...denied, type: 'system_change', requestedBy: 'Dana Doe' } as const;
    renderApp('/requests', serverWith(own, decided));
    const table = within(await screen.findByRole('table', { name: 'My requests' }));
    const [, first, second] = table.getAllByRole('row').map((row) => row.textContent);
    expect(first).toContain('Rotate the data key');
    expect(first).toContain('PendingWaiting for an administrator');
    expect(second).toMatch(/Denied by Ada Lovelace on Nov 2, 2026.*A printer needs it/);
    expect(screen.queryByRole('link', { name: own.title })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My Requests');
  });

  test('say that there are none', async () => {
    renderApp('/requests', serverWith());
    await screen.findByText('No requests yet');
  });

  test('that cannot be loaded can be asked for again', async () => {
    const server = signedInServer('technician').on(`GET ${list}`, () => apiError('INTERNAL', 'Broken'));
    const { user } = renderApp('/requests', server);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    server.on(`GET ${list}`, () => json({ items: [own], total: 1 }));
    await user.click(retry);
    await screen.findByRole('table', { name: 'My requests' });
  });

  test('are made with a reason, and are one however often they are sent', async () => {
    const server = serverWith().on('POST /api/approvals', () => json(own));
    const { user } = renderApp('/requests', server);
    await user.click(await screen.findByRole('button', { name: 'Request approval' }));
    const dialog = await inDialog();
    await user.type(dialog.getByLabelText(/^Title/), 'Rotate the data key');
    await user.type(dialog.getByLabelText(/^Reason/), 'because');
    await user.click(dialog.getByRole('button', button('Send request')));
    await dialog.findByText('Give a reason of at least 10 characters');
    await user.type(dialog.getByLabelText(/^Reason/), ' it is{Enter}a year old');
    await user.dblClick(dialog.getByRole('button', button('Send request')));
    await screen.findByText('Approval Requested');
    const [sent, ...again] = server.requestsTo('/api/approvals');
    expect(again).toEqual([]);
    expect(sent?.body).toEqual({
      type: 'system_change',
      tenantId: null,
      title: 'Rotate the data key',
      reason: 'because it is a year old',
      priority: 'medium',
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('for a report name its tenant', async () => {
    const server = serverWith().on('POST /api/approvals', () => json({ ...mfa, type: 'audit_publish' }));
    const { user } = renderApp('/requests', server);
    await user.click(await screen.findByRole('button', { name: 'Request approval' }));
    const dialog = await inDialog();
    await user.selectOptions(dialog.getByLabelText('Type'), 'audit_publish');
    expect(dialog.queryByLabelText(/^Title/)).toBeNull();
    await user.type(dialog.getByLabelText(/^Reason/), 'The customer waits for it');
    await user.click(dialog.getByRole('button', button('Send request')));
    await dialog.findByText('Choose a tenant', { ignore: 'option' });
    await user.selectOptions(dialog.getByLabelText(/^Tenant/), contoso.id);
    await user.click(dialog.getByRole('button', button('Send request')));
    await screen.findByText('Approval Requested');
    expect(server.requestsTo('/api/approvals')[0]?.body).toMatchObject({ type: 'audit_publish', tenantId: contoso.id });
  });

  test('for a permission say whom it is for, and what the server says of them', async () => {
    const message = 'There is no such user';
    const refused = () => apiError('INVALID_INPUT', message, [{ path: 'permission.user', message }]);
    const server = serverWith().on('POST /api/approvals', refused);
    const { user } = renderApp('/requests', server);
    await user.click(await screen.findByRole('button', { name: 'Request approval' }));
    const dialog = await inDialog();
    await user.selectOptions(dialog.getByLabelText('Type'), 'user_permission');
    await user.type(dialog.getByLabelText(/^User/), 'tim');
    await user.selectOptions(dialog.getByLabelText('Role'), 'technician');
    await user.selectOptions(dialog.getByLabelText('Tenants'), 'all');
    await user.type(dialog.getByLabelText(/^Reason/), 'Tim looks after everybody now');
    await user.click(dialog.getByRole('button', button('Send request')));
    await dialog.findByText(message);
    expect(server.requestsTo('/api/approvals')[0]?.body).toMatchObject({
      type: 'user_permission',
      permission: { user: 'tim', role: 'technician', tenantIds: 'all' },
    });
  });

  test('are not for viewers', async () => {
    renderApp('/requests', signedInServer('viewer'));
    await screen.findByText('Access Denied');
  });
});
