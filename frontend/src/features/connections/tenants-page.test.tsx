import { returnProblems } from '@tenantry/contract/return-problems';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { managedTenant } from '../../testing/connections.ts';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/tenants';
const serverWith = (...tenants: ReturnType<typeof managedTenant>[]) =>
  signedInServer().on(`GET ${list}`, () => json({ tenants, offboarding: [] }));

describe('the tenants', () => {
  test('are listed with their domain, the state of their connection and their last scan', async () => {
    const server = serverWith(
      managedTenant({ orgName: 'Contoso Ltd', lastScanDate: new Date().toISOString(), lastScanStatus: 'Success' }),
      managedTenant({ id: fabrikam.id, orgName: 'Fabrikam', domain: 'fabrikam.example', isMock: true }),
      managedTenant({
        id: '33333333-0000-4000-8000-000000000000',
        orgName: 'Gone',
        lastScanDate: new Date().toISOString(),
        lastScanStatus: 'Error',
      }),
    );
    renderApp(list.replace('/api', ''), server);
    const table = within(await screen.findByRole('table', { name: 'Tenants' }));
    const [, first, second, third] = table.getAllByRole('row').map((row) => row.textContent);
    expect(first).toMatch(/Contoso Ltd.*contoso\.example.*2026.*Connected.*SuccessJust now/);
    expect(third).toMatch(/Gone.*ErrorJust now/);
    expect(second).toMatch(/Fabrikam.*fabrikam\.example.*ConnectedSimulated.*Never/);
    expect(table.queryByRole('link', { name: /Reconnect/ })).toBeNull();
    expect(document.title).toBe('Admin Panel - Tenants · Tenantry');
  });

  test.each([
    ['reconnect', 'Reconnect'],
    ['corrupted', 'Reconnect'],
    ['none', 'Connect'],
  ] as const)('whose connection is %s are sent to Microsoft', async (credentialStatus, label) => {
    renderApp('/admin/tenants', serverWith(managedTenant({ credentialStatus })));
    const link = await screen.findByRole('link', { name: `${label} Contoso` });
    expect(link.getAttribute('href')).toBe(`/api/auth/m365/start?tenantId=${contoso.id}`);
  });

  test('send of tags and owner what somebody changed, and the tags that they saw', async () => {
    const labels = { tenantId: contoso.id, tags: ['gold'], owner: { userId: 'user-2', name: 'Tilda' }, groups: [] };
    const path = `/api/tenant/${contoso.id}/labels`;
    const server = serverWith(managedTenant())
      .on(`GET ${path}`, () => json(labels))
      .on(`PUT ${path}`, () => json(labels));
    const { user } = renderApp('/admin/tenants', server);
    await user.click(await screen.findByRole('button', { name: 'Tags and owner of Contoso' }));
    await user.type(await screen.findByLabelText('Tags'), ', vip');
    const dialog = within(screen.getByRole('dialog', { name: 'Tags and owner of Contoso' }));
    await user.click(dialog.getByRole('button', { name: 'Save', hidden: true }));
    await screen.findByText('Tags saved');
    const sent = server.requestsTo(path).filter(({ method }) => method === 'PUT');
    expect(sent.map(({ body }) => body)).toEqual([{ tags: ['gold', 'vip'], expected: ['gold'] }]);
  });

  test('that are simulated are not', async () => {
    renderApp('/admin/tenants', serverWith(managedTenant({ credentialStatus: 'none', isMock: true })));
    await screen.findByText('Not connected');
    expect(screen.queryByRole('link', { name: /onnect Contoso/ })).toBeNull();
  });

  test('are found by name and by domain', async () => {
    const other = managedTenant({ id: fabrikam.id, name: 'Fabrikam', orgName: 'Fabrikam', domain: 'fab.example' });
    const { user } = renderApp('/admin/tenants', serverWith(managedTenant(), other));
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'FAB.ex');
    await waitFor(() => expect(screen.queryByText('contoso.example')).toBeNull());
    expect(screen.getByText('fab.example')).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'zzz');
    await screen.findByText('No tenants match your search');
  });

  test('of a list that is long are shown a hundred at a time', async () => {
    const many = Array.from({ length: 150 }, (_, index) => {
      const id = `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`;
      return managedTenant({ id, orgName: `Tenant ${index}` });
    });
    const { user } = renderApp('/admin/tenants', serverWith(...many));
    await screen.findByText('Showing 100 of 150');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('Showing 150 of 150');
  });

  test('that there are none of, the page says how to connect one', async () => {
    renderApp('/admin/tenants', serverWith());
    await screen.findByText('No Tenants Found');
    const link = screen.getByRole('link', { name: 'Connect M365 Tenant' });
    expect(link.getAttribute('href')).toBe('/admin/tenants/onboard');
  });

  test.each([
    ['Authentication required - please login', 'Please ensure you are logged in with admin credentials'],
    ['Broken', 'Unable to connect to the server. Please try again.'],
  ])('that cannot be loaded for %s can be tried again', async (message, text) => {
    let isBroken = true;
    const server = signedInServer().on(`GET ${list}`, () =>
      isBroken ? apiError('INTERNAL', message) : json({ tenants: [managedTenant()], offboarding: [] }),
    );
    const { user } = renderApp('/admin/tenants', server);
    expect((await screen.findByText('Failed to load tenants')).parentElement?.textContent).toContain(
      `${text} (Request id: request-1)`,
    );
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('contoso.example');
  });
});

