import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contoso, fabrikam, signedInServer } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

const thirteen = [
  ['/admin', 'Overview'],
  ['/admin/users', 'Users'],
  ['/admin/roles', 'Role Mapping'],
  ['/admin/settings', 'Settings'],
  ['/admin/logs', 'Audit Logs'],
  ['/admin/tenants', 'Tenants'],
  ['/admin/oauth-errors', 'OAuth error logs'],
  ['/admin/graph-explorer', 'Graph explorer'],
  ['/admin/export', 'Database Export'],
  ['/admin/passwords', 'Password Management'],
  ['/admin/config-status', 'Configuration Status'],
  ['/admin/test-m365', 'Graph API Test'],
  ['/admin/graph-settings', 'Graph API Settings'],
] as const;

const bar = async () => within(await screen.findByRole('navigation', { name: 'Admin panel' }));
const tabsIn = async () =>
  (await bar()).getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent]);

test('the admin panel has thirteen tabs in the order of the specification', async () => {
  renderApp('/admin/scan-runs', signedInServer());
  expect(await tabsIn()).toEqual(thirteen);
});

test.each(thirteen)('%s has the tab and the title %s', async (path, tab) => {
  renderApp(path, signedInServer());
  await screen.findByRole('heading', { level: 1, name: `Admin Panel - ${tab}` });
  expect(document.title).toBe(`Admin Panel - ${tab} · Tenantry`);
  expect((await bar()).getByRole('link', { current: 'page' }).textContent).toBe(tab);
});

test.each([
  ['/admin/system', 'System Dashboard'],
  ['/admin/audits', 'Audits'],
  ['/admin/tasks', 'Tasks'],
  ['/admin/approvals', 'Approvals'],
  ['/admin/matrix', 'Matrix'],
])('%s shares the bar without a tab of its own, with the title %s', async (path, name) => {
  renderApp(path, signedInServer());
  await screen.findByRole('heading', { level: 1, name: `Admin Panel - ${name}` });
  expect(document.title).toBe(`Admin Panel - ${name} · Tenantry`);
  expect(await tabsIn()).toHaveLength(13);
  expect((await bar()).queryByRole('link', { current: 'page' })).toBeNull();
});

test('the tabs that concern the whole installation are for administrators of all tenants', async () => {
  renderApp('/admin/scan-runs', signedInServer('admin', [contoso, fabrikam], false));
  expect((await tabsIn()).map(([, label]) => label)).toEqual([
    'Overview',
    'Users',
    'Audit Logs',
    'Tenants',
    'Graph explorer',
    'Password Management',
  ]);
});

test.each([
  ['/admin-panel', '/admin'],
  ['/approval', '/admin/approvals'],
  ['/multi-tenant-overview', '/overview'],
])('%s leads to %s', async (from, to) => {
  const app = renderApp(from, signedInServer());
  await waitFor(() => expect(app.path()).toBe(to));
});
