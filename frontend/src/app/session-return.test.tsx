import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { trackForm } from '../lib/form-drafts.ts';
import { storageKeys, tabKeys } from '../lib/storage.ts';
import {
  apiError,
  contoso,
  type FakeServer,
  fabrikam,
  json,
  signedInServer,
  signedOutServer,
  userOf,
} from '../testing/fake-server.ts';
import { listOf } from '../testing/findings.ts';
import { renderApp } from '../testing/render-app.tsx';

const address = `/findings?tenantId=${fabrikam.id}&severity=critical`;
const emptyFindings = () => json(listOf([]));

const lettingIn = (server: FakeServer, user = userOf('admin')) =>
  server
    .on('POST /api/auth/local', () => json({ success: true, user }))
    .on('GET /api/graph/findings', emptyFindings)
    .on('GET /api/auth/options', () => json({ microsoft: false, local: true }));

async function signIn(app: ReturnType<typeof renderApp>) {
  await app.user.type(await screen.findByLabelText('Username or email'), 'dana');
  await app.user.type(screen.getByLabelText('Password'), 'correct horse');
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
}

/** What the browser tells a tab when another one stores who is signed in. */
const tellTabs = (newValue: string | null) =>
  void window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.user, newValue }));

/** A session on the findings of a tenant that has just ended. */
async function ended() {
  const server = signedInServer().on('GET /api/graph/findings', () => apiError('NOT_SIGNED_IN', 'Session over'));
  const app = renderApp(
    address,
    lettingIn(server).on('GET /api/graph/findings', () => apiError('NOT_SIGNED_IN', 'Over')),
  );
  await screen.findByText('Your session has expired. Please sign in again.');
  server.on('GET /api/graph/findings', emptyFindings);
  return { app, server };
}