describe('the return of a connection', () => {
  test.each([
    ['success=tenant_connected&tenant=Ferncliffe', 'Tenant Connected', 'Ferncliffe is now connected to Microsoft 365.'],
    [
      'success=reauth_complete&tenant=Ferncliffe',
      'Tenant Reconnected',
      'Ferncliffe is connected to Microsoft 365 again.',
    ],
    ['token_refresh=success', 'Tenant Reconnected', 'The tenant is connected to Microsoft 365 again.'],
    ['error=token_refresh_failed', 'Connection Failed', 'Token refresh failed — please try reauth again'],
    ['reauth=failed', 'Connection Failed', 'Token refresh failed — please try reauth again'],
    ['reauth=failed&error=consent-declined', 'Connection Failed', returnProblems['consent-declined']],
    ['reauth=failed&error=Call+555-0100', 'Connection Failed', 'Token refresh failed — please try reauth again'],
  ])('with %s is told once and cleared from the address', async (query, title, body) => {
    const app = renderApp(`/admin/tenants?${query}&kept=1`, serverWith(managedTenant()));
    await screen.findByText(title);
    expect(screen.getByText(body)).toBeDefined();
    await waitFor(() => expect(app.path()).toBe('/admin/tenants?kept=1'));
  });

  test('that worked asks for the tenants and for the state of their connections again', async () => {
    const server = serverWith(managedTenant());
    renderApp('/admin/tenants?success=tenant_connected&tenant=Ferncliffe', server);
    await screen.findByText('Tenant Connected');
    await waitFor(() => expect(server.requestsTo('/api/tenants').length).toBe(2));
    expect(server.requestsTo(list).length).toBeGreaterThan(0);
  });

  test('with a word that nobody knows says nothing', async () => {
    const app = renderApp('/admin/tenants?success=everything', serverWith(managedTenant()));
    await waitFor(() => expect(app.path()).toBe('/admin/tenants'));
    await screen.findByText('contoso.example');
    for (const title of ['Tenant Connected', 'Tenant Reconnected', 'Connection Failed']) {
      expect(screen.queryByText(title)).toBeNull();
    }
  });
});

describe('connecting a tenant', () => {
  test('goes to Microsoft, and back to the tenants', async () => {
    renderApp('/admin/tenants/onboard', signedInServer());
    const link = await screen.findByRole('link', { name: 'Connect Microsoft 365 Tenant' });
    expect(link.getAttribute('href')).toBe('/api/m365/oauth/start');
    expect(screen.getByRole('link', { name: 'Back to Tenants' }).getAttribute('href')).toBe('/admin/tenants');
    expect(screen.getByRole('link', { name: 'Tenants', current: 'page' })).toBeDefined();
  });

  test('tells which permissions are needed, and for what', async () => {
    const required = {
      permission: 'Policy.Read.All',
      kind: 'application',
      usedFor: ['security defaults', 'named locations'],
      checks: [{ checkId: 'ca.legacy', title: 'Legacy authentication is blocked' }],
    };
    const server = signedInServer().on('GET /api/admin/required-permissions', () => json([required]));
    renderApp('/admin/tenants/onboard', server);
    await screen.findByText('1 permission that Tenantry needs');
    expect(screen.getByText('Policy.Read.All')).toBeDefined();
    expect(screen.getByText('Security defaults, named locations')).toBeDefined();
  });

  test.each(['technician', 'viewer'] as const)('is not for a %s', async (role) => {
    renderApp('/Admin/Tenants/Onboard', signedInServer(role));
    await screen.findByText('Administrator privileges required to onboard Microsoft 365 tenants.');
    expect(screen.queryByRole('link', { name: 'Connect Microsoft 365 Tenant' })).toBeNull();
  });
});
