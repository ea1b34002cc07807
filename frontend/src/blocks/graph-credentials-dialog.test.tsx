import type { Credential } from '@tenantry/contract/connections';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endOfDay } from '../lib/calendar-day.ts';
import {
  credential,
  credentialPath,
  isReloaded,
  permissionsPath,
  saveCredentialsPath,
  serverWithCredentials,
  tenantPermission,
  tenantPermissions,
} from '../testing/connections.ts';
import { apiError, fabrikam, json } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

const clientId = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';

describe('the credentials dialog', () => {
  async function open(
    row: Partial<Credential>,
    change: (server: ReturnType<typeof serverWithCredentials>) => void = () => undefined,
  ) {
    const server = serverWithCredentials([credential(row)]);
    change(server);
    const app = renderApp('/m365/credentials', server);
    await app.user.click(await screen.findByRole('button', { name: 'Credentials of Fabrikam' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByLabelText(/^Client ID/);
    const field = (label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label);
    const save = () => dialog.getByRole('button', { name: 'Save Credentials' });
    return { ...app, server, dialog, field, save };
  }
  const saved = (row: Partial<Credential> = {}) => json({ ok: true, credential: credential(row) });
  const sent = (server: ReturnType<typeof serverWithCredentials>) =>
    server.requestsTo(saveCredentialsPath).map(({ body }) => body);

  test('lists the permissions that are missing before those that are granted, each with what it is for', async () => {
    const checks = [{ checkId: 'ca.legacy', title: 'Legacy authentication is blocked' }];
    const { dialog } = await open({}, (server) =>
      server.on(`GET ${permissionsPath}`, () =>
        json(
          tenantPermissions([
            tenantPermission('Organization.Read.All', 'granted', { grantedBy: 'Directory.Read.All' }),
            tenantPermission('Policy.Read.All', 'missing', {
              usedFor: ['security defaults', 'named locations'],
              checks,
            }),
            tenantPermission('OnPrem.Read.All', 'unknown', { kind: 'delegated' }),
          ]),
        ),
      ),
    );
    const section = within(await dialog.findByRole('region', { name: 'Required permissions' }));
    const missing = within(await section.findByRole('list', { name: 'Missing (1)' }));
    expect(missing.getAllByRole('listitem')[0]?.textContent).toBe(
      'Policy.Read.AllSecurity defaults, named locations1 checkLegacy authentication is blocked',
    );
    const groups = section.getAllByText(/\(\d\)$/).map(({ textContent }) => textContent);
    expect(groups).toEqual(['Missing (1)', 'Not known (1)', 'Granted (1)']);
    const isOpen = (name: string) => section.getByText(name).closest('details')?.open;
    expect([isOpen('Missing (1)'), isOpen('Not known (1)'), isOpen('Granted (1)')]).toEqual([true, true, false]);
    expect(section.getByText('OnPrem.Read.All (delegated)')).toBeDefined();
    expect(section.getByText('Granted by Directory.Read.All')).toBeDefined();
  });

  test('offers the three environments, with Production for credentials that name no other', async () => {
    const { field } = await open({});
    const environment = field(/^Environment/);
    expect(
      within(environment)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Production', 'Test', 'Sandbox']);
    expect(environment.value).toBe('Production');
  });

  test('says why it is not known what was granted', async () => {
    const { dialog } = await open({}, (server) =>
      server.on(`GET ${permissionsPath}`, () =>
        json(tenantPermissions([tenantPermission('User.Read.All', 'unknown')], 'This tenant is not connected yet.')),
      ),
    );
    await dialog.findByText('Granted permissions not known: This tenant is not connected yet.');
    expect(dialog.getByRole('list', { name: 'Not known (1)' })).toBeDefined();
  });

  test('shows and hides the secret', async () => {
    const { dialog, field, user } = await open({});
    expect(field(/^Client Secret\b/).type).toBe('password');
    await user.click(dialog.getByRole('button', { name: 'Show client secret' }));
    expect(field(/^Client Secret\b/).type).toBe('text');
  });

  test('wants client ID, secret and tenant ID, and sends nothing without', async () => {
    const { dialog, field, save, user, server } = await open({ hasOwnApp: false, clientId: null });
    await user.clear(field(/^Tenant ID/));
    await user.click(save());
    for (const message of ['Client ID is required', 'Client Secret is required', 'Tenant ID is required']) {
      expect(dialog.getByText(message)).toBeDefined();
    }
    expect(sent(server)).toEqual([]);
  });

  test('saves, closes, says so, and is blank of the secret when it is opened again', async () => {
    const { field, save, user, server } = await open({ hasOwnApp: false }, (fake) =>
      fake.on(`POST ${saveCredentialsPath}`, () => saved()),
    );
    await user.click(field(/^Client ID/));
    await user.paste(clientId);
    await user.type(field(/^Client Secret\b/), 'a new secret');
    await user.type(field(/^Client secret expires on/), '2091-01-31');
    await user.selectOptions(field(/^Environment/), 'Sandbox');
    await user.click(save());
    await screen.findByText('Credentials Saved');
    expect(screen.getByText('Microsoft Graph API credentials have been updated successfully.')).toBeDefined();
    await isReloaded(server);
    expect(sent(server)).toEqual([
      {
        clientId,
        clientSecret: 'a new secret',
        tenantId: credential().entraTenantId,
        useMock: false,
        secretExpiresAt: endOfDay('2091-01-31'),
        environment: 'Sandbox',
      },
    ]);
    expect(server.requestsTo(saveCredentialsPath)[0]?.tenantId).toBe(fabrikam.id);
    await user.click(screen.getByRole('button', { name: 'Credentials of Fabrikam' }));
    const again = within(await screen.findByRole('dialog'));
    expect((await again.findByLabelText<HTMLInputElement>(/^Client Secret\b/)).value).toBe('');
  });

  test('sends once by a double click, and says that it is saving', async () => {
    const waiting = Promise.withResolvers<Response>();
    const { field, save, user, server } = await open({}, (fake) =>
      fake.on(`POST ${saveCredentialsPath}`, () => waiting.promise),
    );
    await user.type(field(/^Client Secret\b/), 'a new secret');
    const button = save();
    fireEvent.click(button);
    fireEvent.click(button);
    expect(button.textContent).toBe('Saving…');
    waiting.resolve(saved());
    await screen.findByText('Credentials Saved');
    expect(sent(server)).toHaveLength(1);
    await isReloaded(server);
  });

  test('that could not be saved stays with what was typed, and why', async () => {
    const message = 'This tenant has results of its real Microsoft 365.';
    const { dialog, field, save, user } = await open({}, (fake) =>
      fake.on(`POST ${saveCredentialsPath}`, () => apiError('CONFLICT', message, [{ path: 'useMock', message }])),
    );
    await user.type(field(/^Client Secret\b/), 'a new secret');
    await user.click(field(/^Use simulated data/));
    await user.click(save());
    await screen.findByText('Failed to save credentials. Please check your inputs and try again.');
    expect(dialog.getByText(message)).toBeDefined();
    expect(field(/^Client Secret\b/).value).toBe('a new secret');
  });

  test.each([
    ['of a tenant without credentials begins simulated', { status: 'unknown' as const }, true],
    ['of a live tenant begins as it is', {}, false],
    ['of a simulated tenant begins as it is', { isMock: true }, true],
  ])('%s', async (_, row, useMock) => {
    const { field } = await open(row);
    expect(field(/^Use simulated data/).checked).toBe(useMock);
  });

  test('tells what going live deletes', async () => {
    const { dialog, field, user } = await open({ isMock: true });
    expect(dialog.queryByText(/All simulated results of this tenant will be deleted/)).toBeNull();
    await user.click(field(/^Use simulated data/));
    expect(dialog.getByText(/All simulated results of this tenant will be deleted/)).toBeDefined();
  });

  test('opens at once, and begins in the first field when its values come', async () => {
    const waiting = Promise.withResolvers<Response>();
    const server = serverWithCredentials([credential()]).on(`GET ${credentialPath}`, () => waiting.promise);
    const { user } = renderApp('/m365/credentials', server);
    await user.click(await screen.findByRole('button', { name: 'Credentials of Fabrikam' }));
    const shown = await screen.findByRole('dialog', { name: 'Graph Credentials' });
    const dialog = within(shown);
    expect(dialog.getByText('Loading the credentials')).toBeDefined();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save Credentials' }).disabled).toBe(true);
    waiting.resolve(json(credential()));
    expect(await screen.findByRole('dialog', { name: 'Graph Credentials: Fabrikam' })).toBe(shown);
    expect(document.activeElement).toBe(dialog.getByLabelText(/^Client ID/));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Credentials of Fabrikam' }));
  });

  test('that cannot be loaded says so, and cannot be saved', async () => {
    const server = serverWithCredentials([credential()]).on(`GET ${credentialPath}`, () =>
      apiError('UNAVAILABLE', 'The store is away'),
    );
    const { user } = renderApp('/m365/credentials', server);
    await user.click(await screen.findByRole('button', { name: 'Credentials of Fabrikam' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('The credentials could not be loaded');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save Credentials' }).disabled).toBe(true);
  });
});
