import type { Credential } from '@tenantry/contract/connections';
import { returnProblems } from '@tenantry/contract/return-problems';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { credential } from '../../testing/connections.ts';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/graph/credentials';
function answer(...credentials: Credential[]) {
  const corruptedCount = credentials.filter(({ status }) => status === 'corrupted').length;
  const hasCorruptedCredentials = corruptedCount > 0;
  const ours = {
    installationSecretExpiresAt: null,
    installationHasCertificate: false,
    installationSecretLeftOutBecause: null,
  };
  return json({ credentials, corruptedCount, hasCorruptedCredentials, ...ours });
}
const serverWith = (...credentials: Credential[]) => signedInServer().on(`GET ${list}`, () => answer(...credentials));
const figure = (name: string) => screen.getByRole('group', { name }).textContent;

describe('the credential status', () => {
  test('is told of each tenant, and in figures', async () => {
    const server = serverWith(
      credential({ scopes: ['https://graph.microsoft.com/User.Read', 'openid', 'email'] }),
      credential({ id: '2', status: 'expiring', error: 'The client secret expires in 3 days.' }),
      credential({ id: '3', status: 'expired' }),
      credential({ id: '4', isMock: true, clientId: null }),
    );
    renderApp('/m365/credentials', server);
    const table = within(await screen.findByRole('table', { name: 'Credentials' }));
    const rows = table.getAllByRole('row').map((row) => row.textContent);
    expect(rows[1]).toBe('Fabrikam12345678…ActiveProductionNeverUser.Read, openid +1 moreTest Connection');
    expect(rows[2]).toContain('Expiring SoonThe client secret expires in 3 days.');
    expect(rows[4]).toBe('FabrikamNot configuredActiveSimulatedProductionNever—Test Connection');
    expect(figure('Active')).toBe('Active31 expiring soon');
    expect(figure('Expired')).toBe('Expired1');
    expect(figure('Total Tenants')).toContain('4');
    expect(figure('Mode')).toBe('ModeLive and mock');
    expect(screen.queryByText(/credentials are corrupted/)).toBeNull();
    expect(table.queryByRole('link')).toBeNull();
  });

  test('that cannot be opened is warned of, with the way to repair it', async () => {
    renderApp('/m365/credentials', serverWith(credential({ status: 'corrupted', userEmail: 'amy@fab.example' })));
    await screen.findByText('Some Microsoft Graph credentials are corrupted');
    await screen.findByText(
      '1 credential(s) detected with encryption corruption. Click Reconnect to re-authenticate those tenants manually.',
    );
    expect(screen.getByText('Decryption Failed')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Reconnect Fabrikam' });
    expect(link.getAttribute('href')).toBe(
      `/api/auth/m365/start?tenantId=${fabrikam.id}&reauth=1&email=amy%40fab.example`,
    );
  });

  test('is asked for again on demand, which says how that went', async () => {
    const server = serverWith(credential());
    const { user } = renderApp('/m365/credentials', server);
    await screen.findByText('Active', { selector: '.fui-Badge' });
    const refresh = screen.getByRole('button', { name: 'Refresh' });
    server.on(`GET ${list}`, () => answer(credential({ status: 'expired' })));
    await user.click(refresh);
    await screen.findByText('Status Updated');
    expect(screen.getByText('Expired', { selector: '.fui-Badge' })).toBeDefined();
    server.on(`GET ${list}`, () => apiError('UNAVAILABLE', 'Try again later'));
    await user.click(refresh);
    await screen.findByText('Refresh Failed');
    expect(screen.getByText('Expired', { selector: '.fui-Badge' })).toBeDefined();
  });

  test('that is not there yet says so', async () => {
    renderApp('/m365/credentials', serverWith());
    await screen.findByText('No credentials configured yet');
    expect(figure('Mode')).toBe('Mode—');
  });

  test('that this server does not serve is coming soon, which is logged', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const notServed = () => new Response('Not Found', { status: 404, statusText: 'Not Found' });
    renderApp('/m365/credentials', signedInServer().on(`GET ${list}`, notServed));
    await screen.findByText('Coming soon – live credential status');
    expect(logged.mock.calls.flat().join()).toMatch(/not yet implemented/);
    vi.restoreAllMocks();
  });

  test('that the API itself does not find is an error', async () => {
    renderApp(
      '/m365/credentials',
      signedInServer().on(`GET ${list}`, () => apiError('NOT_FOUND', 'Nothing is here')),
    );
    await screen.findByText('HTTP 404:');
    expect(screen.queryByText(/Coming soon – live/)).toBeNull();
  });

  test('that cannot be loaded says with which status', async () => {
    renderApp(
      '/m365/credentials',
      signedInServer().on(`GET ${list}`, () => apiError('UNAVAILABLE', 'Try later')),
    );
    await screen.findByText('HTTP 503:');
    expect(screen.queryByRole('group', { name: 'Active' })).toBeNull();
  });

  test.each([
    ['success=true&message=Contoso+is+back', 'Microsoft 365 Connected', 'Contoso is back'],
    ['error=Call+555-0100', 'Connection Failed', 'The tenant is not connected. Try again.'],
    ['error=consent-declined', 'Connection Failed', returnProblems['consent-declined']],
  ])('after the return with %s tells it once', async (query, title, body) => {
    const app = renderApp(`/m365/credentials?${query}`, serverWith(credential()));
    await screen.findByText(title);
    expect(screen.getByText(body)).toBeDefined();
    await waitFor(() => expect(app.path()).toBe('/m365/credentials'));
  });

  test('is not for a technician', async () => {
    const server = signedInServer('technician');
    renderApp('/m365/credentials', server);
    await screen.findByText("You don't have permission to access this page");
    expect(server.requestsTo(list)).toEqual([]);
  });
});

