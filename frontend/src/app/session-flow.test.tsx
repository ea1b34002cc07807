import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { sessionState } from '../lib/session.ts';
import { storageKeys, tabKeys } from '../lib/storage.ts';
import { showToast } from '../lib/toast.ts';
import { apiError, contoso, fabrikam, json, signedInServer, signedOutServer } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';
import { gold } from '../testing/tenant-groups.ts';

const selectedTenant = () => {
  const state = sessionState();
  return state.status === 'signed-in' ? (state.tenant?.name ?? null) : undefined;
};

describe('the session', () => {
  test('a page that needs a session leads to sign-in without one', async () => {
    const app = renderApp('/overview', signedOutServer());
    await screen.findByRole('heading', { name: 'Sign in', level: 1 });
    expect(app.path()).toBe('/login');
  });

  test('a page that is open to everybody loads, also where the session is answered while it does', async () => {
    const session = Promise.withResolvers<Response>();
    const setup = Promise.withResolvers<Response>();
    const server = signedOutServer()
      .on('GET /api/auth/session', () => session.promise)
      .on('GET /api/setup/status', () => setup.promise);
    renderApp('/setup', server);
    await waitFor(() => expect(server.requestsTo('/api/setup/status')).toHaveLength(1));
    session.resolve(apiError('NOT_SIGNED_IN', 'Not signed in'));
    await waitFor(() => expect(sessionState().status).toBe('signed-out'));
    setup.resolve(json({ requiresSetup: true, setupCodeRequired: false }));
    await screen.findByRole('heading', { name: 'Welcome to Tenantry', level: 1 });
  });

  test('a signed-in user who opens sign-in is taken to the overview', async () => {
    const app = renderApp('/', signedInServer());
    await screen.findByRole('heading', { name: 'Multi-Tenant Overview', level: 1 });
    expect(app.path()).toBe('/overview');
  });

  test('a technician is taken to their work, and a viewer to the overview', async () => {
    const technician = renderApp('/', signedInServer('technician'));
    await screen.findByRole('heading', { name: 'My Work', level: 1 });
    expect(technician.path()).toBe('/my-work');
    technician.unmount();
    const viewer = renderApp('/', signedInServer('viewer'));
    await screen.findByRole('heading', { name: 'Multi-Tenant Overview', level: 1 });
    expect(viewer.path()).toBe('/overview');
  });

  test('a session that ends while a page is open leads to sign-in, which says why', async () => {
    const server = signedInServer().on('GET /api/admin/tenant-summaries', () =>
      apiError('NOT_SIGNED_IN', 'Session over'),
    );
    localStorage.setItem(storageKeys.checker, 'anything');
    const app = renderApp('/overview', server);
    await screen.findByText('Your session has expired. Please sign in again.');
    expect(app.path()).toBe('/login?message=session-expired');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('logging out tells the server, forgets what the browser kept, and leads to sign-in', async () => {
    localStorage.setItem(storageKeys.tenantId, contoso.id);
    const server = signedInServer();
    const app = renderApp('/help', server);
    await app.user.click(await screen.findByRole('button', { name: 'Account: Dana Doe' }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(app.path()).toBe('/login');
    expect(server.requestsTo('/api/auth/logout')).toHaveLength(1);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('logging out takes the notices of the session away', async () => {
    const app = renderApp('/help', signedInServer());
    await app.user.click(await screen.findByRole('button', { name: 'Tenant: Global View' }));
    await app.user.click(await screen.findByRole('menuitemradio', { name: 'Contoso' }));
    await screen.findByText('Tenant Selected');
    await app.user.click(await screen.findByRole('button', { name: 'Account: Dana Doe' }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await screen.findByRole('heading', { name: 'Sign in' });
    await waitFor(() => expect(screen.queryByText('Tenant Selected')).toBeNull(), { timeout: 1000 });
    act(() => showToast({ title: 'Came too late', intent: 'error' }));
    expect(screen.queryByText('Came too late')).toBeNull();
  });

  test('a session that cannot be checked is not taken for a signed-out one in silence', async () => {
    const server = signedInServer().on('GET /api/auth/session', () => Promise.reject(new TypeError('offline')));
    renderApp('/overview', server);
    await screen.findByText(/could not be checked/);
  });
});

describe('the selected tenant', () => {
  test('is restored when it is still in the list, and the session probe goes without it', async () => {
    localStorage.setItem(storageKeys.tenantId, fabrikam.id);
    const server = signedInServer();
    renderApp('/help', server);
    await screen.findByRole('button', { name: 'Tenant: Fabrikam' });
    expect(server.requestsTo('/api/auth/session')[0]?.tenantId).toBeNull();
    expect(screen.queryByText('Tenant Selected')).toBeNull();
  });

  test('is forgotten when it is no longer in the list', async () => {
    localStorage.setItem(storageKeys.tenantId, '99999999-0000-4000-8000-000000000000');
    renderApp('/help', signedInServer());
    await screen.findByRole('button', { name: 'Tenant: Global View' });
    expect(localStorage.getItem(storageKeys.tenantId)).toBeNull();
  });

  test('is cleared by opening a global view', async () => {
    localStorage.setItem(storageKeys.tenantId, contoso.id);
    renderApp('/overview', signedInServer());
    await screen.findByRole('heading', { name: 'Multi-Tenant Overview', level: 1 });
    expect(selectedTenant()).toBeNull();
    expect(sessionStorage.getItem(tabKeys.tenantId)).toBe('');
  });

  test('is cleared for this tab alone: a new one starts with the one used last', async () => {
    localStorage.setItem(storageKeys.tenantId, contoso.id);
    renderApp('/overview', signedInServer());
    await screen.findByRole('heading', { name: 'Multi-Tenant Overview', level: 1 });
    expect(localStorage.getItem(storageKeys.tenantId)).toBe(contoso.id);
  });

  test('is taken from a dashboard link, announced, and stays in the address', async () => {
    const app = renderApp(`/dashboard?tenantId=${fabrikam.id}`, signedInServer());
    await screen.findByText('Fabrikam is now active');
    expect(selectedTenant()).toBe('Fabrikam');
    expect(app.path()).toBe(`/dashboard?tenantId=${fabrikam.id}`);
  });

  test('stays empty when a link names a tenant outside the scope', async () => {
    renderApp('/dashboard?tenantId=99999999-0000-4000-8000-000000000000', signedInServer());
    await screen.findByRole('heading', { name: 'Tenant Not Available' });
    expect(selectedTenant()).toBeNull();
  });

  test('is required by a tenant page, which leads to the choice', async () => {
    const app = renderApp('/audit', signedInServer('technician'));
    await app.user.click(await screen.findByRole('button', { name: 'Choose Organization' }));
    await screen.findByRole('heading', { name: 'Select Tenant' });
    expect(app.path()).toBe('/select-tenant');
    await screen.findByText('Please select an organization to continue');
  });

  test('chosen by a technician on the selection page leads to the dashboard', async () => {
    const app = renderApp('/select-tenant', signedInServer('technician'));
    const goOn = await screen.findByRole('button', { name: 'Continue to Dashboard' });
    expect(goOn).toHaveProperty('disabled', true);
    await app.user.click(screen.getByRole('combobox', { name: 'Tenant' }));
    await app.user.click(await screen.findByRole('option', { name: 'Contoso (contoso.example)' }));
    await screen.findByText('You will access security audit data for Contoso');
    await app.user.click(goOn);
    await waitFor(() => expect(app.path()).toBe(`/dashboard?tenantId=${contoso.id}`));
    expect(selectedTenant()).toBe('Contoso');
  });

  test('chosen by an admin with several tenants leads to the overview', async () => {
    const app = renderApp('/select-tenant', signedInServer('admin'));
    await app.user.click(await screen.findByRole('combobox', { name: 'Tenant' }));
    await app.user.click(await screen.findByRole('option', { name: 'Contoso (contoso.example)' }));
    await app.user.click(screen.getByRole('button', { name: 'Continue to Dashboard' }));
    await waitFor(() => expect(app.path()).toBe('/overview'));
  });

  test('picked in the switcher leads to the dashboard, and can be cleared again', async () => {
    const app = renderApp('/help', signedInServer());
    await app.user.click(await screen.findByRole('button', { name: 'Tenant: Global View' }));
    await app.user.click(await screen.findByRole('menuitemradio', { name: 'Contoso' }));
    await waitFor(() => expect(app.path()).toBe(`/dashboard?tenantId=${contoso.id}`));
    await app.user.click(await screen.findByRole('button', { name: 'Tenant: Contoso' }));
    expect((await screen.findByRole('menuitemradio', { name: 'Contoso' })).getAttribute('aria-checked')).toBe('true');
    await app.user.click(screen.getByRole('menuitem', { name: 'Return to Org Picker' }));
    await waitFor(() => expect(app.path()).toBe('/overview'));
    await waitFor(() => expect(selectedTenant()).toBeNull());
    await screen.findByText('Organization Cleared');
  });

  test('is searched in the switcher by name and domain; Enter takes the first that matches', async () => {
    const app = renderApp('/help', signedInServer());
    await app.user.click(await screen.findByRole('button', { name: 'Tenant: Global View' }));
    const search = await screen.findByRole('searchbox', { name: 'Search tenants' });
    await app.user.type(search, 'nobody');
    await screen.findByText('No tenants match');
    await app.user.clear(search);
    await app.user.type(search, 'fabrikam.ex');
    expect(screen.queryByRole('menuitemradio', { name: 'Contoso' })).toBeNull();
    await app.user.keyboard('{Enter}');
    await waitFor(() => expect(app.path()).toBe(`/dashboard?tenantId=${fabrikam.id}`));
  });

  test('is looked for in a group by the switcher', async () => {
    const server = signedInServer('admin', [contoso, fabrikam]).on('GET /api/admin/tenant-groups', () =>
      json({ groups: [gold] }),
    );
    const app = renderApp('/help', server);
    await app.user.click(await screen.findByRole('button', { name: 'Tenant: Global View' }));
    await screen.findByRole('menuitemradio', { name: 'Contoso' });
    server.on('GET /api/tenants', () => json({ tenants: [fabrikam] }));
    await app.user.selectOptions(await screen.findByLabelText('Group'), 'Gold');
    await waitFor(() => expect(screen.queryByRole('menuitemradio', { name: 'Contoso' })).toBeNull());
    await app.user.click(await screen.findByRole('menuitemradio', { name: 'Fabrikam' }));
    await waitFor(() => expect(selectedTenant()).toBe('Fabrikam'));
    expect(server.requestsTo('/api/tenants').at(-1)?.query.get('groupId')).toBe(gold.id);
  });

  test('cannot be chosen when there is none, and the switcher says so', async () => {
    const app = renderApp('/help', signedInServer('technician', []));
    await app.user.click(await screen.findByRole('button', { name: 'Tenant: Global View' }));
    await screen.findByText('No organizations available');
  });

  test('a list that could not be loaded is not shown as an empty one', async () => {
    const server = signedInServer().on('GET /api/tenants', () => apiError('UNAVAILABLE', 'Try again later'));
    const app = renderApp('/help', server);
    await app.user.click(await screen.findByRole('button', { name: 'Tenant: Global View' }));
    const retry = await screen.findByRole('menuitem', { name: /could not be loaded/ });
    expect(screen.queryByText('No organizations available')).toBeNull();
    server.on('GET /api/tenants', () => json({ tenants: [contoso] }));
    await app.user.click(retry);
    await screen.findByRole('menuitemradio', { name: 'Contoso' });
  });
});
