import { returnProblems } from '@tenantry/contract/return-problems';
import { act, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { routes } from '../../app/router.tsx';
import { keepReturnAddress } from '../../lib/return-address.ts';
import { startSession } from '../../lib/session.ts';
import { readStored, storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer, signedOutServer, userOf } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { leaving } from './leave-page.ts';

const callback = '/api/auth/callback';
const returned = '/callback?code=c0de&state=st4te&session_state=x';
const signedIn = () => json({ next: 'signed-in', ...userOf('admin') });

const left: string[] = [];
beforeEach(() => {
  left.length = 0;
  vi.spyOn(leaving, 'goTo').mockImplementation((address) => void left.push(address));
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('signing in with Microsoft', () => {
  const offering = (microsoft: boolean, local: boolean) =>
    signedOutServer().on('GET /api/auth/options', () => json({ microsoft, local, clientLinks: true }));

  test('is offered beside the local form where both are set up', async () => {
    renderApp('/login', offering(true, true));
    const link = await screen.findByRole('link', { name: 'Sign in with Microsoft' });
    expect(link.getAttribute('href')).toBe('/auth/microsoft');
    expect(screen.getByLabelText('Password')).toBeDefined();
  });

  test('is the only way where local passwords are switched off', async () => {
    renderApp('/login', offering(true, false));
    await screen.findByRole('link', { name: 'Sign in with Microsoft' });
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  test('is not offered before it is set up', async () => {
    renderApp('/login', offering(false, true));
    await screen.findByLabelText('Password');
    expect(screen.queryByRole('link', { name: 'Sign in with Microsoft' })).toBeNull();
  });

  test('leaves the local form where the ways to sign in cannot be told', async () => {
    renderApp(
      '/login',
      signedOutServer().on('GET /api/auth/options', () => apiError('INTERNAL', 'Broken')),
    );
    await screen.findByLabelText('Password');
  });

  test('says so where there is no way at all', async () => {
    renderApp('/login', offering(false, false));
    await screen.findByText(/No sign-in method is set up/);
  });
});

describe('the return from Microsoft', () => {
  test('signs in once, also where React runs effects twice, and goes on to the overview', async () => {
    localStorage.setItem(storageKeys.tenantId, contoso.id);
    const server = signedOutServer().on(`GET ${callback}`, signedIn);
    globalThis.fetch = server.fetch;
    const router = createMemoryRouter(routes, { initialEntries: [returned] });
    void startSession();
    render(
      <StrictMode>
        <Providers router={router} />
      </StrictMode>,
    );
    await screen.findByRole('heading', { name: 'Authentication Successful' });
    expect(server.requestsTo(callback)).toHaveLength(1);
    expect(Object.fromEntries(server.requestsTo(callback)[0]?.query ?? [])).toEqual({ code: 'c0de', state: 'st4te' });
    expect(readStored(storageKeys.tenantId)).toBeNull();
    expect(JSON.parse(String(readStored(storageKeys.user)))).toMatchObject({ name: 'Dana Doe', tenantId: null });
    await waitFor(() => expect(router.state.location.pathname).toBe('/overview'));
  });

  test('of somebody who confirmed who they are leads back to the page that asked', async () => {
    keepReturnAddress('/admin/settings', 'user-1');
    const server = signedInServer('admin').on(`GET ${callback}`, () => json({ next: 'confirmed' }));
    const app = renderApp(returned, server);
    await screen.findByText('Taking you back to where you were');
    await waitFor(() => expect(app.path()).toBe('/admin/settings'), { timeout: 3000 });
  });

  test('takes the place of whoever was signed in before', async () => {
    const other = { ...userOf('viewer'), id: 'user-2', name: 'Eve Other' };
    const server = signedInServer('admin').on(`GET ${callback}`, () => json({ next: 'signed-in', ...other }));
    const app = renderApp(returned, server);
    await screen.findByRole('heading', { name: 'Authentication Successful' });
    await waitFor(() => expect(app.path()).toBe('/overview'));
    await screen.findByRole('button', { name: 'Account: Eve Other' });
  });

  test('that fails says why and goes back to sign-in after three seconds', async () => {
    const message = 'This sign-in has already been used or has expired. Please start again.';
    const server = signedOutServer().on(`GET ${callback}`, () => apiError('INVALID_INPUT', message));
    const app = renderApp(returned, server);
    await screen.findByRole('heading', { name: 'Authentication Failed' });
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(app.path()).toBe(returned);
    await waitFor(() => expect(app.path()).toBe('/login'));
  });

  test('without a network says so', async () => {
    const server = signedOutServer().on(`GET ${callback}`, () => Promise.reject(new TypeError('offline')));
    renderApp(returned, server);
    await screen.findByText('Authentication failed. Please check your connection.');
  });

  test('without a code asks nothing of the server', async () => {
    const server = signedOutServer();
    renderApp('/callback?state=st4te', server);
    await screen.findByText('Missing authorization code');
    expect(server.requestsTo(callback)).toEqual([]);
  });

  test('after a refusal at Microsoft is handed over too, so that it is written down', async () => {
    const server = signedOutServer().on(`GET ${callback}`, () =>
      apiError('INVALID_INPUT', 'The sign-in was canceled at Microsoft.'),
    );
    renderApp('/callback?error=access_denied&error_description=AADSTS65004&state=s', server);
    await screen.findByText('The sign-in was canceled at Microsoft.');
    expect(server.requestsTo(callback)[0]?.query.get('error')).toBe('access_denied');
  });

  test.each([
    ['https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize?client_id=1', undefined],
    ['http://127.0.0.1:7100/login/x', undefined],
    ['/auth/complete?success=tenant_connected&tenant=Ferncliffe', 'http://localhost:3000'],
  ])('of a consent goes on to %s, and nobody is signed out', async (redirectTo, origin = '') => {
    localStorage.setItem(storageKeys.tenantId, contoso.id);
    const server = signedInServer().on(`GET ${callback}`, () => json({ next: 'redirect', redirectTo }));
    renderApp('/callback?admin_consent=True&tenant=t&state=s', server);
    await waitFor(() => expect(left).toEqual([`${origin}${redirectTo}`]));
    expect(screen.getByRole('heading', { name: 'Authenticating' })).toBeDefined();
    await waitFor(() => expect(readStored(storageKeys.user)).not.toBeNull());
    expect(readStored(storageKeys.tenantId)).toBe(contoso.id);
  });

  test.each(['javascript:alert(1)', 'http://evil.example/'])('never goes on to %s', async (redirectTo) => {
    renderApp(
      returned,
      signedInServer().on(`GET ${callback}`, () => json({ next: 'redirect', redirectTo })),
    );
    await screen.findByText('Authentication failed');
    expect(left).toEqual([]);
  });
});

describe('after a connection', () => {
  test('the news goes along to the tenants', async () => {
    const app = renderApp('/auth/complete?success=tenant_connected&tenant=Ferncliffe', signedOutServer());
    await screen.findByRole('heading', { name: 'Completing Authentication' });
    // Nobody is signed in here, and the tenants are for those who are.
    await waitFor(() => expect(app.path()).toBe('/login'));
  });

  test('the tenants come a second and a half later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const app = renderApp('/auth/complete?success=tenant_connected', signedInServer());
      await screen.findByRole('heading', { name: 'Completing Authentication' });
      await act(() => vi.advanceTimersByTimeAsync(1000));
      expect(app.path()).toContain('/auth/complete');
      await act(() => vi.advanceTimersByTimeAsync(600));
      await waitFor(() => expect(app.path()).toContain('/admin/tenants'));
    } finally {
      vi.useRealTimers();
    }
  });

  test('what went wrong is told in our words', async () => {
    renderApp('/auth/error?message=graph-not-ready', signedOutServer());
    await screen.findByRole('heading', { name: 'Authentication Issue' });
    expect(screen.getByRole('alert').textContent).toBe(returnProblems['graph-not-ready']);
    expect(screen.getByRole('link', { name: 'Return to Admin Panel' }).getAttribute('href')).toBe('/admin/tenants');
  });

  test.each(['Call 555-0100 to unlock your account', 'toString', '__proto__', ''])(
    'a stranger’s text in the address is not shown: %j',
    async (message) => {
      renderApp(`/auth/error?${new URLSearchParams({ message })}`, signedOutServer());
      await screen.findByRole('heading', { name: 'Authentication Issue' });
      expect(screen.getByRole('alert').textContent).toMatch(/^Your Microsoft login session has already been used/);
      expect(document.body.textContent).not.toContain('555');
    },
  );

  test('the usual reason is told where none was given', async () => {
    renderApp('/auth/error', signedOutServer());
    await screen.findByText(
      'Your Microsoft login session has already been used or expired. Please start the connection process again.',
    );
    await screen.findByText('Contact your administrator');
  });
});

describe('while Microsoft has not applied a consent', () => {
  const pending = `/api/m365/oauth/pending/${'c'.repeat(43)}`;
  const page = `/auth/connecting?connection=${'c'.repeat(43)}`;
  const waiting = (waitedSeconds: number) =>
    json({ state: 'waiting', waitedSeconds, limitSeconds: 60, retryAfterSeconds: 5 });
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

  test('the page tells how long it waits, asks again, and goes where the API says', async () => {
    const server = signedInServer('admin').on(`POST ${pending}`, () => waiting(5));
    renderApp(page, server);
    await screen.findByRole('heading', { name: 'Waiting for Microsoft to apply the consent' });
    await screen.findByText('5 of at most 60 seconds. Leave this page open.');
    server.on(`POST ${pending}`, () => json({ state: 'done', redirectTo: '/auth/complete?success=tenant_connected' }));
    await pass(5);
    await waitFor(() => expect(left).toEqual([`${window.location.origin}/auth/complete?success=tenant_connected`]));
    const asked = server.requestsTo(pending).length;
    await pass(30);
    expect(server.requestsTo(pending)).toHaveLength(asked);
  });

  test('a call that fails on the way is made again', async () => {
    const server = signedInServer('admin').on(`POST ${pending}`, () => apiError('UNAVAILABLE', 'Try again later.'));
    renderApp(page, server);
    await screen.findByText('Asking Microsoft…');
    await waitFor(() => expect(server.requestsTo(pending)).toHaveLength(1));
    server.on(`POST ${pending}`, () => waiting(10));
    await pass(5);
    await screen.findByText('10 of at most 60 seconds. Leave this page open.');
  });

  test('a wait that is over says so, and where to begin again', async () => {
    const message = 'This connection is no longer waited for. Connect the tenant again.';
    renderApp(
      page,
      signedInServer('admin').on(`POST ${pending}`, () => apiError('NOT_FOUND', message)),
    );
    await screen.findByText(message);
    expect(screen.getByRole('link', { name: 'Return to Admin Panel' }).getAttribute('href')).toBe('/admin/tenants');
  });
});

describe('an administrator of a tenant who came by a link of a report', () => {
  test('hears that nothing is left to do', async () => {
    renderApp('/auth/consented?consent=given', signedOutServer());
    await screen.findByRole('heading', { name: 'Back from Microsoft' });
  });

  test('hears that the consent was declined', async () => {
    renderApp('/auth/consented?consent=consent-declined', signedOutServer());
    expect((await screen.findByRole('alert')).textContent).toBe(returnProblems['consent-declined']);
  });
});
