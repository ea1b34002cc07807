import { changeAdminSettings, changeAuthSettings } from '@tenantry/contract/role-mappings';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { call } from '../lib/api-client.ts';
import { messageOf, wasCanceled } from '../lib/api-error.ts';
import { sessionState } from '../lib/session.ts';
import { apiError, type FakeServer, json, signedInServer } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

const asked = () => apiError('STEP_UP_REQUIRED', 'Confirm who you are, then try again.');
const auth = { oauthEnabled: true, localFallback: true, allowLocalLogin: true };
const admin = { role_sync_enabled: true, last_updated: null, updated_by: null };

/** A server that asks for a step-up until one was made. */
function askingServer(ways = { password: true, code: false, microsoft: false }) {
  let isProven = false;
  const server: FakeServer = signedInServer()
    .on('GET /api/auth/step-up', () => json(ways))
    .on('POST /api/auth/step-up', ({ body }) => {
      isProven = JSON.stringify(body).includes('right') || JSON.stringify(body).includes('123456');
      return isProven
        ? json({ success: true })
        : apiError('INVALID_CREDENTIALS', 'That password or code is not right.');
    })
    .on('PATCH /api/settings/auth', () => (isProven ? json(auth) : asked()))
    .on('PUT /api/admin/settings', () => (isProven ? json(admin) : asked()));
  return server;
}

const change = () => call(changeAuthSettings, { body: { allowLocalLogin: true }, tenantId: null });
const dialog = () => screen.findByRole('dialog', { name: 'Confirm it’s you' });

async function open(server: FakeServer) {
  const page = renderApp('/overview', server);
  await screen.findByRole('heading', { level: 1, name: 'Multi-Tenant Overview' });
  return page;
}

describe('a call for which users have to confirm who they are', () => {
  test('is sent again, as it was, once they have', async () => {
    const server = askingServer();
    const { user } = await open(server);
    const answer = change();
    const shown = await dialog();
    await user.type(await within(shown).findByLabelText('Password'), 'right');
    await user.click(within(shown).getByRole('button', { name: 'Confirm' }));
    expect(await answer).toEqual(auth);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requestsTo('/api/settings/auth').map(({ body }) => body)).toEqual([
      { allowLocalLogin: true },
      { allowLocalLogin: true },
    ]);
  });

  test('waits while a wrong password is said to be wrong, and nobody is signed out by it', async () => {
    const { user } = await open(askingServer());
    const answer = change();
    const shown = await dialog();
    await user.type(await within(shown).findByLabelText('Password'), 'wrong{Enter}');
    await within(shown).findByText(/^That password or code is not right\./);
    expect(sessionState().status).toBe('signed-in');
    await user.clear(await within(shown).findByLabelText('Password'));
    await user.type(await within(shown).findByLabelText('Password'), 'right{Enter}');
    expect(await answer).toEqual(auth);
  });

  test('is not sent again where they cancel, and its caller can tell', async () => {
    const server = askingServer();
    const { user } = await open(server);
    const answer = change().catch((error: unknown) => error);
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    const error = await answer;
    expect(wasCanceled(error)).toBe(true);
    expect(messageOf(error)).toBe('Confirm who you are, then try again.');
    expect(server.requestsTo('/api/settings/auth')).toHaveLength(1);
    expect(sessionState().status).toBe('signed-in');
  });

  test('shares one dialog with another one', async () => {
    const server = askingServer();
    const { user } = await open(server);
    const answers = Promise.all([
      change(),
      call(changeAdminSettings, { body: { role_sync_enabled: true }, tenantId: null }),
    ]);
    const shown = await dialog();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.type(await within(shown).findByLabelText('Password'), 'right{Enter}');
    expect(await answers).toEqual([auth, admin]);
    expect(server.requestsTo('/api/auth/step-up').filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('can be confirmed by a code where the account has an authenticator', async () => {
    const server = askingServer({ password: true, code: true, microsoft: false });
    const { user } = await open(server);
    const answer = change();
    const shown = await dialog();
    await user.click(await within(shown).findByRole('tab', { name: 'Authenticator code' }));
    await user.type(await within(shown).findByLabelText('Code'), '12345{Enter}');
    await within(shown).findByText('Enter the 6 digits that the app shows');
    await user.clear(await within(shown).findByLabelText('Code'));
    await user.type(await within(shown).findByLabelText('Code'), '123456{Enter}');
    expect(await answer).toEqual(auth);
    expect(server.requestsTo('/api/auth/step-up').at(-1)?.body).toEqual({ code: '123456' });
  });

  test('leads to Microsoft where the account signs in there, and comes back to the page', async () => {
    const { user } = await open(askingServer({ password: false, code: false, microsoft: true }));
    const answer = change().catch((error: unknown) => error);
    const shown = await dialog();
    const link = await within(shown).findByRole('link', { name: 'Sign in with Microsoft' });
    expect(link.getAttribute('href')).toBe('/api/auth/step-up/microsoft');
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(sessionStorage.getItem('tenantry.tab.returnTo')).toBe('user-1 /overview');
    await user.click(within(shown).getByRole('button', { name: 'Cancel' }));
    expect(wasCanceled(await answer)).toBe(true);
  });

  test('ends where the session does, with the dialog', async () => {
    const server = askingServer();
    await open(server);
    const answer = change().catch((error: unknown) => error);
    await dialog();
    server.on('GET /api/tenants', () => apiError('NOT_SIGNED_IN', 'Not signed in'));
    window.dispatchEvent(new StorageEvent('storage', { key: 'tenantry.user', newValue: 'signed-out' }));
    expect(wasCanceled(await answer)).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
