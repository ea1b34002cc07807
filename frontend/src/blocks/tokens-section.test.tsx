import type { Token } from '@tenantry/contract/tokens';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

const token = (change: Partial<Token> = {}): Token => ({
  id: '1'.repeat(32),
  kind: 'personal',
  name: 'Nightly',
  role: 'technician',
  effectiveRole: 'technician',
  scope: { kind: 'all', tenants: [], group: null },
  addresses: [],
  owner: { id: 'user-1', name: 'Dana Doe' },
  createdAt: '2026-03-01T00:00:00.000Z',
  expiresAt: '2026-06-01T00:00:00.000Z',
  lastUsedAt: null,
  lastUsedFrom: null,
  state: 'active',
  endedAt: null,
  ...change,
});
const groupId = '00000000-0000-4000-8000-0000000000aa';
const goldGroup = {
  ...{ id: groupId, name: 'Gold', color: 'gray', tenants: 3, scopedUsers: 0, approvesAtOnce: false, revision: 1 },
  rule: { match: 'all', conditions: [{ field: 'tag', value: 'gold' }] },
  ...{ updatedAt: '2026-03-01T00:00:00.000Z', updatedBy: 'Dana Doe' },
};
const secret = `tenantry_${'x'.repeat(49)}`;

const profile = {
  ...{ id: 'user-1', username: 'dana', displayName: 'Dana Doe', email: null, role: 'technician', organizations: 2 },
  ...{
    signsInWith: 'password',
    createdAt: '2026-01-02T00:00:00.000Z',
    timeZone: null,
    theme: null,
    authenticator: null,
  },
};

const server = (tokens: readonly Token[] = []) =>
  signedInServer('technician')
    .on('GET /api/profile', () => json(profile))
    .on('GET /api/profile/sessions', () => json([]))
    .on('GET /api/admin/tenant-groups', () => json({ groups: [goldGroup] }))
    .on('GET /api/profile/tokens', () => json({ tokens, atMost: 20 }));
const tokenTable = () => screen.findByRole('table', { name: 'Tokens' });

