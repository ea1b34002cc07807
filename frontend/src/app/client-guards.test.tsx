import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { clientServer, jane } from '../testing/client-room.ts';
import { apiError, contoso, json, signedInServer, signedOutServer } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

describe('a contact of a client', () => {
  test.each([
    '/',
    '/login',
    '/overview',
    '/findings',
    `/dashboard?tenantId=${contoso.id}`,
    '/admin/users',
    '/select-tenant',
    '/client-room',
    '/client-room/preview',
    '/help',
    '/profile',
  ])('who opens %s is led to their room', async (address) => {
    const app = renderApp(address, clientServer());
    await waitFor(() => expect(app.path()).toBe('/client'));
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
  });

  test('makes no call of staff, and each of theirs for their own tenant', async () => {
    const server = clientServer();
    renderApp('/client', server);
    await screen.findByRole('heading', { level: 2, name: 'Where you stand' });
    expect(new Set(server.seen.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set(['GET /api/auth/session', 'GET /api/client/summary', 'GET /api/client/decisions']),
    );
    for (const { path, tenantId } of server.seen)
      expect([path, tenantId]).toEqual([path, path === '/api/auth/session' ? null : contoso.id]);
  });

  test('sees neither sidebar nor tenant switcher', async () => {
    renderApp('/client', clientServer());
    await screen.findByRole('navigation', { name: 'Client room' });
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
  });

  test('who signs out comes to the sign-in page of clients', async () => {
    const server = clientServer();
    const app = renderApp('/client/decisions', server);
    await app.user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(app.path()).toBe('/client/sign-in'));
    expect(server.requestsTo('/api/auth/logout')).toHaveLength(1);
  });

  test('whose session has ended comes to the sign-in page of clients, which says so', async () => {
    const server = clientServer().on('GET /api/client/reports', () => apiError('NOT_SIGNED_IN', 'Not signed in'));
    const app = renderApp('/client/reports', server);
    await waitFor(() => expect(app.path()).toBe('/client/sign-in?message=session-expired'));
    await screen.findByText('You are signed out. Where your access has ended, ask your service provider.');
  });

  test('who opens their room signed out comes to the sign-in page of clients', async () => {
    const app = renderApp('/client', signedOutServer());
    await waitFor(() => expect(app.path()).toBe('/client/sign-in'));
  });

  test('who opens a page that is none is led to the first', async () => {
    const app = renderApp('/client/nothing-here', clientServer());
    await waitFor(() => expect(app.path()).toBe('/client'));
  });
});

describe('somebody who works here', () => {
  test.each(['/client', '/client/decisions', '/client/help'])('is led away from %s', async (address) => {
    const server = signedInServer('admin');
    const app = renderApp(address, server);
    await waitFor(() => expect(app.path()).toBe('/overview'));
    expect(server.seen.filter(({ path }) => path.startsWith('/api/client/'))).toEqual([]);
  });
});

test('a contact who comes back from Microsoft is in their room', async () => {
  const server = clientServer()
    .on('GET /api/auth/session', () => apiError('NOT_SIGNED_IN', 'Not signed in'))
    .on('GET /api/auth/callback', () => json({ next: 'signed-in', ...jane }));
  const app = renderApp('/callback?code=c0de&state=st4te', server);
  await screen.findByRole('heading', { name: 'Authentication Successful' });
  await waitFor(() => expect(app.path()).toBe('/client'), { timeout: 3000 });
});
