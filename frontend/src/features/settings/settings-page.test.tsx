import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const never = { role_sync_enabled: false, last_updated: null, updated_by: null };
const withLocal = { oauthEnabled: true, localFallback: true, allowLocalLogin: true };
const server = () =>
  signedInServer()
    .on('GET /api/admin/settings', () => json(never))
    .on('GET /api/settings/auth', () => json(withLocal));
const roleSync = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Re-map roles/ });
const localLogin = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Allow local login' });

describe('the settings', () => {
  test('say how people sign in and whether their roles follow the directory', async () => {
    renderApp('/admin/settings', server());
    expect((await roleSync()).checked).toBe(false);
    expect((await localLogin()).checked).toBe(true);
    expect(screen.getByText('OAuth plus local fallback')).toBeDefined();
    expect(screen.getByText('Last updated: never')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Panel - Settings');
  });

  test('of the role synchronization are saved when they are switched', async () => {
    const saved = { role_sync_enabled: true, last_updated: '2026-03-04T12:00:00.000Z', updated_by: 'dana' };
    const used = server().on('PUT /api/admin/settings', () => json(saved));
    const { user } = renderApp('/admin/settings', used);
    await user.click(await roleSync());
    await screen.findByText('Settings Updated');
    expect((await roleSync()).checked).toBe(true);
    expect(screen.getByText(/^Last updated: .*2026.* by dana$/)).toBeDefined();
    expect(used.requestsTo('/api/admin/settings').map(({ body }) => body)).toEqual([
      undefined,
      { role_sync_enabled: true },
    ]);
  });

  test('that cannot be saved stay as they are', async () => {
    const { user } = renderApp(
      '/admin/settings',
      server()
        .on('PUT /api/admin/settings', () => apiError('INTERNAL', 'Broken'))
        .on('PATCH /api/settings/auth', () => Promise.reject(new TypeError('offline'))),
    );
    await user.click(await roleSync());
    await screen.findByText('Update Failed');
    expect(screen.getByText('Failed to save settings. Please try again.')).toBeDefined();
    expect((await roleSync()).checked).toBe(false);
    await user.click(await localLogin());
    await screen.findByText('Failed to save authentication settings. Please try again.');
    expect((await localLogin()).checked).toBe(true);
  });

  test('of the sign-in are saved when they are switched', async () => {
    const used = server().on('PATCH /api/settings/auth', () =>
      json({ oauthEnabled: true, localFallback: false, allowLocalLogin: false }),
    );
    const { user } = renderApp('/admin/settings', used);
    await user.click(await localLogin());
    await screen.findByText('Authentication Settings Updated');
    expect(screen.getByText('OAuth only')).toBeDefined();
    expect((await localLogin()).checked).toBe(false);
  });

  test('that would lock everybody out are refused with the reason', async () => {
    const reason = 'Sign in with Microsoft as an administrator first, to see that it works.';
    const used = server().on('PATCH /api/settings/auth', () => apiError('CONFLICT', reason));
    const { user } = renderApp('/admin/settings', used);
    await user.click(await localLogin());
    await screen.findByText(reason);
    expect((await localLogin()).checked).toBe(true);
  });

  test('that cannot be loaded are not shown as off', async () => {
    const used = server().on('GET /api/admin/settings', () => apiError('UNAVAILABLE', 'Try later'));
    renderApp('/admin/settings', used);
    await screen.findByText('The settings could not be loaded');
    await localLogin();
    expect(screen.queryByRole('switch', { name: /^Re-map roles/ })).toBeNull();
  });
});
