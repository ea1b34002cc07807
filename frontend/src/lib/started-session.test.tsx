import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getSession } from '@tenantry/contract/auth';
import { clientHeader } from '@tenantry/contract/endpoint';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { apiError, type FakeServer, json, signedInServer, signedOutServer, userOf } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';
import { paths } from './paths.ts';
import { enterSession, openSession, sessionState, startSession } from './session.ts';
import { mayBeStored, readStored, storageKeys } from './storage.ts';

const script = readFileSync(join(import.meta.dirname, '../../session-start.js'), 'utf8');

/** What index.html does before the application's code arrives, in a browser in which somebody signed in. */
function openDocument(fetch: typeof globalThis.fetch): void {
  globalThis.fetch = fetch;
  localStorage.setItem(storageKeys.user, JSON.stringify(userOf('admin')));
  new Function(script)();
}

const asked = (server: FakeServer) => server.requestsTo('/api/auth/session').length;
const overview = () => screen.findByRole('heading', { name: 'Multi-Tenant Overview', level: 1 });

afterEach(() => {
  globalThis.tenantrySession = undefined;
});

test('the document asks as the application would: the same address, our own header, the cookie of this site alone', () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined));
  openDocument(fetch);
  expect(fetch.mock.calls).toEqual([
    [
      getSession.path,
      {
        credentials: 'same-origin',
        headers: { accept: 'application/json', [clientHeader.name]: clientHeader.value },
      },
    ],
  ]);
});

test('the sign-in page of a browser in which nobody signed in asks neither from the document nor from the application', async () => {
  history.replaceState(null, '', paths.login);
  // Another test of this worker may have left somebody signed in.
  globalThis.fetch = signedOutServer().fetch;
  await startSession();
  const server = signedInServer();
  globalThis.fetch = server.fetch;
  new Function(script)();
  await openSession();
  expect(sessionState()).toEqual({ status: 'signed-out', reason: 'none', userId: null });
  expect(server.seen).toEqual([]);
});

test('every other page asks, whatever the browser has kept', async () => {
  history.replaceState(null, '', paths.overview);
  const server = signedInServer();
  globalThis.fetch = server.fetch;
  new Function(script)();
  await openSession();
  expect(asked(server)).toBe(1);
  expect(sessionState().status).toBe('signed-in');
});

test('a browser that lets nobody read what it keeps is asked for from both', async () => {
  history.replaceState(null, '', paths.login);
  const unreadable = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Access is denied', 'SecurityError');
  });
  const server = signedInServer();
  globalThis.fetch = server.fetch;
  new Function(script)();
  expect(asked(server)).toBe(1);
  globalThis.tenantrySession = undefined;
  await openSession();
  unreadable.mockRestore();
  expect(asked(server)).toBe(2);
  expect(sessionState().status).toBe('signed-in');
});

test('a reload of the sign-in page asks again after the session could not be checked, and not after it was found to have ended', async () => {
  history.replaceState(null, '', paths.login);
  const server = signedInServer();
  globalThis.fetch = server.fetch;
  localStorage.setItem(storageKeys.user, JSON.stringify(userOf('admin')));
  server.on('GET /api/auth/session', () => apiError('INTERNAL', 'Down'));
  await openSession();
  expect(sessionState()).toMatchObject({ status: 'signed-out', reason: 'unavailable' });
  server.on('GET /api/auth/session', () => apiError('NOT_SIGNED_IN', 'Not signed in'));
  await openSession();
  expect(sessionState()).toMatchObject({ status: 'signed-out', reason: 'none' });
  expect(asked(server)).toBe(2);
  await openSession();
  expect(asked(server)).toBe(2);
});

test('a reload while the tenants of a new sign-in are on their way asks who is signed in', async () => {
  const tenants = Promise.withResolvers<Response>();
  const server = signedInServer().on('GET /api/tenants', () => tenants.promise);
  globalThis.fetch = server.fetch;
  const entered = enterSession(userOf('admin'));
  expect(mayBeStored(storageKeys.user)).toBe(true);
  tenants.resolve(json({ tenants: [] }));
  await entered;
  expect(JSON.parse(String(readStored(storageKeys.user)))).toMatchObject({ id: userOf('admin').id });
});

test('one visit asks once who is signed in', async () => {
  const server = signedInServer();
  openDocument(server.fetch);
  renderApp('/overview', server);
  await overview();
  expect(asked(server)).toBe(1);
});

test('a visitor without a session is asked for once, and led to sign-in', async () => {
  const server = signedOutServer();
  openDocument(server.fetch);
  renderApp('/overview', server);
  await screen.findByRole('heading', { name: 'Sign in', level: 1 });
  expect(asked(server)).toBe(1);
});

test('a later start of the session asks anew', async () => {
  const server = signedInServer();
  openDocument(server.fetch);
  renderApp('/overview', server);
  await overview();
  await startSession();
  expect(asked(server)).toBe(2);
});

test('an answer that waited long for the code is not taken', async () => {
  const server = signedInServer();
  openDocument(server.fetch);
  if (globalThis.tenantrySession !== undefined) globalThis.tenantrySession.sentAtMs -= 11_000;
  renderApp('/overview', server);
  await overview();
  expect(asked(server)).toBe(2);
});

test('a server that could not be reached says so on the sign-in page', async () => {
  const server = signedOutServer();
  openDocument(() => Promise.reject(new TypeError('Failed to fetch')));
  renderApp('/overview', server);
  await screen.findByText('Your session could not be checked. Try signing in again.');
  expect(asked(server)).toBe(0);
});
