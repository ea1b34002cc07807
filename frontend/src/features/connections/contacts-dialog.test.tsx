import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { managedTenant } from '../../testing/connections.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = `/api/tenant/${contoso.id}/contacts`;
const jane = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Jane Doe',
  address: 'jane@contoso.example',
  gets: ['reports'],
};
const serverWith = (contacts: object[]) =>
  signedInServer()
    .on('GET /api/admin/tenants', () => json({ tenants: [managedTenant()], offboarding: [] }))
    .on(`GET ${path}`, () => json({ tenantId: contoso.id, contacts, revision: contacts.length }));

async function opened(server: ReturnType<typeof serverWith>) {
  const { user } = renderApp('/admin/tenants', server);
  await user.click(await screen.findByRole('button', { name: 'Contacts of Contoso' }));
  await screen.findByRole('button', { name: 'Add contact' });
  return { user, form: within(screen.getByRole('dialog', { name: 'Contacts of Contoso' })) };
}
const changes = (server: ReturnType<typeof serverWith>) =>
  server.requestsTo(path).flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));

describe('the contacts of a tenant', () => {
  test('are added once however often the form is sent, with what they get', async () => {
    const server = serverWith([jane]).on(`PUT ${path}`, () =>
      json({ tenantId: contoso.id, contacts: [], revision: 2 }),
    );
    const { user, form } = await opened(server);
    await user.click(form.getByRole('button', { name: 'Add contact' }));
    const second = within(form.getByRole('group', { name: 'Contact 2' }));
    await user.type(second.getByLabelText('Name'), 'Joe');
    await user.type(second.getByLabelText('Mail address'), 'joe');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await second.findByText('Must be a mail address');
    expect(changes(server)).toEqual([]);
    await user.type(second.getByLabelText('Mail address'), '@contoso.example');
    await user.click(second.getByLabelText('Reports'));
    await user.dblClick(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Contacts saved');
    expect(changes(server)).toEqual([
      {
        revision: 1,
        contacts: [jane, { id: expect.any(String), name: 'Joe', address: 'joe@contoso.example', gets: [] }],
      },
    ]);
  });

  test('are removed, and a change of somebody else is not overwritten', async () => {
    const refusal = 'Somebody changed the contacts meanwhile. Reload them and make your change again.';
    const server = serverWith([jane]).on(`PUT ${path}`, () => apiError('CONFLICT', refusal));
    const { user, form } = await opened(server);
    await user.click(form.getByRole('button', { name: 'Remove contact 1' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText(/Somebody changed the contacts meanwhile/);
    expect(changes(server)).toEqual([{ revision: 1, contacts: [] }]);
  });
});
