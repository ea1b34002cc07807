import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { askedApproval, clientServer, clientSummary, offeredRisk } from '../../testing/client-room.ts';
import { apiError, json } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const serverWith = (change: Parameters<typeof clientSummary>[0]) =>
  clientServer().on('GET /api/client/summary', () => json(clientSummary(change)));
const section = (name: string) => screen.findByRole('region', { name });

describe('the overview of a room', () => {
  test('says that it is loading', async () => {
    renderApp(
      '/client',
      clientServer().on('GET /api/client/summary', () => new Promise(() => undefined)),
    );
    await screen.findByLabelText('Loading your overview');
  });

  test('shows an error with its request id, and loads again on Retry', async () => {
    const server = clientServer().on('GET /api/client/summary', () => apiError('INTERNAL', 'Broken.'));
    const { user } = renderApp('/client', server);
    await screen.findByText(/Broken\. \(Request id: request-1\)/);
    server.on('GET /api/client/summary', () => json(clientSummary()));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await section('Where you stand');
  });

  test('is the provider’s, for the client, in the title too', async () => {
    renderApp('/client', clientServer());
    await screen.findByText('Northwind IT');
    screen.getByText('for Contoso');
    await waitFor(() => expect(document.title).toBe('Overview · Northwind IT'));
    expect(document.body.textContent).not.toContain('Tenantry');
  });

  test('shows the score with its meaning, the trend, what to do first, what was done with proof, and how sure it is', async () => {
    renderApp('/client', clientServer());
    const standing = await section('Where you stand');
    within(standing).getByRole('img', { name: 'Security score: 61 out of 100' });
    within(standing).getByText('Needs attention');
    within(standing).getByText('4 weaknesses are open.');
    within(standing).getByRole('figure', { name: 'Security score' });
    expect(within(standing).getByRole('link', { name: 'What the score means' }).getAttribute('href')).toBe(
      '/client/help#score',
    );
    const matters = await section('What to do first');
    within(matters).getByRole('heading', { name: 'A password alone opens accounts' });
    within(matters).getByText(/Whoever guesses or steals a password/);
    within(matters).getByText('closes 3 weaknesses');
    const done = await section('What was done since the report of Dec 1, 2025');
    within(done).getByText('Looked at again on Dec 20, 2025: it is blocked.');
    within(done).getByText('Checked again');
    within(await section('How sure this is')).getByText('We could make 40 of 44 checks.');
  });

  test('shows no hours and prices where the provider does not', async () => {
    renderApp('/client', clientServer());
    const next = await section('What comes next');
    within(next).getByText('2 open tasks');
    expect(next.textContent).not.toMatch(/hour|\$/);
  });

  test('shows hours and prices where the provider does', async () => {
    const next = clientSummary().next.map((step) => ({ ...step, hours: 6, price: 900 }));
    renderApp('/client', serverWith({ next }));
    within(await section('What comes next')).getByText('2 open tasks, about 6 hours, about $900');
  });

  test('begins with what waits and with incidents', async () => {
    const server = serverWith({
      incidents: [{ title: 'Sign-ins from two countries at once', severity: 'high', at: null }],
    }).on('GET /api/client/decisions', () => json({ approvals: [askedApproval()], risks: [offeredRisk()] }));
    renderApp('/client', server);
    const waiting = await section('What waits for you');
    within(waiting).getByText('2 decisions for you to make');
    within(waiting).getByText('Guests can invite other guests');
    expect(within(waiting).getByRole('link', { name: 'Open decisions' }).getAttribute('href')).toBe(
      '/client/decisions',
    );
    screen.getByText('Look at this today');
    screen.getByText('Sign-ins from two countries at once');
    screen.getByRole('link', { name: 'Decisions 2 wait for you' });
  });

  test('says that the first audit is still to come', async () => {
    renderApp('/client', serverWith({ auditedAt: null, score: null, welcome: 'Welcome to your room.' }));
    await screen.findByRole('heading', { name: 'The first audit is still to come' });
    screen.getByText('Welcome to your room.');
    expect(screen.queryByRole('region', { name: 'Where you stand' })).toBeNull();
  });

  test('says where figures may be old, or are of a demonstration', async () => {
    renderApp('/client', serverWith({ trouble: 'The last scan failed.', isSimulated: true }));
    await screen.findByText('The last scan failed.');
    screen.getByText('Simulated data');
  });

  test('names accepted risks with who accepted them and until when', async () => {
    const risk = {
      title: 'Guests can invite guests',
      topic: 'Strangers can be let in',
      acceptedBy: 'Jane Doe',
      until: '2026-07-01T12:00:00.000Z',
    };
    renderApp('/client', serverWith({ acceptedRisks: [risk] }));
    const risks = within(await section('Accepted risks'));
    risks.getByText('Accepted by Jane Doe, until Jul 1, 2026');
    risks.getByText('Strangers can be let in');
  });

  test('says that nothing is agreed on while something is proposed', async () => {
    renderApp('/client', serverWith({ next: [] }));
    within(await section('What comes next')).getByText(/^Nothing is agreed on yet/);
  });

  test('says that nothing is planned only where nothing is proposed', async () => {
    renderApp('/client', serverWith({ next: [], matters: [] }));
    within(await section('What comes next')).getByText('Nothing is planned at the moment.');
  });

  test('shows the rest where what waits could not be loaded', async () => {
    const server = clientServer().on('GET /api/client/decisions', () => apiError('UNAVAILABLE', 'Try again later.'));
    renderApp('/client', server);
    await screen.findByText('What waits for you could not be loaded');
    await section('Where you stand');
  });
});
