import type { TicketSystem } from '@tenantry/contract/ticket-systems';
import type { CompanyMatch, Ticket } from '@tenantry/contract/tickets';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, type FakeServer, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/ticket-systems';
const tenantId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const at = '2026-11-28T08:00:00.000Z';
const system: TicketSystem = {
  id: '9d1f3c52-7a8e-4c1d-9b0a-5d2c7e8f1a09',
  kind: 'connectwise',
  name: 'Desk',
  address: 'https://api-na.myconnectwise.net',
  account: { companyId: 'northwind', publicKey: 'public' },
  secretsKept: ['privateKey', 'clientId'],
  choices: {},
  choicesMissing: ['boardId', 'closedStatusId'],
  isOn: true,
  rule: { isOn: false, from: 'high', groupIds: [] },
  tested: null,
  trouble: { since: at, reason: 'ConnectWise PSA refused the sign-in or a right of it (401).', retryAt: null },
  counts: { open: 1, waiting: 2, failed: 1, matched: 1 },
  revision: 4,
  updatedAt: at,
  updatedBy: 'Ada',
};
const ticket: Ticket = {
  id: `${tenantId}_ticket-1`,
  ...{ tenantId, tenantName: 'Contoso', systemId: system.id, systemKind: 'connectwise', systemName: 'Desk' },
  title: 'Limit external sharing',
  gravity: 'high',
  taskId: `${tenantId}_task-1`,
  phase: 'closedThere',
  ticket: { number: '2000', url: 'https://na.myconnectwise.net/2000', openedAt: at },
  there: { status: '>Closed', isClosed: true, readAt: at, closedAt: at },
  message: 'Closed in Desk on 2026-11-28, the check still fails.',
  failure: { reason: 'refused', at, isPermanent: true },
  waiting: 1,
  earlier: [],
  updatedAt: at,
};
const match = (id: string, name: string, more: Partial<CompanyMatch> = {}): CompanyMatch => ({
  tenantId: id,
  tenantName: name,
  domain: `${name.toLowerCase()}.example`,
  company: null,
  suggestions: [{ id: '12', name: `${name} Ltd`, because: 'Same name' }],
  ...more,
});
const other = '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02';

const serverWith = (systems: TicketSystem[] = [system]) =>
  signedInServer('admin')
    .on(`GET ${list}`, () => json({ systems, tenants: 3 }))
    .on('GET /api/admin/tickets', () => json({ items: [ticket], total: 1 }))
    .on(`GET ${list}/${system.id}/matches`, () =>
      json({
        items: [match(tenantId, 'Contoso'), match(other, 'Fabrikam', { suggestions: [] })],
        total: 2,
        matched: 0,
        tenants: 2,
        companiesUnknownBecause: null,
      }),
    )
    .on(`GET ${list}/${system.id}/choices`, ({ query }) =>
      json({
        lists: [
          { field: 'boardId', label: 'Board', isRequired: true, options: [{ id: '5', label: 'Security' }] },
          {
            field: 'closedStatusId',
            label: 'Status when closed',
            isRequired: true,
            options: query.get('boardId') === '5' ? [{ id: '39', label: 'Closed' }] : [],
          },
        ],
      }),
    )
    .on('GET /api/admin/tenant-groups', () => json({ groups: [] }));

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const sent = (server: FakeServer, path: string, method: string) =>
  server.requestsTo(path).filter((request) => request.method === method);

