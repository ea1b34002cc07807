import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { managedTenant } from '../../testing/connections.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const debugPath = `/api/admin/oauth-debug/${contoso.id}`;
const syncPath = '/api/partner/sync-tenants';
const page = '/admin/tenants';
const serverWith = () =>
  signedInServer().on('GET /api/admin/tenants', () => json({ tenants: [managedTenant()], offboarding: [] }));

const nothing = {
  tokenExchange: { status: 'none', timestamp: null, userEmail: null, tokenPreview: null, error: null },
  graphScan: { status: 'none', timestamp: null, scanStatus: null, profileResponse: null, error: null },
  credentialRecord: {
    exists: false,
    lastUpdated: null,
    clientIdPreview: null,
    hasAccessToken: false,
    hasRefreshToken: false,
    tokenExpiresAt: null,
  },
};
const known = {
  tokenExchange: {
    status: 'failed',
    timestamp: '2026-03-04T12:00:00.000Z',
    userEmail: 'amy@contoso.example',
    tokenPreview: 'AbCdEf......',
    error: 'AADSTS70008: invalid_grant',
  },
  graphScan: {
    ...nothing.graphScan,
    status: 'success',
    scanStatus: 'completed',
    profileResponse: '12 calls, 40 users',
  },
  credentialRecord: {
    ...nothing.credentialRecord,
    exists: true,
    clientIdPreview: '123456......',
    hasRefreshToken: true,
  },
};

describe('the OAuth debug of a tenant', () => {
  const toggle = () => screen.findByRole('button', { name: 'OAuth Debug: Contoso' });
  const opened = () => screen.findByRole('region', { name: 'OAuth debug of Contoso' });

  test('tells of the token exchange, the scan and the stored record, when it is opened', async () => {
    const server = serverWith().on(`GET ${debugPath}`, () => json(known));
    const { user } = renderApp(page, server);
    await user.click(await toggle());
    await within(await opened()).findByText('AADSTS70008: invalid_grant');
    const panel = within(await opened());
    expect(panel.getAllByRole('tab')).toHaveLength(3);
    expect(panel.getByRole('tabpanel', { name: 'Token Exchange' }).textContent).toMatch(
      /StatusFailed.*2026.*amy@contoso\.example.*AbCdEf\.{6}/,
    );
    await user.click(panel.getByRole('tab', { name: 'Graph Scan' }));
    expect(panel.getByRole('tabpanel', { name: 'Graph Scan' }).textContent).toMatch(
      /StatusSuccess.*completed.*12 calls, 40 users/,
    );
    await user.click(panel.getByRole('tab', { name: 'Credential DB Record' }));
    expect(panel.getByRole('tabpanel').textContent).toMatch(/ExistsYes.*123456\.{6}Access tokenNoRefresh tokenYes/);
    await user.click(await toggle());
    expect(screen.queryByRole('region', { name: 'OAuth debug of Contoso' })).toBeNull();
  });

  test('says where there is nothing to tell', async () => {
    const { user } = renderApp(
      page,
      serverWith().on(`GET ${debugPath}`, () => json(nothing)),
    );
    await user.click(await toggle());
    await screen.findByText('No OAuth diagnostic data available for this tenant.');
  });

  test('that cannot be loaded says why', async () => {
    const { user } = renderApp(
      page,
      serverWith().on(`GET ${debugPath}`, () => apiError('UNAVAILABLE', 'Try later')),
    );
    await user.click(await toggle());
    await screen.findByText(/^Failed to load OAuth diagnostics: Try later/);
  });
});

describe('the synchronization with Partner Center', () => {
  const press = async (server: ReturnType<typeof serverWith>) => {
    const { user } = renderApp(page, server);
    await screen.findByText('contoso.example');
    await user.click(await screen.findByRole('button', { name: 'Sync from Partner Center' }));
  };

  test('says how many tenants came in, and shows them', async () => {
    const server = serverWith().on(`GET ${syncPath}`, () => json({ syncedCount: 3, total: 8, error: null }));
    await press(server);
    await screen.findByText('Tenant Sync Complete');
    expect(screen.getByText(/synchronized 3 tenants from Microsoft Partner Center/)).toBeDefined();
    await waitFor(() => expect(server.requestsTo('/api/admin/tenants')).toHaveLength(2));
    await waitFor(() => expect(server.requestsTo('/api/tenants')).toHaveLength(2));
  });

  test.each([
    [
      'the reason that Microsoft gave',
      () => json({ syncedCount: 0, total: 0, error: '403: no delegation' }),
      '403: no delegation',
    ],
    ['what the server said', () => apiError('UNAVAILABLE', 'Microsoft does not answer'), 'Microsoft does not answer'],
    [
      'that it failed where nothing was said',
      () => Promise.reject(new TypeError('offline')),
      'Failed to sync tenants from Microsoft Partner Center',
    ],
  ])('tells %s', async (_, answer, body) => {
    await press(serverWith().on(`GET ${syncPath}`, answer));
    await screen.findByText('Sync Failed');
    expect(screen.getByText(body)).toBeDefined();
  });
});
