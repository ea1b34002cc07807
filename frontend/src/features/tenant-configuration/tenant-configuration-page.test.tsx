import type { SetUpItem, TenantConfiguration } from '@tenantry/contract/tenant-configuration';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const address = `/admin/tenants/${contoso.id}/configuration`;
const path = `/api/tenant/${contoso.id}/tenant-configuration`;

const item = (more: Partial<SetUpItem>): SetUpItem => ({
  id: 'teams-role',
  kind: 'appRole',
  name: 'Organization.Read.All of Microsoft Graph',
  state: 'granted',
  because: null,
  purpose: 'Lets the service read the settings of Microsoft Teams.',
  grant: 'Grant the application permission Organization.Read.All of Microsoft Graph to Tenant Configuration Management',
  notRead: [],
  ...more,
});
const configuration: TenantConfiguration = {
  tenantName: 'Contoso',
  isSimulated: false,
  state: 'setUp',
  items: [item({})],
  snapshot: {
    endedAt: '2026-03-02T08:00:00.000Z',
    outcome: 'partial',
    seconds: 62.6,
    typesRead: 35,
    refused: [{ label: 'Teams meeting policies', because: 'Access Denied.' }],
    notDeleted: null,
  },
  usage: { month: '2026-03', instances: 1234, share: 12_000, microsoftLimit: 20_000 },
  nextScanAt: null,
  script: { fileName: 'set-up.ps1', text: 'Connect-MgGraph' },
  checkedAt: '2026-03-02T09:00:00.000Z',
};
const opened = (more: Partial<TenantConfiguration> = {}) => {
  const server = signedInServer().on(`GET ${path}`, () => json({ ...configuration, ...more }));
  return { server, ...renderApp(address, server) };
};

describe('the tenant configuration of a tenant', () => {
  test.each(['technician', 'viewer'] as const)('is not shown to a %s', async (role) => {
    const server = signedInServer(role);
    renderApp(address, server);
    await screen.findByText(/Access Denied/i);
    expect(server.requestsTo(path)).toEqual([]);
  });

  test.each([
    ['setUp', 'Set up'],
    ['partly', 'Partly set up'],
    ['notSetUp', 'Not set up'],
    ['unknown', 'Not known'],
    ['off', 'Switched off'],
  ] as const)('that is %s is said to be so', async (state, title) => {
    opened({ state, items: [] });
    expect(await screen.findByText(title)).toBeDefined();
  });

  test('tells what is missing, as the exact grant, and what is not collected without it', async () => {
    opened({
      state: 'partly',
      items: [item({ state: 'missing', notRead: ['Teams meeting policies', 'Teams messaging policies'] })],
    });
    const list = within(await screen.findByRole('list', { name: 'What is needed' }));
    expect(list.getByText('Missing')).toBeDefined();
    expect(list.getByText(`To do: ${item({}).grant}.`)).toBeDefined();
    expect(list.getByText('2 sources not collected')).toBeDefined();
  });

  test('tells why something is not known, and asks for nothing then', async () => {
    opened({ state: 'unknown', items: [item({ state: 'unknown', because: 'Microsoft did not answer.' })] });
    expect(await screen.findByText('Microsoft did not answer.')).toBeDefined();
    expect(screen.queryByText(/^To do:/)).toBeNull();
  });

  test('tells of a snapshot that Microsoft kept, and that no other is taken until it is gone', async () => {
    const snapshot = configuration.snapshot && { ...configuration.snapshot, notDeleted: '403 Forbidden: No.' };
    opened({ snapshot });
    expect(
      await screen.findByText('Microsoft kept this snapshot (403 Forbidden: No.). No other is taken until it is gone.'),
    ).toBeDefined();
  });

  test('tells of the last snapshot what it gave, what was refused, and what it cost', async () => {
    opened();
    const part = within(await screen.findByRole('region', { name: 'Snapshots' }));
    expect(part.getByText('35 sources')).toBeDefined();
    expect(part.getByText(/in 63 s$/)).toBeDefined();
    expect(part.getByText('Teams meeting policies').parentElement?.textContent).toBe(
      'Teams meeting policies: Access Denied.',
    );
    expect(part.getByText(/^1,234 of 12,000 instances in 2026-03/)).toBeDefined();
  });

  test('gives the script to read and to copy', async () => {
    const { user } = opened();
    await user.click(await screen.findByText('Show the script'));
    await user.click(screen.getByRole('button', { name: 'Copy: set-up.ps1' }));
    expect(await navigator.clipboard.readText()).toBe('Connect-MgGraph');
  });

  test('without an app registration says so instead of a script', async () => {
    opened({ script: null });
    await screen.findByText(/there is none yet/);
    expect(screen.queryByRole('button', { name: 'Download script' })).toBeNull();
  });

  test('that is switched off offers neither script nor check', async () => {
    opened({ state: 'off', items: [], snapshot: null, usage: null, script: null });
    await screen.findByText(/TENANT_CONFIGURATION=off/);
    expect(screen.queryByRole('region', { name: 'Set it up' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  });

  test('is read again when asked', async () => {
    const { server, user } = opened({ state: 'notSetUp' });
    await screen.findByText('Not set up');
    server.on(`GET ${path}`, () => json(configuration));
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('Set up')).toBeDefined();
    expect(server.requestsTo(path)).toHaveLength(2);
  });

  test('an outage is an error with a way to try again', async () => {
    const server = signedInServer().on(`GET ${path}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    renderApp(address, server);
    await screen.findByText(/The store does not answer/);
    expect(screen.queryByText('Set up')).toBeNull();
  });

  test('of an address that is no tenant is not asked for', async () => {
    const server = signedInServer();
    renderApp('/admin/tenants/none/configuration', server);
    await screen.findByText('Invalid tenant ID in URL');
    expect(server.seen.some((one) => one.path.endsWith('/tenant-configuration'))).toBe(false);
  });
});
