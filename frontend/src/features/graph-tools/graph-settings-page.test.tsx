import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endOfDay } from '../../lib/calendar-day.ts';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/admin/graph-settings';
const page = '/admin/graph-settings';
const saved = {
  clientId: '11111111-aaaa-4bbb-8ccc-dddddddddddd',
  tenantId: '22222222-aaaa-4bbb-8ccc-dddddddddddd',
  redirectUri: 'https://tenantry.example/callback',
  hasClientSecret: true,
  credential: 'secret',
  certificateThumbprint: null,
  adminConsentUrl: 'https://login.microsoftonline.com/22222222/v2.0/adminconsent?client_id=1',
  secretExpiresAt: '2090-06-30T10:00:00.000Z',
  partnerCenterScopes: 'https://graph.microsoft.com/.default',
};
const serverWith = (over: Partial<Record<keyof typeof saved, unknown>> = {}) =>
  signedInServer()
    .on(`GET ${path}`, () => json({ ...saved, ...over }))
    .on('GET /api/admin/required-permissions', () => json([]));
const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: 'Save Settings' });
const sent = (server: ReturnType<typeof serverWith>) =>
  server
    .requestsTo(path)
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => body);

describe('the Graph API settings', () => {
  test('show the registration and the redirect URI, and never a secret', async () => {
    renderApp(page, serverWith());
    expect((await field(/^Client ID/)).value).toBe(saved.clientId);
    expect((await field(/^Tenant ID/)).value).toBe(saved.tenantId);
    expect((await field(/^Partner Center scopes/)).value).toBe(saved.partnerCenterScopes);
    expect((await field(/^Client secret$/)).value).toBe('');
    expect(screen.getAllByText(saved.redirectUri).length).toBeGreaterThan(0);
    expect(screen.getByText('Leave blank to keep the existing secret')).toBeDefined();
    expect(screen.queryByText(/^The client secret/)).toBeNull();
    expect(document.title).toBe('Admin Panel - Graph API Settings · Tenantry');
  });

  test('are saved without a secret where its field is blank', async () => {
    const scopes = 'https://graph.microsoft.us/.default';
    const server = serverWith().on(`POST ${path}`, () => json({ ...saved, partnerCenterScopes: scopes }));
    const { user } = renderApp(page, server);
    await user.clear(await field(/^Partner Center scopes/));
    await user.type(await field(/^Partner Center scopes/), scopes);
    await user.click(save());
    await screen.findByText('Settings Saved');
    const { clientId, tenantId, secretExpiresAt } = saved;
    expect(sent(server)).toEqual([{ clientId, tenantId, secretExpiresAt, partnerCenterScopes: scopes }]);
  });

  test('say at their field which scopes no application gets a token for, before anything is sent', async () => {
    const server = serverWith();
    const { user } = renderApp(page, server);
    await user.clear(await field(/^Partner Center scopes/));
    await user.type(await field(/^Partner Center scopes/), 'user_impersonation');
    await user.click(save());
    await screen.findByText(/Enter one scope that ends in \/\.default/);
    expect(sent(server)).toEqual([]);
  });

  test('take a new secret with its day, and forget it in the form', async () => {
    const server = serverWith().on(`POST ${path}`, () => json(saved));
    const { user } = renderApp(page, server);
    await user.type(await field(/^Client secret$/), 'new secret');
    const day = await field(/^Client secret expires on/);
    expect(day.value).toBe('');
    await user.type(day, '2091-01-31');
    await user.click(save());
    await screen.findByText('Settings Saved');
    expect(sent(server)[0]).toMatchObject({ clientSecret: 'new secret', secretExpiresAt: endOfDay('2091-01-31') });
    await waitFor(async () => expect((await field(/^Client secret$/)).value).toBe(''));
  });

  test('that are no GUIDs are not sent', async () => {
    const server = serverWith();
    const { user } = renderApp(page, server);
    const clientId = await field(/^Client ID/);
    await user.clear(clientId);
    await user.type(clientId, 'contoso');
    await user.click(save());
    await screen.findByText('Must be a GUID');
    expect(sent(server)).toEqual([]);
  });

  test('that cannot be saved say why, and stay in the form', async () => {
    const server = serverWith().on(`POST ${path}`, () => apiError('UNAVAILABLE', 'The vault does not answer'));
    const { user } = renderApp(page, server);
    await user.type(await field(/^Client secret$/), 'new secret');
    await user.click(save());
    await screen.findByText('Failed to save settings');
    expect(screen.getByText('The vault does not answer')).toBeDefined();
    expect((await field(/^Client secret$/)).value).toBe('new secret');
  });

  test.each([
    [{ secretExpiresAt: '2020-01-01T00:00:00.000Z' }, 'The client secret has expired'],
    [{ secretExpiresAt: '2020-01-01T00:00:00.000Z', credential: 'certificate' }, 'The certificate has expired'],
    [
      { secretExpiresAt: new Date(Date.now() + 5 * 86_400_000 - 60_000).toISOString() },
      'The client secret expires in 5 days',
    ],
  ])('warn of a secret that has ended or soon will', async (over, title) => {
    renderApp(page, serverWith(over));
    await screen.findByText(title);
  });

  test('take a certificate from files, without showing it, and forget it once it is saved', async () => {
    const thumbprint = { sha256: 'ab'.repeat(32), sha1: 'cd'.repeat(20) };
    const inUse = { ...saved, credential: 'certificate', hasClientSecret: false, certificateThumbprint: thumbprint };
    const server = serverWith({ credential: 'none', hasClientSecret: false }).on(`POST ${path}`, () => json(inUse));
    const { user } = renderApp(page, server);
    const files = ['KEY', 'CERT'].map((text) => new File([text], `${text.toLowerCase()}.pem`));
    await user.upload(await field(/^Files with the certificate$/), files);
    await screen.findByText('key.pem, cert.pem');
    expect(screen.queryByText(/KEY/)).toBeNull();
    await user.click(save());
    await screen.findByText('Settings Saved');
    expect(sent(server)).toEqual([expect.objectContaining({ certificate: 'KEY\nCERT' })]);
    expect(sent(server)[0]).not.toHaveProperty('clientSecret');
    expect(screen.queryByText('key.pem, cert.pem')).toBeNull();
    await user.click(screen.getByText(/^3\. Save a certificate/));
    await screen.findByText(thumbprint.sha1.toUpperCase());
    await screen.findByText(/keep the certificate in use/);
  });

  test('say at the certificate why it is refused, and keep it', async () => {
    const message = 'The private key does not belong to the certificate.';
    const server = serverWith({ credential: 'none' }).on(`POST ${path}`, () =>
      apiError('INVALID_INPUT', message, [{ path: 'certificate', message }]),
    );
    const { user } = renderApp(page, server);
    const area = await field(/^Certificate with private key/);
    await user.type(area, 'pem');
    await user.click(save());
    await screen.findByText(message);
    expect(area.value).toBe('pem');
    await user.upload(await field(/^Files with the certificate$/), new File(['x'.repeat(20_001)], 'large.pem'));
    await waitFor(() => expect(screen.queryByText('large.pem')).toBeNull());
  });

  test('that cannot be loaded are not shown as blank', async () => {
    renderApp(
      page,
      signedInServer().on(`GET ${path}`, () => apiError('UNAVAILABLE', 'Later')),
    );
    await screen.findByText('The Graph API settings could not be loaded');
    expect(screen.queryByRole('button', { name: 'Save Settings' })).toBeNull();
  });
});
