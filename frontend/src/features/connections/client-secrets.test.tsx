import type { Credential } from '@tenantry/contract/connections';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { selectTenant } from '../../lib/session.ts';
import { credential, credentialList } from '../../testing/connections.ts';
import { contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();
const serverWith = (credentials: Credential[], ours: string | null = null) =>
  signedInServer().on('GET /api/graph/credentials', () => json(credentialList(credentials, ours)));

describe('client secrets that end', () => {
  test('are warned of on the page, and those of simulated tenants are not', async () => {
    renderApp(
      '/m365/credentials',
      serverWith([
        credential({ status: 'expiring', secretExpiresAt: inDays(5) }),
        credential({ id: '2', tenantName: 'Simulated', isMock: true, status: 'expired', secretExpiresAt: inDays(-5) }),
      ]),
    );
    await screen.findByText('1 client secret to be replaced');
    expect(screen.getByText(/^Fabrikam: expires in 5 days\. Create new ones/)).toBeDefined();
  });

  test('are warned of too where a scan has found them out', async () => {
    const found = credential({ status: 'reconnect', error: 'AADSTS7000222', secretExpiresAt: inDays(-2) });
    renderApp('/m365/credentials', serverWith([found]));
    await screen.findByText('1 client secret to be replaced');
    expect(screen.getByText(/^Fabrikam: has expired\. Create new ones/)).toBeDefined();
  });

  test('of this installation are warned of, with the way to its settings', async () => {
    renderApp('/m365/credentials', serverWith([credential()], inDays(-1)));
    await screen.findByText('The client secret has expired');
    expect(screen.getByRole('link', { name: 'Graph API Settings' }).getAttribute('href')).toBe('/admin/graph-settings');
  });

  test('are not warned of while they last', async () => {
    renderApp('/m365/credentials', serverWith([credential({ secretExpiresAt: inDays(90) })], inDays(90)));
    await screen.findByText('Active', { selector: '.fui-Badge' });
    expect(screen.queryByText(/client secret/i)).toBeNull();
  });

  const ending = (...secrets: { tenantId: string | null; name: string; expiresAt: string }[]) => {
    const soonest = secrets.map((one) => ({ isCertificate: one.name === 'Certified', ...one }));
    return json({
      needsReconnect: false,
      tenants: [],
      endingSecrets: { total: soonest.length, soonest },
      selected: null,
      auditTrail: null,
    });
  };

  test('are called a certificate where it is one', async () => {
    const one = { tenantId: null, name: 'Certified', expiresAt: inDays(7) };
    renderApp(
      '/overview',
      signedInServer().on('GET /api/auth/status', () => ending(one)),
    );
    await screen.findByText('A certificate expires soon');
    expect(screen.getByRole('link', { name: 'Replace' }).getAttribute('href')).toBe('/admin/graph-settings');
  });

  test('are told above every page, until that is dismissed or something else ends', async () => {
    let secrets = [{ tenantId: fabrikam.id, name: 'Fabrikam', expiresAt: inDays(7) }];
    const server = signedInServer().on('GET /api/auth/status', () => ending(...secrets));
    const { user } = renderApp('/overview', server);
    await screen.findByText('A client secret expires soon');
    expect(screen.getByText(/^Fabrikam: expires in 7 days\./)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Replace' }).getAttribute('href')).toBe('/m365/credentials');
    await user.click(screen.getByRole('button', { name: 'Dismiss client secret notice' }));
    expect(screen.queryByText('A client secret expires soon')).toBeNull();
    secrets = [{ tenantId: null, name: 'This installation', expiresAt: inDays(-1) } as never, ...secrets];
    window.dispatchEvent(new Event('focus'));
    await screen.findByText('A client secret has expired');
    expect(screen.getByText(/^This installation: has expired; Fabrikam: expires in 7 days\./)).toBeDefined();
  });

  test('are not told again, once dismissed, because another tenant is selected', async () => {
    const ours = { tenantId: null, name: 'This installation', expiresAt: inDays(3) };
    const theirs = { tenantId: fabrikam.id, name: 'Fabrikam', expiresAt: inDays(9) };
    const third = { tenantId: contoso.id, name: 'Contoso', expiresAt: inDays(12) };
    let secrets = [ours, theirs];
    const server = signedInServer().on('GET /api/auth/status', () => ending(...secrets));
    const { user } = renderApp('/overview', server);
    await user.click(await screen.findByRole('button', { name: 'Dismiss client secret notice' }));
    secrets = [ours];
    act(() => void selectTenant(contoso.id));
    await waitFor(() => expect(server.requestsTo('/api/auth/status').at(-1)?.tenantId).toBe(contoso.id));
    secrets = [ours, third];
    act(() => void selectTenant(fabrikam.id));
    await screen.findByText('A client secret expires soon');
    act(() => void selectTenant(contoso.id));
    await waitFor(() => expect(screen.queryByText('A client secret expires soon')).toBeNull());
  });
});
