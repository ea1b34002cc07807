import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { credential, m365Status } from '../../testing/connections.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { consentGone } from '../../testing/tenant-summaries.ts';

const path = '/api/m365/status';
const live = m365Status();
const serverWith = (status: object, role: 'admin' | 'viewer' = 'admin') =>
  signedInServer(role).on(`GET ${path}`, () => json({ ...live, ...status }));
const name = 'Microsoft 365 connection:';

describe('the connection indicator', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));
  afterEach(() => vi.useRealTimers());

  test.each([
    [{}, 'Live'],
    [{ lastGraphCallSuccess: false }, 'Unconfigured'],
    [{ lastGraphCallSuccess: null }, 'Unconfigured'],
    [{ lastTokenSuccess: false }, 'Unconfigured'],
    [{ mode: 'unconfigured', live: false, lastTokenSuccess: null, lastGraphCallSuccess: null }, 'Unconfigured'],
    [{ live: false, trouble: consentGone }, 'Scan failing'],
    [{ mode: 'mock', live: false, trouble: consentGone }, 'Scan failing'],
    [{ mode: 'mock', live: false, lastTokenSuccess: null, lastGraphCallSuccess: null }, 'Mock Mode'],
  ])('says of %j: %s', async (status, label) => {
    renderApp('/dashboard', serverWith(status));
    await screen.findByRole('button', { name: `${name} ${label}` });
  });

  test('says that it is checking, and that it does not know where nothing answers', async () => {
    const waiting = Promise.withResolvers<Response>();
    const server = signedInServer().on(`GET ${path}`, () => waiting.promise);
    renderApp('/dashboard', server);
    await screen.findByRole('button', { name: `${name} Checking` });
    waiting.resolve(apiError('UNAVAILABLE', 'Later'));
    await screen.findByRole('button', { name: `${name} Status Unknown` });
  });

  test('asks again every 30 seconds, and does not cover a failure with what was true before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = serverWith({});
    renderApp('/dashboard', server);
    await screen.findByRole('button', { name: `${name} Live` });
    server.on(`GET ${path}`, () => apiError('UNAVAILABLE', 'Later'));
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await screen.findByRole('button', { name: `${name} Status Unknown` });
    expect(server.requestsTo(path)).toHaveLength(2);
  });

  test.each(['Live', 'Mock Mode'])('opens the credentials from any state: %s', async (label) => {
    const one = credential({ id: contoso.id, tenantId: contoso.id, tenantName: 'Contoso' });
    const server = serverWith(label === 'Live' ? {} : { mode: 'mock' }).on(
      `GET /api/admin/credentials/${contoso.id}`,
      () => json(one),
    );
    const { user } = renderApp('/dashboard', server);
    await user.click(await screen.findByRole('button', { name: `${name} ${label}` }));
    await screen.findByRole('dialog', { name: 'Graph Credentials: Contoso' });
  });

  test('is asked again once credentials were saved', async () => {
    let status = m365Status({ mode: 'unconfigured', lastTokenSuccess: false });
    const one = credential({ id: contoso.id, tenantId: contoso.id, tenantName: 'Contoso' });
    const server = signedInServer()
      .on(`GET ${path}`, () => json(status))
      .on(`GET /api/admin/credentials/${contoso.id}`, () => json(one))
      .on('POST /api/admin/save-graph-creds', () => {
        status = live;
        return json({ ok: true, credential: one });
      });
    const { user } = renderApp('/dashboard', server);
    await user.click(await screen.findByRole('button', { name: `${name} Unconfigured` }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(await dialog.findByLabelText(/^Client Secret\b/), 'a new secret');
    await user.click(dialog.getByRole('button', { name: 'Save Credentials' }));
    await screen.findByText('Credentials Saved');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByRole('button', { name: `${name} Live` });
    await waitFor(() => expect(server.requestsTo('/api/tenants')).toHaveLength(2));
  });

  test('shows others the state, and opens nothing', async () => {
    renderApp('/dashboard', serverWith({}, 'viewer'));
    await screen.findByText('Live');
    expect(screen.queryByRole('button', { name: /^Microsoft 365 connection/ })).toBeNull();
    expect(screen.getByText(name)).toBeDefined();
  });
});
