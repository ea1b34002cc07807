import type { TaskTickets } from '@tenantry/contract/tickets';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { task, taskDetails } from '../../testing/tasks.ts';

const one = task(contoso, 'one');
const at = '2026-11-28T08:00:00.000Z';
const systemId = '9d1f3c52-7a8e-4c1d-9b0a-5d2c7e8f1a09';
const ticket: TaskTickets['tickets'][number] = {
  id: `${contoso.id}_ticket-1`,
  ...{ tenantId: contoso.id, tenantName: 'Contoso', systemId, systemKind: 'halopsa', systemName: 'HaloPSA' },
  ...{ title: one.title, gravity: 'high', taskId: one.id, phase: 'closedThere' },
  ticket: { number: '1000', url: 'https://example.halopsa.com/tickets?id=1000', openedAt: at },
  there: { status: 'Closed', isClosed: true, readAt: at, closedAt: at },
  message: 'Closed in HaloPSA on 2026-11-28, the check still fails.',
  ...{ failure: null, waiting: 0, updatedAt: at },
  earlier: [{ number: '990', url: 'https://example.halopsa.com/tickets?id=990', openedAt: at }],
};

const serverWith = (answer: TaskTickets, role: 'viewer' | 'technician' = 'technician') =>
  signedInServer(role)
    .on('GET /api/project/tasks', () =>
      json({ items: [one], total: 1, summary: { open: 1, in_progress: 0, completed: 0, on_hold: 0 } }),
    )
    .on(`GET /api/tasks/${one.id}`, () => json(taskDetails(one)))
    .on(`GET /api/tasks/${one.id}/tickets`, () => json(answer));

async function openDrawer(answer: TaskTickets, role?: 'viewer' | 'technician') {
  const server = serverWith(answer, role);
  const { user } = renderApp(`/tasks?tenantId=${contoso.id}&task=${one.id}`, server);
  return { server, user, drawer: within(await screen.findByRole('dialog', { name: one.title })) };
}

test('a task shows its ticket with a link and what closed it over there, and those before', async () => {
  const { drawer } = await openDrawer({ tickets: [ticket], systems: [] });
  const link = await drawer.findByRole('link', { name: 'Ticket 1000 in HaloPSA' });
  expect(link.getAttribute('href')).toBe('https://example.halopsa.com/tickets?id=1000');
  drawer.getByText('Closed in HaloPSA on 2026-11-28, the check still fails.');
  drawer.getByRole('link', { name: 'Ticket 990 in HaloPSA' });
});

test('a ticket is opened once where the button is pressed twice', async () => {
  const open = { tickets: [], systems: [{ id: systemId, name: 'HaloPSA', because: null }] };
  const { drawer, user, server } = await openDrawer(open);
  server.on(`POST /api/tasks/${one.id}/tickets`, () => json({ ...ticket, message: 'Open in HaloPSA.' }, 201));
  await user.dblClick(await drawer.findByRole('button', { name: 'Open ticket in HaloPSA' }));
  await screen.findByText('Ticket opened');
  const posts = server.requestsTo(`/api/tasks/${one.id}/tickets`).filter(({ method }) => method === 'POST');
  expect(posts.map(({ body }) => body)).toEqual([{ systemId }]);
});

test('a tenant without a company is told why no ticket can be opened, and a viewer is offered none', async () => {
  const because = 'Contoso is matched with no company of HaloPSA, so that no ticket is opened.';
  const { drawer } = await openDrawer({ tickets: [], systems: [{ id: systemId, name: 'HaloPSA', because }] });
  await drawer.findByText(because);
  expect(drawer.queryByRole('button', { name: /^Open ticket/ })).toBeNull();
});

test('a viewer sees a ticket and opens none', async () => {
  const answer = { tickets: [ticket], systems: [{ id: systemId, name: 'HaloPSA', because: null }] };
  const { drawer } = await openDrawer(answer, 'viewer');
  await drawer.findByRole('link', { name: 'Ticket 1000 in HaloPSA' });
  expect(drawer.queryByRole('button', { name: /^Open ticket/ })).toBeNull();
});
