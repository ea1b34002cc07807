import type { DirectoryUser } from '@tenantry/contract/users';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const objectId = '99999999-0000-4000-8000-000000000009';
const user = (change: Partial<DirectoryUser>): DirectoryUser => ({
  id: 'first-admin',
  username: 'dana',
  displayName: 'Dana Doe',
  email: 'dana@msp.example',
  jobTitle: null,
  source: 'local',
  isClient: false,
  signsInHere: true,
  role: 'admin',
  roleSource: 'manual',
  roleUnknownBecause: null,
  tenantId: null,
  tenantName: null,
  scope: { kind: 'all', tenants: [], tenantCount: 0, groupIds: [] },
  hasLocalAuth: true,
  accountEnabled: true,
  isMfaEnforced: null,
  mfaUnknownBecause: null,
  isLicensed: null,
  licenseUnknownBecause: null,
  ...change,
});
const account = user({
  id: `${contoso.id}_${objectId}`,
  username: 'kim@contoso.example',
  displayName: 'Kim Kay',
  email: 'kim@contoso.example',
  source: 'm365',
  isClient: false,
  signsInHere: false,
  role: 'viewer',
  tenantId: contoso.id,
  tenantName: 'Contoso',
  scope: null,
});

const counts = { total: 2, signIn: 1, local: 1, m365: 1, m365AtLeast: 1, unknownBecause: null };
const pageOf = (items: DirectoryUser[], nextCursor?: string) =>
  json({
    items,
    total: 2,
    countUnknownBecause: null,
    counts,
    lastAdministratorId: null,
    ...(nextCursor ? { nextCursor } : {}),
  });

const server = () =>
  signedInServer().on('GET /api/admin/users', ({ query }) =>
    query.get('cursor') === 'next' ? pageOf([account]) : pageOf([user({})], 'next'),
  );

test('the page says that the directory keeps the passwords, with links to both admin centers', async () => {
  renderApp('/admin/passwords', server());
  await screen.findByText(/people sign in with Microsoft 365, so there are no local passwords/);
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Open Microsoft 365 admin center')).toBe('https://admin.microsoft.com/');
  expect(hrefOf('Open Microsoft Entra admin center')).toBe('https://entra.microsoft.com/');
});

test('the page has tips for administrators and for end users', async () => {
  renderApp('/admin/passwords', server());
  for (const name of ['Best practices for admins', 'Best practices for end users']) {
    const tips = within(await screen.findByRole('region', { name }));
    expect(tips.getAllByRole('listitem').length).toBeGreaterThanOrEqual(4);
  }
});

test('users are listed with name, email, tenant and role, a page at a time', async () => {
  const api = server();
  const { user: person } = renderApp('/admin/passwords', api);
  const table = within(await screen.findByRole('table', { name: 'Current users' }));
  const rowsOf = () =>
    table.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.textContent),
    );
  expect(rowsOf()[1]).toEqual(['Dana Doe', 'dana@msp.example', 'All tenants', 'Admin']);
  expect(api.requestsTo('/api/admin/users')).toHaveLength(1);
  await person.click(screen.getByRole('button', { name: /more/i }));
  await screen.findByText('Kim Kay');
  expect(rowsOf()[2]).toEqual(['Kim Kay', 'kim@contoso.example', 'Contoso', 'Viewer']);
});

test('the link to the details of a user is copied', async () => {
  const { user: person } = renderApp('/admin/passwords', server());
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await person.click(await screen.findByRole('button', { name: 'Copy link to Dana Doe' }));
  await screen.findByText('Link copied to clipboard');
  expect(written).toHaveBeenLastCalledWith(`${window.location.origin}/admin/users?search=dana`);
  await person.click(screen.getByRole('button', { name: /more/i }));
  await person.click(await screen.findByRole('button', { name: 'Copy link to Kim Kay' }));
  expect(written).toHaveBeenLastCalledWith(
    `https://admin.microsoft.com/Adminportal/Home#/users/:/UserDetails/${objectId}`,
  );
});

test('a clipboard that refuses is told of', async () => {
  const { user: person } = renderApp('/admin/passwords', server());
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
  await person.click(await screen.findByRole('button', { name: 'Copy link to Dana Doe' }));
  await screen.findByText('Could not copy');
});

test('users that could not be loaded say so, with a retry', async () => {
  renderApp(
    '/admin/passwords',
    signedInServer().on('GET /api/admin/users', () => apiError('UNAVAILABLE', 'The database cannot be reached.')),
  );
  await screen.findByText('The users could not be loaded');
});
