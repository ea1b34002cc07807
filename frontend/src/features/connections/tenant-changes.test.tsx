import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { managedTenant } from '../../testing/connections.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/tenants';
const own = `${list}/${contoso.id}`;
const directory = 'c0ffee00-1111-4222-8333-444455556666';
const clientId = 'aaaaaaaa-1111-4222-8333-444455556666';
const created = {
  id: directory,
  name: 'Northwind',
  displayName: 'Northwind',
  domain: '',
  m365TenantId: directory,
  isMock: false,
  createdAt: '2026-01-02T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
};
const serverWith = (offboarding: { id: string; name: string; since: string }[] = []) =>
  signedInServer().on(`GET ${list}`, () => json({ tenants: [managedTenant()], offboarding }));
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('a new tenant', () => {
  const openDialog = async (server: ReturnType<typeof serverWith>) => {
    const { user } = renderApp('/admin/tenants', server);
    await user.click(await screen.findByRole('button', { name: 'Create New Organization' }));
    return { user, dialog: await dialogOf('Create New Organization') };
  };

  test('is asked for by its name and the id of its directory', async () => {
    const server = serverWith().on(`POST ${list}`, () => json(created, 201));
    const { user, dialog } = await openDialog(server);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText('Name is required');
    expect(dialog.getByText('Directory (tenant) ID is required')).toBeDefined();
    expect(server.requestsTo(list).some(({ method }) => method === 'POST')).toBe(false);
    await user.type(dialog.getByLabelText(/^Name/), 'Northwind');
    await user.type(dialog.getByLabelText(/^Directory/), directory);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByText('Tenant Created');
    expect(screen.getByText('Northwind was added. Connect it to scan it.')).toBeDefined();
    expect(server.requestsTo(list).filter(({ method }) => method === 'POST')).toMatchObject([
      { body: { name: 'Northwind', m365TenantId: directory, domain: '', isMock: false } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('asks who is there, and is made by the same press once that was said; what was typed outlives a sign-in for it', async () => {
    let isProven = false;
    const server = serverWith()
      .on(`POST ${list}`, () =>
        isProven ? json(created, 201) : apiError('STEP_UP_REQUIRED', 'Confirm who you are, then try again.'),
      )
      .on('GET /api/auth/step-up', () => json({ password: true, code: false, microsoft: true }))
      .on('POST /api/auth/step-up', () => {
        isProven = true;
        return json({ success: true });
      });
    const { user, dialog } = await openDialog(server);
    await user.type(dialog.getByLabelText(/^Name/), 'Northwind');
    await user.type(dialog.getByLabelText(/^Directory/), directory);
    await user.click(dialog.getByText('Graph credentials (optional)'));
    await user.type(dialog.getByLabelText(/^Client ID/), clientId);
    await user.type(dialog.getByLabelText(/^Client Secret/), 'a secret');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    const asked = await dialogOf('Confirm it’s you');
    const leave = await asked.findByRole('link', { name: 'Sign in with Microsoft', hidden: true });
    leave.addEventListener('click', (event) => event.preventDefault());
    await user.click(leave);
    const kept = sessionStorage.getItem('tenantry.tab.drafts') ?? '';
    expect(kept).toContain('Northwind');
    expect(kept).not.toContain('a secret');
    await user.type(await asked.findByLabelText('Password'), 'right{Enter}');
    await screen.findByText('Tenant Created');
    expect(server.requestsTo(list).filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('has all of its credentials or none', async () => {
    const server = serverWith().on(`POST ${list}`, () => json(created, 201));
    const { user, dialog } = await openDialog(server);
    await user.type(dialog.getByLabelText(/^Name/), 'Northwind');
    await user.type(dialog.getByLabelText(/^Directory/), directory);
    await user.type(dialog.getByLabelText(/^Client ID/), clientId);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText(
      'If providing Graph credentials, all fields (Client ID, Client Secret, Tenant ID) are required',
    );
    await user.type(dialog.getByLabelText(/^Client Secret/), 'a secret');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByText('Tenant Created');
    expect(server.requestsTo(list).find(({ method }) => method === 'POST')?.body).toMatchObject({
      credentials: { clientId, clientSecret: 'a secret', tenantId: directory },
    });
  });

  test('whose name is taken is told so at the name', async () => {
    const message = 'Another tenant has this name. Choose another one.';
    const server = serverWith().on(`POST ${list}`, () => apiError('CONFLICT', message, [{ path: 'name', message }]));
    const { user, dialog } = await openDialog(server);
    await user.type(dialog.getByLabelText(/^Name/), 'Contoso');
    await user.type(dialog.getByLabelText(/^Directory/), directory);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText(message);
  });

  test('is asked for at once where an address says so, which is then taken away', async () => {
    const { router } = renderApp('/admin/tenants?action=create-tenant', serverWith());
    await dialogOf('Create New Organization');
    expect(router.state.location.search).toBe('');
  });

  test('is not for administrators of some tenants, whose address opens nothing', async () => {
    const server = signedInServer('admin', [contoso], false).on(`GET ${list}`, () =>
      json({ tenants: [managedTenant()], offboarding: [] }),
    );
    renderApp('/admin/tenants?action=create-tenant', server);
    await screen.findByText('contoso.example');
    for (const name of ['Create New Organization', 'Offboard Contoso'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Edit Contoso' })).toBeDefined();
  });
});

describe('a tenant', () => {
  test('is edited, with what the editor saw', async () => {
    const server = serverWith().on(`PATCH ${own}`, () => json({ ...created, id: contoso.id, name: 'Contoso Ltd' }));
    const { user } = renderApp('/admin/tenants', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Contoso' }));
    const dialog = await dialogOf('Edit Contoso');
    await user.type(dialog.getByLabelText(/^Name/), ' Ltd');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Tenant Updated');
    expect(server.requestsTo(own)[0]?.body).toEqual({
      name: 'Contoso Ltd',
      displayName: 'Contoso',
      domain: 'contoso.example',
      expected: { name: 'Contoso', displayName: 'Contoso', domain: 'contoso.example' },
    });
  });

  test('that somebody changed meanwhile is not overwritten', async () => {
    const message = 'Somebody changed this tenant meanwhile. Reload it and make your change again.';
    const server = serverWith().on(`PATCH ${own}`, () => apiError('CONFLICT', message));
    const { user } = renderApp('/admin/tenants', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Contoso' }));
    const dialog = await dialogOf('Edit Contoso');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText(new RegExp(message));
  });

  test.each([
    [true, 'Tenant Offboarded', 'Everything that was stored of Contoso is deleted.'],
    [false, 'Offboarding Started', 'Contoso is being deleted. This takes a minute or two.'],
  ])('is offboarded once its name is typed exactly (done: %s)', async (done, title, body) => {
    const answer = { id: contoso.id, name: 'Contoso', since: '2026-01-02T00:00:00.000Z', done };
    const server = serverWith().on(`DELETE ${own}`, () => json(answer));
    const { user } = renderApp('/admin/tenants', server);
    await user.click(await screen.findByRole('button', { name: 'Offboard Contoso' }));
    const dialog = await dialogOf('Offboard Contoso');
    expect(dialog.getByText(/Delete the enterprise application in their Microsoft Entra admin center/)).toBeDefined();
    const button = dialog.getByRole('button', { name: 'Offboard' });
    expect(button.hasAttribute('disabled')).toBe(true);
    await user.type(dialog.getByLabelText(/^Type Contoso to confirm/), 'contoso');
    expect(button.hasAttribute('disabled')).toBe(true);
    await user.clear(dialog.getByLabelText(/^Type Contoso to confirm/));
    await user.type(dialog.getByLabelText(/^Type Contoso to confirm/), 'Contoso');
    await user.click(button);
    await screen.findByText(title);
    expect(screen.getByText(body)).toBeDefined();
    expect(server.requestsTo(own)[0]?.body).toEqual({ name: 'Contoso' });
  });

  test('that is being offboarded is told above the list', async () => {
    const since = '2026-01-02T10:00:00.000Z';
    renderApp('/admin/tenants', serverWith([{ id: directory, name: 'Northwind', since }]));
    expect((await screen.findByText('Offboarding…')).parentElement?.textContent).toContain(
      'Northwind is being deleted',
    );
  });
});
