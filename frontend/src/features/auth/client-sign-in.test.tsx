import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { storeTab, tabKeys } from '../../lib/storage.ts';
import { clientServer, jane } from '../../testing/client-room.ts';
import { apiError, json, signedInServer, signedOutServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const sent = 'If this address was invited, a link is on its way. It works once, for 15 minutes.';
const token = 'a-token_of-a-link';

describe('the sign-in page of clients', () => {
  const server = (microsoft = true, clientLinks = true) =>
    signedOutServer()
      .on('GET /api/auth/options', () => json({ microsoft, local: true, clientLinks }))
      .on('POST /api/client/link', () => json({ success: true }));

  test('offers Microsoft and a link by mail, and no password', async () => {
    renderApp('/client/sign-in', server());
    const link = await screen.findByRole('link', { name: 'Sign in with Microsoft' });
    expect(link.getAttribute('href')).toBe('/api/client/microsoft');
    await screen.findByLabelText('Your mail address');
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(document.title).toBe('Client room');
  });

  test('offers a link by mail alone where Microsoft is not set up', async () => {
    renderApp('/client/sign-in', server(false));
    await screen.findByLabelText('Your mail address');
    expect(screen.queryByRole('link', { name: 'Sign in with Microsoft' })).toBeNull();
  });

  test('offers no link where no mail can be sent, and says so where there is no way at all', async () => {
    const { unmount } = renderApp('/client/sign-in', server(true, false));
    await screen.findByRole('link', { name: 'Sign in with Microsoft' });
    expect([screen.queryByLabelText('Your mail address'), screen.queryByText('or')]).toEqual([null, null]);
    unmount();
    renderApp('/client/sign-in', server(false, false));
    await screen.findByText('There is no way to sign in yet. Ask your service provider.');
  });

  test('says the same whatever the address, and asks once however often the button is pressed', async () => {
    const asked = server();
    const { user } = renderApp('/client/sign-in', asked);
    await user.type(await screen.findByLabelText('Your mail address'), 'jane@contoso.example');
    await user.dblClick(screen.getByRole('button', { name: 'Email me a link' }));
    await screen.findByText(sent);
    expect(asked.requestsTo('/api/client/link').map(({ body }) => body)).toEqual([{ address: 'jane@contoso.example' }]);
  });

  test('sends nothing that is no address', async () => {
    const asked = server();
    const { user } = renderApp('/client/sign-in', asked);
    await user.type(await screen.findByLabelText('Your mail address'), 'jane');
    await user.click(screen.getByRole('button', { name: 'Email me a link' }));
    await screen.findByText('Must be a mail address');
    expect(asked.requestsTo('/api/client/link')).toEqual([]);
  });

  test('says why no link could be asked for', async () => {
    const failing = server().on('POST /api/client/link', () => apiError('RATE_LIMITED', 'Wait a minute.'));
    const { user } = renderApp('/client/sign-in', failing);
    await user.type(await screen.findByLabelText('Your mail address'), 'jane@contoso.example');
    await user.click(screen.getByRole('button', { name: 'Email me a link' }));
    await screen.findByText('Wait a minute.');
    expect(screen.queryByText(sent)).toBeNull();
  });

  test('leads a contact who is signed in to their room', async () => {
    const app = renderApp('/client/sign-in', clientServer());
    await waitFor(() => expect(app.path()).toBe('/client'));
  });

  test('tells somebody who works here that their session will end', async () => {
    renderApp('/client/sign-in', signedInServer());
    await screen.findByText(/You are signed in as Dana Doe/);
  });

  test('is where a failed sign-in with Microsoft that began there leads back to', async () => {
    storeTab(tabKeys.signInPage, '/client/sign-in');
    const refused = signedOutServer().on('GET /api/auth/callback', () =>
      apiError('FORBIDDEN', 'You were not invited.'),
    );
    renderApp('/callback?code=c0de&state=st4te', refused);
    await screen.findByText('You were not invited.');
    expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/client/sign-in');
  });
});

describe('a one-time link', () => {
  const server = () =>
    clientServer()
      .on('GET /api/auth/session', () => apiError('NOT_SIGNED_IN', 'Not signed in'))
      .on('POST /api/client/link', () => json({ success: true }))
      .on('POST /api/client/sign-in', () => json({ success: true, user: jane }));
  const open = () => screen.findByRole('button', { name: 'Open your room' });

  test('uses nothing up before the button is pressed, and leaves the address at once', async () => {
    const asked = server();
    const app = renderApp(`/client/link#${token}`, asked);
    await open();
    await waitFor(() => expect(app.router.state.location.hash).toBe(''));
    expect(app.router.state.historyAction).toBe('REPLACE');
    expect(asked.requestsTo('/api/client/sign-in')).toEqual([]);
  });

  test('opens the room once, however often the button is pressed', async () => {
    const asked = server();
    const app = renderApp(`/client/link#${token}`, asked);
    await app.user.dblClick(await open());
    await waitFor(() => expect(app.path()).toBe('/client'));
    await screen.findByText('Jane Doe');
    expect(asked.requestsTo('/api/client/sign-in').map(({ body }) => body)).toEqual([{ token }]);
  });

  test('takes the place of the session of somebody who works here, and says so before', async () => {
    const asked = signedInServer('admin');
    for (const [name, handler] of [
      ['POST /api/client/sign-in', () => json({ success: true, user: jane })],
      ['GET /api/client/decisions', () => json({ approvals: [], risks: [] })],
    ] as const)
      asked.on(name, handler);
    const app = renderApp(`/client/link#${token}`, asked);
    await screen.findByText(/Signing in to a client room ends that session/);
    await app.user.click(await open());
    await waitFor(() => expect(app.path()).toBe('/client'));
    await screen.findByText('Jane Doe');
  });

  test('that was used says so and offers a new one', async () => {
    const used = server().on('POST /api/client/sign-in', () => apiError('INVALID_INPUT', 'This link was used before.'));
    const { user } = renderApp(`/client/link#${token}`, used);
    await user.click(await open());
    await screen.findByRole('heading', { name: 'This link does not open' });
    screen.getByText('This link was used before.');
    await user.type(await screen.findByLabelText('Your mail address'), 'jane@contoso.example');
    await user.click(screen.getByRole('button', { name: 'Email me a link' }));
    await screen.findByText(sent);
  });

  test('can be tried again where the server could not be reached', async () => {
    const offline = server().on('POST /api/client/sign-in', () => Promise.reject(new TypeError('offline')));
    const app = renderApp(`/client/link#${token}`, offline);
    await app.user.click(await open());
    await screen.findByText('Authentication failed. Please check your connection.');
    offline.on('POST /api/client/sign-in', () => json({ success: true, user: jane }));
    await app.user.click(await open());
    await waitFor(() => expect(app.path()).toBe('/client'));
  });

  test('without its end says that it is not whole', async () => {
    renderApp('/client/link', server());
    await screen.findByRole('heading', { name: 'This link is not whole' });
  });
});