describe('the page of tickets', () => {
  test('says how each system stands, what is missing, and which tenants get no ticket', async () => {
    renderApp('/admin/tickets', serverWith());
    const card = within(await screen.findByRole('region', { name: 'Desk' }));
    card.getByText(/refused the sign-in/);
    card.getByText(/Choose board, queue and statuses/);
    card.getByText('2 of 3 tenants are matched with no company. No ticket is opened for them.');
    card.getByText('1 open, 2 waiting, 1 failed');
  });

  test('lists tickets with their links, and what closed them over there', async () => {
    renderApp('/admin/tickets', serverWith());
    const link = await screen.findByRole('link', { name: 'Ticket 2000 in Desk' });
    expect(link.getAttribute('href')).toBe('https://na.myconnectwise.net/2000');
    screen.getByText('Closed in Desk on 2026-11-28, the check still fails.');
  });

  test('says where none is connected, and connects one once where the button is pressed twice', async () => {
    const server = serverWith([]).on(`POST ${list}`, () => json(system, 201));
    const { user } = renderApp('/admin/tickets', server);
    await screen.findByText('No ticket system is connected');
    await user.click(screen.getByRole('button', { name: 'Connect ticket system' }));
    const form = await dialog('Connect ticket system');
    await user.selectOptions(form.getByLabelText(/^Kind/), 'connectwise');
    await user.type(form.getByLabelText(/^Name/), 'Desk');
    await user.type(form.getByLabelText(/^Address/), 'https://api-na.myconnectwise.net');
    await user.type(form.getByLabelText(/^Company ID/), 'northwind');
    await user.type(form.getByLabelText(/^Public key/), 'public');
    await user.type(form.getByLabelText(/^Private key/), 'private');
    await user.type(form.getByLabelText(/^Client ID/), 'client');
    await user.dblClick(form.getByRole('button', { name: 'Connect' }));
    await screen.findByText('Ticket system connected');
    expect(sent(server, list, 'POST').map(({ body }) => body)).toEqual([
      {
        ...{ kind: 'connectwise', name: 'Desk', address: 'https://api-na.myconnectwise.net' },
        account: { companyId: 'northwind', publicKey: 'public' },
        secrets: { privateKey: 'private', clientId: 'client' },
      },
    ]);
  });

  test('sends no secret that was not typed, and shows what the server says of a field', async () => {
    const path = `${list}/${system.id}`;
    const server = serverWith().on(`PATCH ${path}`, () =>
      apiError('INVALID_INPUT', 'x', [{ path: 'secrets.privateKey', message: 'Private key is required' }]),
    );
    const { user } = renderApp('/admin/tickets', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Desk' }));
    const form = await dialog('Edit Desk');
    expect(form.getByLabelText(/^Private key/)).toHaveProperty('value', '');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Private key is required');
    expect(sent(server, path, 'PATCH')[0]?.body).not.toHaveProperty('secrets');
  });

  test('sets a system up from what it lists, the statuses by the board', async () => {
    const path = `${list}/${system.id}`;
    const server = serverWith().on(`PATCH ${path}`, () => json(system));
    const { user } = renderApp('/admin/tickets', server);
    await user.click(await screen.findByRole('button', { name: 'Set up Desk' }));
    const form = await dialog('Set up Desk');
    await user.selectOptions(await form.findByLabelText(/^Board/), '5');
    await form.findByRole('option', { name: 'Closed' });
    await user.selectOptions(form.getByLabelText(/^Status when closed/), '39');
    await user.click(form.getByRole('switch', { name: 'Open a ticket for each new task' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Ticket system set up');
    expect(sent(server, path, 'PATCH')[0]?.body).toEqual({
      choices: { boardId: '5', closedStatusId: '39' },
      rule: { isOn: true, from: 'high', groupIds: [] },
      revision: 4,
    });
  });

  test('accepts the suggestions that somebody chose, and no others', async () => {
    const path = `${list}/${system.id}/matches`;
    const server = serverWith().on(`PUT ${path}`, () => json({ changed: 1 }));
    const { user } = renderApp('/admin/tickets', server);
    await user.click(await screen.findByRole('button', { name: 'Companies of Desk' }));
    const drawer = await dialog('Companies in Desk');
    await drawer.findByText('Suggested: Contoso Ltd');
    drawer.getByText('No company: no tickets');
    await user.click(drawer.getByRole('checkbox', { name: 'Accept the suggestion for Contoso' }));
    await user.dblClick(drawer.getByRole('button', { name: 'Accept 1 suggestion' }));
    await screen.findByText('Companies matched');
    expect(sent(server, path, 'PUT').map(({ body }) => body)).toEqual([{ matches: [{ tenantId, companyId: '12' }] }]);
  });

  test('tries a ticket again that was refused', async () => {
    const path = `/api/admin/tickets/${ticket.id}/retry`;
    const server = serverWith().on(`POST ${path}`, () => json({ ...ticket, failure: null, message: 'Open in Desk.' }));
    const { user } = renderApp('/admin/tickets', server);
    await user.dblClick(await screen.findByRole('button', { name: 'Try again: Limit external sharing, Contoso' }));
    await screen.findByText('Tried again');
    expect(sent(server, path, 'POST')).toHaveLength(1);
  });
});
