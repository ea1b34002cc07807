import type { ClientGuest, ClientRoom } from '@tenantry/contract/client-room';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { askedApproval, clientSummary, offeredRisk } from '../../testing/client-room.ts';
import { apiError, contoso, type FakeServer, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = `/api/tenant/${contoso.id}/client-room`;
const address = `/client-room?tenantId=${contoso.id}`;
const guest = (change: Partial<ClientGuest> = {}): ClientGuest => ({
  contactId: '11111111-1111-4111-8111-111111111111',
  name: 'Jane Doe',
  address: 'jane@contoso.example',
  access: 'none',
  invitedAt: null,
  invitedBy: null,
  lastSeenAt: null,
  hasMicrosoftAccount: false,
  ...change,
});
const invited = guest({ access: 'invited', invitedAt: '2026-01-03T09:00:00.000Z', invitedBy: 'Dana Doe' });
const roomOf = (change: Partial<ClientRoom> = {}): ClientRoom => ({
  tenantId: contoso.id,
  isOpen: true,
  showsPrices: false,
  color: null,
  welcome: '',
  revision: 3,
  guests: [guest()],
  noMailBecause: null,
  ...change,
});
const serverWith = (room: ClientRoom, role: 'admin' | 'technician' | 'viewer' = 'admin') =>
  signedInServer(role).on(`GET ${path}`, () => json(room));
const changes = (server: FakeServer) => server.requestsTo(path).filter(({ method }) => method === 'PUT');

describe('the client portal of a tenant', () => {
  test('leads to the preview and shows who gets in', async () => {
    renderApp(address, serverWith(roomOf({ guests: [guest({ access: 'active', hasMicrosoftAccount: true })] })));
    await screen.findByText('Active');
    screen.getByText('Bound to a Microsoft account');
    screen.getByText('Never');
    expect(screen.getByRole('link', { name: 'Preview as the client sees it' }).getAttribute('href')).toBe(
      `/client-room/preview?tenantId=${contoso.id}`,
    );
  });

  test('says where there are no contacts yet', async () => {
    renderApp(address, serverWith(roomOf({ guests: [] })));
    await screen.findByRole('heading', { name: 'No contacts yet' });
  });

  test('that could not be loaded says why', async () => {
    renderApp(
      address,
      signedInServer().on(`GET ${path}`, () => apiError('INTERNAL', 'Broken.')),
    );
    await screen.findByText(/Broken\. \(Request id: request-1\)/);
  });

  test('is closed to viewers', async () => {
    const server = serverWith(roomOf(), 'viewer');
    renderApp(address, server);
    await screen.findByRole('heading', { name: 'Access Denied' });
    expect(server.requestsTo(path)).toEqual([]);
  });

  test('is for technicians to read', async () => {
    renderApp(address, serverWith(roomOf({ guests: [invited] }), 'technician'));
    await screen.findByText('Invited');
    screen.getByText('Open');
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Invite|Send|End|Edit color)/ })).toBeNull();
  });

  test('is closed by a switch, once, with the revision that was seen', async () => {
    const server = serverWith(roomOf()).on(`PUT ${path}`, () => json(roomOf({ isOpen: false, revision: 4 })));
    const { user } = renderApp(address, server);
    await user.dblClick(await screen.findByRole('switch', { name: 'Room is open' }));
    await screen.findByText(/Nobody gets in/);
    expect(changes(server).map(({ body }) => body)).toEqual([
      { revision: 3, isOpen: false, showsPrices: false, color: null, welcome: '' },
    ]);
  });

  test('that somebody changed meanwhile is loaded again, and what was switched is not saved over it', async () => {
    const server = serverWith(roomOf()).on(`PUT ${path}`, () => apiError('CONFLICT', 'Somebody changed the room.'));
    const { user } = renderApp(address, server);
    const toggle = await screen.findByRole('switch', { name: 'Hours and prices are shown' });
    server.on(`GET ${path}`, () => json(roomOf({ welcome: 'Hello from a colleague', revision: 4 })));
    await user.click(toggle);
    await screen.findByText('Somebody changed the room.');
    await screen.findByText('Hello from a colleague');
  });

  test('keeps what was typed where somebody else saved meanwhile, and saves it over theirs', async () => {
    const server = serverWith(roomOf()).on(`PUT ${path}`, () => apiError('CONFLICT', 'Somebody changed the room.'));
    const { user } = renderApp(address, server);
    await user.click(await screen.findByRole('button', { name: 'Edit color and welcome' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit color and welcome' }));
    await user.type(dialog.getByLabelText('Color'), '#7a1fa2');
    await user.type(dialog.getByLabelText('Welcome'), 'Hello');
    server.on(`GET ${path}`, () => json(roomOf({ welcome: 'Theirs', revision: 4 })));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Somebody else changed this room');
    const saved = roomOf({ color: '#7a1fa2', welcome: 'Hello', revision: 5 });
    server.on(`PUT ${path}`, () => json(saved));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Room saved');
    expect(changes(server).map(({ body }) => body)).toEqual([
      { revision: 3, isOpen: true, showsPrices: false, color: '#7a1fa2', welcome: 'Hello' },
      { revision: 4, isOpen: true, showsPrices: false, color: '#7a1fa2', welcome: 'Hello' },
    ]);
  });
});

describe('the guests of a client room', () => {
  const guests = `${path}/guests`;

  test('are invited once however often the button is pressed', async () => {
    const server = serverWith(roomOf()).on(`POST ${guests}`, () =>
      json({ room: roomOf({ guests: [invited] }), isSent: true, notSentBecause: null }),
    );
    const { user } = renderApp(address, server);
    await user.dblClick(await screen.findByRole('button', { name: 'Invite Jane Doe' }));
    await screen.findByText('Link sent');
    await screen.findByRole('button', { name: 'Send a new link to Jane Doe' });
    expect(server.requestsTo(guests).map(({ body }) => body)).toEqual([{ contactId: guest().contactId }]);
  });

  test('who are invited without a link are named, with the reason', async () => {
    const server = serverWith(roomOf({ noMailBecause: 'No mailbox is set up.' })).on(`POST ${guests}`, () =>
      json({ room: roomOf({ guests: [invited] }), isSent: false, notSentBecause: 'The mail server said no.' }),
    );
    const { user } = renderApp(address, server);
    await screen.findByText(/No mailbox is set up\./);
    await user.click(screen.getByRole('button', { name: 'Invite Jane Doe' }));
    await screen.findByText('Jane Doe was invited, but no link was sent');
    screen.getByText(/The mail server said no\./);
  });

  test('lose their access after a question', async () => {
    const one = `${guests}/${guest().contactId}`;
    const server = serverWith(roomOf({ guests: [invited] })).on(`DELETE ${one}`, () => json(roomOf()));
    const { user } = renderApp(address, server);
    await user.click(await screen.findByRole('button', { name: 'End access of Jane Doe' }));
    await user.click(await screen.findByRole('button', { name: 'End access now' }));
    await screen.findByText('Not invited');
    expect(server.requestsTo(one)).toHaveLength(1);
  });

  test('are contacts, which are edited here too, and read again after', async () => {
    const server = serverWith(roomOf()).on(`GET /api/tenant/${contoso.id}/contacts`, () =>
      json({ tenantId: contoso.id, contacts: [], revision: 0 }),
    );
    const { user } = renderApp(address, server);
    await user.click(await screen.findByRole('button', { name: 'Edit contacts' }));
    await screen.findByRole('button', { name: 'Add contact' });
    const dialog = within(screen.getByRole('dialog', { name: 'Contacts of Contoso' }));
    const before = server.requestsTo(path).length;
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(server.requestsTo(path)).toHaveLength(before + 1));
  });
});

