import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { clientServer } from '../../testing/client-room.ts';
import { apiError, contoso, json } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const question = (change: object = {}) => ({
  id: `${contoso.id}_task-1`,
  text: 'When do we get new phones?',
  askedBy: 'Jane Doe',
  askedAt: '2026-01-03T09:00:00.000Z',
  status: 'open',
  reply: null,
  ...change,
});

describe('the questions of a room', () => {
  test('are none at first', async () => {
    renderApp('/client/questions', clientServer());
    await screen.findByRole('heading', { name: 'No questions yet' });
  });

  test('stand with their state and the reply', async () => {
    const reply = { text: 'In March.', by: 'Dana Doe', at: '2026-01-04T09:00:00.000Z' };
    const items = [question({ reply }), question({ id: `${contoso.id}_task-2`, text: 'Who reads this?' })];
    renderApp(
      '/client/questions',
      clientServer().on('GET /api/client/questions', () => json({ items })),
    );
    await screen.findByText('In March.');
    screen.getByText(/Asked by Jane Doe.*Answered/);
    screen.getByText(/Asked by Jane Doe.*Received/);
  });

  test('are sent once however often the button is pressed, and again under the same key where the answer got lost', async () => {
    const server = clientServer().on('POST /api/client/questions', () => apiError('UNAVAILABLE', 'Try again later.'));
    const { user } = renderApp('/client/questions', server);
    await user.type(await screen.findByLabelText('Your question'), 'When do we get new phones?');
    await user.dblClick(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText(/Try again later\./);
    server
      .on('POST /api/client/questions', () => json(question(), 201))
      .on('GET /api/client/questions', () => json({ items: [question()] }));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByRole('heading', { name: 'When do we get new phones?' });
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your question').value).toBe(''));
    const sent = server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body as { key: string });
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    await user.type(screen.getByLabelText('Your question'), 'And new screens?');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(server.seen.filter(({ method }) => method === 'POST')).toHaveLength(3));
    const last = server.seen.filter(({ method }) => method === 'POST')[2]?.body as { key: string };
    expect(last.key).not.toBe(sent[0]?.key);
  });

  test('that say nothing are not sent', async () => {
    const server = clientServer();
    const { user } = renderApp('/client/questions', server);
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    await screen.findByText('Write your question');
    expect(server.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('the reports of a room', () => {
  const report = {
    id: `${contoso.id}_report-1`,
    form: 'summary',
    fileName: 'Summary_Contoso.pdf',
    sizeBytes: 245_000,
    auditedAt: '2026-01-02T12:00:00.000Z',
    createdAt: '2026-01-02T15:00:00.000Z',
    publishedAt: '2026-01-03T12:00:00.000Z',
  };

  test('are none before one is released', async () => {
    renderApp('/client/reports', clientServer());
    await screen.findByRole('heading', { name: 'No reports yet' });
  });

  test('that could not be loaded say why', async () => {
    renderApp(
      '/client/reports',
      clientServer().on('GET /api/client/reports', () => apiError('INTERNAL', 'Broken.')),
    );
    await screen.findByText(/Broken\. \(Request id: request-1\)/);
  });

  test('are downloaded', async () => {
    URL.createObjectURL = () => 'blob:report';
    URL.revokeObjectURL = () => undefined;
    const server = clientServer()
      .on('GET /api/client/reports', () => json({ items: [report] }))
      .on(`GET /api/client/reports/${report.id}/pdf`, () => new Response('%PDF-1.7'));
    const { user } = renderApp('/client/reports', server);
    await screen.findByText(/^Made on Jan 2, 2026, .*, released on Jan 3, 2026, 245 KB$/);
    await user.click(screen.getByRole('button', { name: /^Download Management summary of Jan 2, 2026, made on / }));
    await waitFor(() => expect(server.requestsTo(`/api/client/reports/${report.id}/pdf`)).toHaveLength(1));
  });
});

describe('the help of a room', () => {
  test('tells what the score means, how to decide and who sees what, and loads no article of staff', async () => {
    const server = clientServer();
    renderApp('/client/help', server);
    for (const name of ['What the score means', 'How to decide', 'Who can see what'])
      await screen.findByRole('region', { name });
    expect(server.seen.filter(({ path }) => path.startsWith('/help'))).toEqual([]);
  });

  test('is a page of the room, which says where one is', async () => {
    const app = renderApp('/client', clientServer());
    const nav = await screen.findByRole('navigation', { name: 'Client room' });
    await app.user.click(within(nav).getByRole('link', { name: 'Help' }));
    await screen.findByRole('heading', { level: 1, name: 'Help' });
    within(nav).getByRole('link', { name: 'Help', current: 'page' });
    expect(within(nav).getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBeNull();
  });
});

describe('the questionnaires of a room', () => {
  test('that could not be loaded say why', async () => {
    renderApp(
      '/client/questionnaires',
      clientServer().on('GET /api/client/questionnaires', () => apiError('INTERNAL', 'Broken.')),
    );
    await screen.findByText(/Broken\. \(Request id: request-1\)/);
  });
});
