import type { ConfigStatus } from '@tenantry/contract/config-status';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { configErrorOf } from './config-status-page.tsx';

const status: ConfigStatus = {
  environment: 'production',
  database: { connected: true, host: 'records.documents.azure.com', problem: null },
  session: { configured: true, store: 'Table Storage (tenantry)', problem: null },
  encryption: { configured: true, keyLength: 256, problem: null },
  microsoft365: {
    clientId: { configured: true, value: '1111…6666' },
    clientSecret: { configured: true, value: null },
    redirectUri: { configured: true, value: 'https://tenantry.example/callback' },
    tenantId: { configured: false, value: null },
    problem: null,
  },
  partnerCenter: { configured: false, scopes: ['https://graph.microsoft.com/.default'], problem: 'Register first.' },
};
const open = (shown: ConfigStatus) =>
  renderApp(
    '/admin/config-status',
    signedInServer().on('GET /api/admin/config-status', () => json(shown)),
  );
const textOf = async (name: string) => (await screen.findByRole('region', { name })).textContent;

test('the configuration status shows its six parts', async () => {
  open(status);
  expect(await textOf('Environment')).toContain('Production');
  expect(await textOf('Database')).toBe('DatabaseConnectedHostrecords.documents.azure.com');
  expect(await textOf('Session')).toBe('SessionConfiguredStoreTable Storage (tenantry)');
  expect(await textOf('Encryption')).toBe('EncryptionConfiguredKey length256 bits');
  expect(await textOf('Partner Center')).toBe(
    'Partner CenterNot configuredScopeshttps://graph.microsoft.com/.defaultRegister first.',
  );
});

test('ids of Microsoft 365 are shown in part, and its secret not at all', async () => {
  open(status);
  const part = within(await screen.findByRole('region', { name: 'Microsoft 365' }));
  expect(part.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '1111…6666',
    'Configured',
    'https://tenantry.example/callback',
    'Not configured',
  ]);
});

test('what does not answer is said, with its reason', async () => {
  const problem = 'It does not answer: no route to host';
  open({ ...status, database: { ...status.database, connected: false, problem } });
  expect(await textOf('Database')).toContain('Not connected');
  expect(await textOf('Database')).toContain(problem);
});

test('a failure of the whole is shown with its message and a retry', async () => {
  const server = signedInServer().on('GET /api/admin/config-status', () => apiError('INTERNAL', 'It went wrong.'));
  renderApp('/admin/config-status', server);
  await screen.findByText('The configuration status could not be loaded');
  expect(screen.getByText(/It went wrong\./)).toBeDefined();
  expect(screen.getByRole('button', { name: /Retry|Try again/i })).toBeDefined();
});

test('whoever is not signed in is asked to log in as an administrator', async () => {
  const refused = (status: number, message: string) => new ApiError(message, { status });
  for (const error of [refused(401, 'Sign in'), refused(400, 'Unauthorized')])
    expect(String(configErrorOf(error))).toContain('Please log in as an administrator');
  const other = refused(500, 'It went wrong.');
  expect(configErrorOf(other)).toBe(other);
});

test('an administrator of some tenants may not open it', async () => {
  renderApp('/admin/config-status', signedInServer('admin', [contoso, fabrikam], false));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeDefined());
});
