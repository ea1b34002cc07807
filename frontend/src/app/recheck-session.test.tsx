import type { SessionUser } from '@tenantry/contract/auth';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionState } from '../lib/session.ts';
import { apiError, json, signedInServer, userOf } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

const path = '/api/auth/session';
const sessionOf = (user: SessionUser) =>
  json({ success: true, user, session: { user, expiresAt: '2030-01-01T00:00:00.000Z' } });

describe('navigation within the admin panel', () => {
  const realNow = Date.now;
  let laterMs = 0;
  beforeEach(() => {
    laterMs = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + laterMs);
  });
  afterEach(() => vi.restoreAllMocks());

  /** The settings of the admin panel are open, and so long ago that the session is checked again. */
  async function open(server = signedInServer()) {
    server.on('GET /api/admin/role-mappings', () => json([]));
    const app = renderApp('/admin/settings', server);
    await screen.findByRole('heading', { name: 'Admin Panel - Settings' });
    const after = (ms: number) => {
      laterMs += ms;
    };
    const go = (to: string) => act(() => app.router.navigate(to));
    const asked = () => server.requestsTo(path).length;
    expect(asked()).toBe(1);
    return { ...app, server, after, go, asked };
  }

  test('checks the session again, at most once in ten seconds', async () => {
    const { go, after, asked } = await open();
    await go('/admin/roles');
    expect(asked()).toBe(1);
    after(10_001);
    await go('/admin/settings');
    await waitFor(() => expect(asked()).toBe(2));
    await go('/admin/roles');
    await go('/admin/tenants/onboard');
    expect(asked()).toBe(2);
    after(10_001);
    await go('/admin');
    await waitFor(() => expect(asked()).toBe(3));
    after(10_001);
    await go('/help');
    await screen.findByRole('heading', { name: 'Help & Documentation' });
    expect(asked()).toBe(3);
    await go('/admin/roles');
    await waitFor(() => expect(asked()).toBe(4));
  });

  test('signs out where the session has ended', async () => {
    const { go, after, server, path: address } = await open();
    server.on(`GET ${path}`, () => apiError('NOT_SIGNED_IN', 'Session over'));
    after(10_001);
    await go('/admin/roles');
    await screen.findByText('Your session has expired. Please sign in again.');
    expect(address()).toBe('/login?message=session-expired');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test.each([
    ['an outage', () => apiError('UNAVAILABLE', 'Try later')],
    ['no answer', () => Promise.reject(new TypeError('offline'))],
    ['an answer that nobody understands', () => json({ hello: 'world' })],
  ])('signs out after %s', async (_, answer) => {
    const { go, after, server } = await open();
    server.on(`GET ${path}`, answer);
    after(10_001);
    await go('/admin/roles');
    await screen.findByText(/could not be checked/);
    expect(sessionState()).toMatchObject({ status: 'signed-out', reason: 'unavailable' });
  });

  test('takes over a role that was changed meanwhile', async () => {
    const { go, after, server } = await open();
    server.on(`GET ${path}`, () => sessionOf(userOf('technician')));
    after(10_001);
    await go('/admin/roles');
    await screen.findByRole('heading', { name: 'Access Denied' });
  });

  test('starts afresh where somebody else has signed in meanwhile', async () => {
    const { go, after, server } = await open();
    server.on(`GET ${path}`, () => sessionOf({ ...userOf('admin'), id: 'user-2', name: 'Eve Other' }));
    after(10_001);
    await go('/admin/roles');
    await screen.findByRole('button', { name: 'Account: Eve Other' });
    expect(server.requestsTo('/api/tenants')).toHaveLength(2);
  });
});
