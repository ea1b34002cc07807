import { useQuery } from '@tanstack/react-query';
import { getSecureScore } from '@tenantry/contract/dashboard';
import { screen, waitFor } from '@testing-library/react';
import { Outlet } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { call } from '../lib/api-client.ts';
import { queryKey, withinTenant } from '../lib/query-client.ts';
import { selectTenant, useTenant } from '../lib/session.ts';
import { storageKeys } from '../lib/storage.ts';
import { contoso, fabrikam, json, signedInServer } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';
import { RequireSession, RequireTenant } from './guards.tsx';
import { RouteError } from './route-error.tsx';

function ScorePage() {
  const { tenantId } = useTenant();
  const query = useQuery({
    queryKey: queryKey('secure-score', tenantId),
    queryFn: ({ signal }) => call(getSecureScore, { query: { tenantId: tenantId ?? '' }, signal }),
    placeholderData: withinTenant(tenantId),
  });
  return <p>Score: {query.data?.currentScore ?? 'on its way'}</p>;
}

const scoreRoutes = [
  {
    element: <RequireSession />,
    children: [{ element: <RequireTenant />, children: [{ path: '/score', element: <ScorePage /> }] }],
  },
];

const score = (currentScore: number) =>
  json({
    currentScore,
    maxScore: 100,
    percentage: currentScore,
    trend: null,
    trendValue: null,
    lastUpdated: null,
    history: [],
    unknownBecause: null,
  });

describe('a page of the selected organization', () => {
  test('never shows the former organization’s data after a switch', async () => {
    localStorage.setItem(storageKeys.tenantId, contoso.id);
    const waiting = Promise.withResolvers<Response>();
    const server = signedInServer().on('GET /api/secure-score', ({ query }) =>
      query.get('tenantId') === contoso.id ? score(11) : waiting.promise,
    );
    renderApp('/score', server, scoreRoutes);
    await screen.findByText('Score: 11');
    selectTenant(fabrikam.id);
    await screen.findByText('Score: on its way');
    expect(screen.queryByText('Score: 11')).toBeNull();
    waiting.resolve(score(22));
    await screen.findByText('Score: 22');
    expect(server.requestsTo('/api/secure-score').map((request) => request.tenantId)).toEqual([
      contoso.id,
      fabrikam.id,
    ]);
  });

  test('an answer that comes after the switch does not appear for the new organization', async () => {
    localStorage.setItem(storageKeys.tenantId, contoso.id);
    const late = Promise.withResolvers<Response>();
    const server = signedInServer().on('GET /api/secure-score', ({ query }) =>
      query.get('tenantId') === contoso.id ? late.promise : score(22),
    );
    renderApp('/score', server, scoreRoutes);
    await waitFor(() => expect(server.requestsTo('/api/secure-score')).toHaveLength(1));
    selectTenant(fabrikam.id);
    await screen.findByText('Score: 22');
    late.resolve(score(11));
    await late.promise;
    expect(screen.queryByText('Score: 11')).toBeNull();
  });
});

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

  test('tenant tools are disabled until an organization is selected', async () => {
    renderApp('/help', signedInServer('technician'));
    const entry = await screen.findByRole('button', { name: 'M365 Audit' });
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    selectTenant(contoso.id);
    expect((await screen.findByRole('link', { name: 'M365 Audit' })).getAttribute('href')).toBe('/audit');
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

  test('an old address leads to the page’s own', async () => {
    const app = renderApp('/approval', signedInServer());
    await waitFor(() => expect(app.path()).toBe('/admin/approvals'));
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

  test.each([
    ['/admin', 'Overview'],
    ['/admin/users', 'Users'],
    ['/admin/logs', 'Audit Logs'],
    ['/admin/approvals/a-7', 'Approvals'],
  ])('%s is a page that is not built yet, within the admin panel', async (address, tab) => {
    renderApp(address, signedInServer());
    await screen.findByRole('heading', { name: `Admin Panel - ${tab}` });
    expect(screen.getByText('Not part of this release yet')).toBeDefined();
    expect(screen.getByRole('navigation', { name: 'Admin panel' })).toBeDefined();
  });

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