describe('sign-in', () => {
  test('leads to the page that was opened signed out, once', async () => {
    const server = lettingIn(signedOutServer());
    const app = renderApp(address, server);
    await signIn(app);
    await waitFor(() => expect(app.path()).toBe(address));
    await waitFor(() => expect(sessionStorage.getItem(tabKeys.returnTo)).toBeNull());
  });

  test('leads back to where the session ended', async () => {
    const { app } = await ended();
    expect(app.path()).toBe('/login?message=session-expired');
    await signIn(app);
    await waitFor(() => expect(app.path()).toBe(address));
    await screen.findByRole('button', { name: 'Tenant: Fabrikam' });
  });

  test('in another tab leads each tab back to its own place', async () => {
    const server = lettingIn(signedInServer());
    const app = renderApp(address, server);
    await screen.findByRole('button', { name: 'Tenant: Fabrikam' });
    const stored = localStorage.getItem(storageKeys.user);
    act(() => tellTabs(null));
    await screen.findByText('Your session has expired. Please sign in again.');
    act(() => tellTabs(stored));
    await waitFor(() => expect(app.path()).toBe(address));
    await screen.findByRole('button', { name: 'Tenant: Fabrikam' });
  });

  test('after somebody signed out in another tab leads to the overview', async () => {
    const app = renderApp(address, lettingIn(signedInServer()));
    await screen.findByRole('button', { name: 'Tenant: Fabrikam' });
    act(() => tellTabs('signed-out'));
    await signIn(app);
    await waitFor(() => expect(app.path()).toBe('/overview'));
  });

  test('of another user after a reload found the session ended leads to the overview', async () => {
    localStorage.setItem(storageKeys.user, JSON.stringify(userOf('admin')));
    const app = renderApp(address, lettingIn(signedOutServer(), { ...userOf('admin'), id: 'user-2' }));
    await signIn(app);
    await waitFor(() => expect(app.path()).toBe('/overview'));
  });

  test('is possible where nobody can read what the browser had stored', async () => {
    localStorage.setItem(storageKeys.user, 'no JSON');
    const app = renderApp(address, lettingIn(signedOutServer()));
    await signIn(app);
    await waitFor(() => expect(app.path()).toBe(address));
  });

  test('of another user leads to the overview', async () => {
    const { app, server } = await ended();
    lettingIn(server, { ...userOf('admin'), id: 'user-2' });
    await signIn(app);
    await waitFor(() => expect(app.path()).toBe('/overview'));
  });

  test('after Microsoft leads back too', async () => {
    const server = lettingIn(signedOutServer()).on('GET /api/auth/callback', () =>
      json({ next: 'signed-in', ...userOf('admin') }),
    );
    const first = renderApp(address, server);
    await screen.findByLabelText('Password');
    first.unmount();
    const app = renderApp('/callback?code=c0de&state=st4te', server);
    const goOn = await screen.findByRole('link', { name: 'Continue' });
    expect(goOn.getAttribute('href')).toBe(address);
    await waitFor(() => expect(app.path()).toBe(address));
  });

  test('after signing out leads to the overview', async () => {
    const server = lettingIn(signedInServer());
    const app = renderApp(address, server);
    await app.user.click(await screen.findByRole('button', { name: 'Account: Dana Doe' }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await signIn(app);
    await waitFor(() => expect(app.path()).toBe('/overview'));
  });

  test.each(['user-1 https://evil.example', 'user-1 //evil.example/x', 'user-1 javascript:alert(1)', 'nothing'])(
    'follows no stored address that is none of ours: %s',
    async (stored) => {
      sessionStorage.setItem(tabKeys.returnTo, stored);
      const app = renderApp('/login', lettingIn(signedOutServer()));
      await signIn(app);
      await waitFor(() => expect(app.path()).toBe('/overview'));
    },
  );

  test('leads to a page of another tenant only where that is in scope', async () => {
    const server = lettingIn(signedOutServer()).on('GET /api/tenants', () => json({ tenants: [contoso] }));
    const app = renderApp(address, server);
    await signIn(app);
    await screen.findByRole('heading', { name: 'Tenant Not Available' });
    expect(server.requestsTo('/api/graph/findings')).toEqual([]);
  });
});

/** The browser puts the page by whole, and shows it again on Back. */
const tellPage = (type: 'pagehide' | 'pageshow') =>
  act(() => void window.dispatchEvent(Object.assign(new Event(type), { persisted: true })));

const sessionOf = (user: ReturnType<typeof userOf>) =>
  json({ success: true, user, session: { user, expiresAt: '2030-01-01T00:00:00.000Z' } });

describe('a page that the browser keeps whole for Back', () => {
  const shown = () => screen.findByRole('button', { name: 'Tenant: Fabrikam' });
  const text = () => document.body.textContent ?? '';

  test('shows nothing of a tenant until the server said who is signed in', async () => {
    const app = renderApp(address, lettingIn(signedInServer()));
    await shown();
    tellPage('pagehide');
    expect(text()).not.toContain('Fabrikam');
    tellPage('pageshow');
    await shown();
    expect(app.path()).toBe(address);
  });

  test('leads to sign-in where somebody signed out meanwhile, and nothing that was half typed is left', async () => {
    const server = lettingIn(signedInServer());
    const app = renderApp(address, server);
    await shown();
    trackForm('task', { title: 'Half typed' });
    tellPage('pagehide');
    expect(sessionStorage.getItem(tabKeys.drafts)).toContain('Half typed');
    localStorage.removeItem(storageKeys.user);
    server.on('GET /api/auth/session', () => apiError('NOT_SIGNED_IN', 'Session over'));
    tellPage('pageshow');
    await screen.findByLabelText('Username or email');
    expect(app.path()).toMatch(/^\/login/);
    await waitFor(() => expect(sessionStorage.getItem(tabKeys.drafts)).toBeNull());
    trackForm('task', null);
  });

  test("shows another user's session without what the first one had loaded", async () => {
    const server = lettingIn(signedInServer());
    renderApp(address, server);
    await shown();
    await waitFor(() => expect(server.requestsTo('/api/graph/findings')).toHaveLength(1));
    tellPage('pagehide');
    server.on('GET /api/auth/session', () => sessionOf({ ...userOf('admin'), id: 'user-2' }));
    tellPage('pageshow');
    await shown();
    await waitFor(() => expect(server.requestsTo('/api/graph/findings')).toHaveLength(2));
  });
});