describe('the tokens of a user', () => {
  test('are listed with what they may, what they reach, when they end and were last used, and from where', async () => {
    const gone: Token['scope'] = { kind: 'group', tenants: [], group: { id: groupId, name: null } };
    const one: Token['scope'] = { kind: 'tenants', tenants: [{ id: contoso.id, name: 'Contoso' }], group: null };
    renderApp(
      '/profile',
      server([
        token({
          role: 'admin',
          lastUsedAt: new Date().toISOString(),
          lastUsedFrom: '203.0.113.7',
          addresses: ['203.0.113.0/24'],
        }),
        token({ id: '2'.repeat(32), name: 'Old', state: 'revoked', scope: one }),
        token({ id: '3'.repeat(32), name: 'Lost', state: 'groupGone', scope: gone }),
      ]),
    );
    const table = within(await tokenTable());
    for (const text of ['Nightly', 'Technician, made as Admin', 'All tenants', 'from 203.0.113.7', '203.0.113.0/24']) {
      expect(table.getByText(text)).toBeDefined();
    }
    for (const text of ['Revoked', 'Contoso', 'Ended: its group was deleted', 'A group that was deleted']) {
      expect(table.getByText(text)).toBeDefined();
    }
    expect(table.queryByRole('button', { name: 'Revoke Old' })).toBeNull();
    expect(table.getByRole('button', { name: 'Revoke Lost' })).toBeDefined();
  });

  test('are made within what the user may, and shown once', async () => {
    const used = server().on('POST /api/profile/tokens', () => json({ token: token(), secret }, 201));
    const { user } = renderApp('/profile', used);
    await screen.findByText('You have no token.');
    await user.click(screen.getByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
    const roles = within(dialog.getByRole('combobox', { name: 'Role' })).getAllByRole('option');
    expect(roles.map(({ textContent }) => textContent)).toEqual(['Technician', 'Viewer']);
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Nightly');
    await user.click(dialog.getByRole('combobox', { name: 'Reaches' }));
    await user.click(await screen.findByRole('option', { name: 'Group Gold (3 tenants)' }));
    await user.type(dialog.getByRole('textbox', { name: 'Addresses that may use it' }), '203.0.113.7\n2001:db8::/48');
    const make = dialog.getByRole('button', { name: 'Make token' });
    await Promise.all([user.click(make), user.click(make)]);
    await screen.findByText(secret);
    const made = used.requestsTo('/api/profile/tokens').filter(({ method }) => method === 'POST');
    expect(made).toHaveLength(1);
    expect(made[0]?.body).toMatchObject({
      ...{ name: 'Nightly', role: 'viewer', groupId, addresses: ['203.0.113.7', '2001:db8::/48'] },
    });
    const expiresAt = String(Reflect.get(Object(made[0]?.body), 'expiresAt'));
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90);
    await user.keyboard('{Escape}');
    expect(screen.getByText(secret)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
  });

  test('that cannot be made say why at the field', async () => {
    const message = '1.2.3 is no address';
    const used = server().on('POST /api/profile/tokens', () =>
      apiError('INVALID_INPUT', message, [{ path: 'addresses.0', message }]),
    );
    const { user } = renderApp('/profile', used);
    await user.click(await screen.findByRole('button', { name: 'New token' }));
    await user.click(await screen.findByRole('button', { name: 'Make token' }));
    await screen.findByText('Name is required');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nightly');
    await user.type(screen.getByRole('textbox', { name: 'Addresses that may use it' }), '1.2.3');
    await user.click(screen.getByRole('button', { name: 'Make token' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  });

  test('are revoked once they are asked about', async () => {
    const used = server([token()]).on(`DELETE /api/profile/tokens/${'1'.repeat(32)}`, () => json({ success: true }));
    const { user } = renderApp('/profile', used);
    await user.click(await screen.findByRole('button', { name: 'Revoke Nightly' }));
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    await screen.findByText('Token revoked');
    expect(used.requestsTo(`/api/profile/tokens/${'1'.repeat(32)}`)).toHaveLength(1);
  });

  test('that cannot be loaded say so', async () => {
    renderApp(
      '/profile',
      server().on('GET /api/profile/tokens', () => apiError('UNAVAILABLE', 'Try later')),
    );
    await screen.findByText('Tokens could not be loaded');
  });
});

test('a service token has a sponsor, from whom another administrator takes it over', async () => {
  const path = `/api/settings/tokens/${'1'.repeat(32)}/sponsor`;
  const service = token({ kind: 'service', owner: { id: 'user-2', name: 'Grace Hopper' } });
  const left = token({
    kind: 'service',
    id: '2'.repeat(32),
    name: 'Old',
    state: 'ownerLeft',
    owner: { id: 'x', name: null },
  });
  const used = signedInServer()
    .on('GET /api/admin/settings', () => json({ role_sync_enabled: false, last_updated: null, updated_by: null }))
    .on('GET /api/settings/auth', () => json({ oauthEnabled: true, localFallback: true, allowLocalLogin: true }))
    .on('GET /api/settings/tokens', () => json({ tokens: [service, left], atMost: 50 }))
    .on(`PUT ${path}`, () => json({ ...service, owner: { id: 'user-1', name: 'Dana Doe' } }));
  const { user } = renderApp('/admin/settings', used);
  const table = within(await screen.findByRole('table', { name: 'Service tokens' }));
  for (const text of ['Grace Hopper', 'Deleted', 'Ended: its owner left']) expect(table.getByText(text)).toBeDefined();
  await user.click(table.getByRole('button', { name: 'Take over Nightly' }));
  await user.click(await screen.findByRole('button', { name: 'Take over' }));
  await screen.findByText('You are its sponsor now');
  expect(used.requestsTo(path)).toHaveLength(1);
});