describe('the preview of a client room', () => {
  const preview = (role: 'admin' | 'technician' | 'viewer' = 'admin') =>
    signedInServer(role)
      .on('GET /api/client/summary', () => json(clientSummary()))
      .on('GET /api/client/decisions', () => json({ approvals: [askedApproval()], risks: [offeredRisk()] }))
      .on('GET /api/client/questions', () => json({ items: [] }));

  test('is the room of the tenant, marked as a preview, with the way back', async () => {
    const server = preview();
    const app = renderApp(`/client-room/preview?tenantId=${contoso.id}`, server);
    const banner = await screen.findByRole('region', { name: 'Preview' });
    expect(within(banner).getByRole('link', { name: 'Back to Client Portal' }).getAttribute('href')).toBe(address);
    await screen.findByRole('region', { name: 'Where you stand' });
    expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
    for (const asked of server.seen.filter((request) => request.path.startsWith('/api/client/')))
      expect(asked.tenantId).toBe(contoso.id);
    await app.user.click(screen.getByRole('link', { name: 'Questions' }));
    await screen.findByRole('heading', { level: 1, name: 'Questions' });
    expect(app.path()).toBe(`/client-room/preview/questions?tenantId=${contoso.id}`);
  });

  test('lets nobody answer or ask', async () => {
    const server = preview();
    const first = renderApp(`/client-room/preview/decisions?tenantId=${contoso.id}`, server);
    const approve = await screen.findByRole('button', { name: 'Approve: A password alone opens accounts' });
    expect(approve.getAttribute('aria-disabled')).toBe('true');
    await first.user.click(approve);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByText('Preview: only the client can answer.')).toHaveLength(2);
    first.unmount();
    const second = renderApp(`/client-room/preview/questions?tenantId=${contoso.id}`, server);
    await second.user.type(await screen.findByLabelText('Your question'), 'When do we get new phones?{Enter}');
    await second.user.click(screen.getByRole('button', { name: 'Send' }));
    expect(server.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('is closed to viewers', async () => {
    renderApp(`/client-room/preview?tenantId=${contoso.id}`, preview('viewer'));
    await screen.findByRole('heading', { name: 'Access Denied' });
  });
});
