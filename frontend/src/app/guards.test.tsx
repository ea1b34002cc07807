import { screen } from '@testing-library/react';
import { Outlet } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { selectTenant } from '../lib/session.ts';
import { contoso, signedInServer } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';
import { RouteError } from './route-error.tsx';

describe('roles', () => {
  test('a technician who opens the admin panel is told that access is denied', async () => {
    renderApp('/Admin/Users', signedInServer('technician'));
    await screen.findByRole('heading', { name: 'Access Denied' });
    await screen.findByText("You don't have permission to access the admin panel");
    expect(screen.getByRole('link', { name: 'Return to Dashboard' }).getAttribute('href')).toBe('/dashboard');
  });

  test('a viewer cannot open the scan page and does not see its entry', async () => {
    renderApp('/scan', signedInServer('viewer'));
    await screen.findByRole('heading', { name: 'Access Denied' });
    expect(screen.queryByRole('link', { name: 'Scan Internal Policies' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Findings View' })).toBeTruthy();
  });

  test('tenant tools are disabled until a tenant is selected', async () => {
    renderApp('/help', signedInServer('technician'));
    const entry = await screen.findByRole('button', { name: 'M365 Audit' });
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    selectTenant(contoso.id);
    expect((await screen.findByRole('link', { name: 'M365 Audit' })).getAttribute('href')).toBe(
      `/audit?tenantId=${contoso.id}`,
    );
  });
});

function Crash(): never {
  throw new Error('Broken on purpose');
}

describe('addresses', () => {
  test('are matched without regard to case', async () => {
    renderApp('/OverView', signedInServer());
    await screen.findByRole('heading', { name: 'Multi-Tenant Overview', level: 1 });
  });

  test('that lead nowhere say so', async () => {
    renderApp('/no/such/page', signedInServer());
    await screen.findByRole('heading', { name: '404 Page Not Found' });
  });

  test.each(['/admin/nothing-here', '/admin/tenants/onboard/more', '/admin/roles/7'])(
    '%s is no page of the admin panel either',
    async (address) => {
      renderApp(address, signedInServer());
      await screen.findByRole('heading', { name: '404 Page Not Found' });
    },
  );

  test.each(['/admin/tenants/onboard', `/admin/tenants/${contoso.id}/users`])(
    '%s is a page of the tab Tenants',
    async (address) => {
      renderApp(address, signedInServer());
      await screen.findByRole('heading', { name: 'Admin Panel - Tenants' });
      expect(document.title).toBe('Admin Panel - Tenants · Tenantry');
      expect(screen.getByRole('link', { name: 'Tenants', current: 'page' })).toBeDefined();
    },
  );

  test('a page that crashes says so in its place', async () => {
    const routes = [
      {
        element: <Outlet />,
        children: [{ errorElement: <RouteError />, children: [{ path: '/', element: <Crash /> }] }],
      },
    ];
    renderApp('/', signedInServer(), routes);
    await screen.findByText(/Broken on purpose/);
  });
});