describe('a tenant that has to be connected again', () => {
  const lost = (tenantId: string, name: string) => ({
    tenantId,
    name,
    since: '2026-01-02T00:00:00.000Z',
    reason: 'AADSTS700016 (unauthorized_client)',
  });
  const status = (...tenants: ReturnType<typeof lost>[]) =>
    json({
      needsReconnect: tenants.length > 0,
      tenants,
      endingSecrets: { total: 0, soonest: [] },
      selected: null,
      auditTrail: null,
    });

  test('is told of by its name above a page, with the way to do it', async () => {
    const server = serverWith(credential()).on('GET /api/auth/status', () => status(lost(contoso.id, 'Contoso')));
    renderApp('/m365/credentials', server);
    await screen.findByText('The connection to Contoso is lost.');
    await screen.findByText(/^AADSTS700016 \(unauthorized_client\)\. Scans fail until it is reconnected\./);
    const link = screen.getByRole('link', { name: 'Reconnect Contoso' });
    expect(link.getAttribute('href')).toBe(`/api/auth/m365/start?tenantId=${contoso.id}`);
  });

  test('is one of several: the page with all of them is offered', async () => {
    const server = signedInServer().on('GET /api/auth/status', () =>
      status(...['A', 'B', 'C', 'D'].map((name) => lost(contoso.id, name))),
    );
    renderApp('/m365/credentials', server);
    await screen.findByText('The connection to 4 tenants is lost.');
    await screen.findByText(/^A, B, C and 1 more tenant\. Scans fail until they are reconnected\./);
    expect(screen.getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe('/m365/credentials');
  });

  test('is for an administrator to connect', async () => {
    const server = signedInServer('viewer').on('GET /api/auth/status', () => status(lost(contoso.id, 'Contoso')));
    renderApp('/findings', server);
    await screen.findByText(/Ask an administrator to reconnect/);
    expect(screen.queryByRole('link', { name: 'Reconnect' })).toBeNull();
  });

  test('is not told of again once that was dismissed, until something else is wrong', async () => {
    let tenants = [lost(contoso.id, 'Contoso')];
    const server = signedInServer().on('GET /api/auth/status', () => status(...tenants));
    const { user } = renderApp('/findings', server);
    await screen.findByText('The connection to Contoso is lost.');
    await user.click(screen.getByRole('button', { name: 'Dismiss reconnect notice' }));
    expect(screen.queryByText(/^The connection to/)).toBeNull();
    tenants = [...tenants, lost(fabrikam.id, 'Fabrikam')];
    window.dispatchEvent(new Event('focus'));
    await screen.findByText(/^Contoso, Fabrikam\. Scans fail/);
  });

  test('is not claimed where that cannot be asked', async () => {
    const server = signedInServer().on('GET /api/auth/status', () => apiError('UNAVAILABLE', 'Try later'));
    renderApp('/findings', server);
    await waitFor(() => expect(server.requestsTo('/api/auth/status')).toHaveLength(1));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(/^The connection to/)).toBeNull();
  });

  test('stands on the overview in its row alone', async () => {
    const server = signedInServer().on('GET /api/auth/status', () => status(lost(contoso.id, 'Contoso')));
    renderApp('/overview', server);
    await waitFor(() => expect(server.requestsTo('/api/auth/status')).toHaveLength(1));
    await screen.findByRole('heading', { name: 'Multi-Tenant Overview' });
    expect(screen.queryByText(/^The connection to/)).toBeNull();
  });
});
