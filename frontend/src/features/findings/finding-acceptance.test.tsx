import type { Acceptance, ListedFinding } from '@tenantry/contract/findings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayAfter, endOfDay } from '../../lib/calendar-day.ts';
import { formatDate } from '../../lib/format.ts';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, type FakeServer, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/graph/findings';
const open = finding(contoso, 'mfa');
const acceptance: Acceptance = {
  reason: 'The printer cannot do MFA',
  acceptedBy: 'Dana Doe',
  acceptedAt: '2026-01-02T00:00:00.000Z',
  expiresAt: '2026-04-02T12:00:00.000Z',
  isByClient: false,
};
const accepted: ListedFinding = { ...open, status: 'accepted', acceptance };
const acceptPath = `/api/findings/${open.id}/acceptance`;

/** Holds one finding, as the API would. */
function serverWith(role: 'admin' | 'technician' | 'viewer', first: ListedFinding) {
  const state = { current: first };
  const server = signedInServer(role)
    .on(`GET ${list}`, () => json(listOf([state.current])))
    .on(`GET /api/findings/${open.id}`, () => json(detailsOf(state.current)));
  return { server, state };
}

const posted = (server: FakeServer) => server.requestsTo(acceptPath).filter(({ method }) => method === 'POST');
const acceptButton = () => screen.findByRole('button', { name: 'Accept risk…: Title of mfa' });
const inDialog = async () => within(await screen.findByRole('dialog'));

describe('accepting a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('sends reason and the end of the chosen day once on a double click, and shows the acceptance', async () => {
    const { server, state } = serverWith('admin', open);
    const waiting = Promise.withResolvers<Response>();
    server.on(`POST ${acceptPath}`, () => waiting.promise);
    const { user } = renderApp('/findings', server);
    await user.click(await acceptButton());
    const dialog = await inDialog();
    const lastDay = dialog.getByLabelText<HTMLInputElement>(/^Last day/);
    expect(lastDay.value).toBe(dayAfter(new Date(), 90));
    expect(lastDay.max).toBe(dayAfter(new Date(), 365));
    await user.type(dialog.getByLabelText(/^Reason/), ' The printer cannot do MFA ');
    expect(dialog.getByText(/25 used/)).toBeDefined();
    const chosen = dayAfter(new Date(), 30);
    fireEvent.change(lastDay, { target: { value: chosen } });
    const submit = dialog.getByRole('button', { name: 'Accept risk' });
    fireEvent.click(submit);
    fireEvent.click(submit);
    state.current = accepted;
    waiting.resolve(json(detailsOf(accepted)));
    await screen.findByText(
      `Accepted by Dana Doe until ${formatDate(acceptance.expiresAt)}: The printer cannot do MFA`,
    );
    expect(posted(server).map(({ body, tenantId }) => ({ body, tenantId }))).toEqual([
      { body: { reason: 'The printer cannot do MFA', expiresAt: endOfDay(chosen) }, tenantId: contoso.id },
    ]);
    const card = screen.getByRole('article', { name: 'Title of mfa' });
    expect(within(card).getByText('Accepted')).toBeDefined();
    expect(within(card).queryByRole('button', { name: /^(Check again|Accept risk|More actions)/ })).toBeNull();
    expect(document.activeElement).toBe(within(card).getByRole('button', { name: /View Details/ }));
    await screen.findByText('Risk Accepted');
  });

  test('asks for a reason and a day before it sends anything', async () => {
    const { server } = serverWith('admin', open);
    const { user } = renderApp('/findings', server);
    await user.click(await acceptButton());
    const dialog = await inDialog();
    await user.type(dialog.getByLabelText(/^Reason/), 'too short');
    fireEvent.change(dialog.getByLabelText(/^Last day/), { target: { value: '2020-01-01' } });
    await user.click(dialog.getByRole('button', { name: 'Accept risk' }));
    await dialog.findByText('Give a reason of at least 10 characters');
    expect(dialog.getByText('Choose a day in the future')).toBeDefined();
    expect(posted(server)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(async () => expect(document.activeElement).toBe(await acceptButton()));
  });

  test('shows what the server says of a field at that field, and keeps what was written', async () => {
    const { server } = serverWith('admin', open);
    const message = 'Choose a day within the next year';
    server.on(`POST ${acceptPath}`, () => apiError('INVALID_INPUT', message, [{ path: 'expiresAt', message }]));
    const { user } = renderApp('/findings', server);
    await user.click(await acceptButton());
    const dialog = await inDialog();
    const reason = dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/);
    await user.type(reason, 'A reason that is long enough');
    await user.click(dialog.getByRole('button', { name: 'Accept risk' }));
    const said = await dialog.findAllByText(message);
    expect(said).toHaveLength(1);
    const lastDay = dialog.getByLabelText(/^Last day/);
    expect(lastDay.getAttribute('aria-describedby')).toContain(said[0]?.id ?? 'no id');
    expect(reason.value).toBe('A reason that is long enough');
  });

  test('says that a finding was resolved meanwhile, and shows it so', async () => {
    const { server, state } = serverWith('admin', open);
    server.on(`POST ${acceptPath}`, () => {
      state.current = { ...open, status: 'resolved' };
      return apiError('CONFLICT', 'This finding is resolved: there is nothing to accept.');
    });
    const { user } = renderApp('/findings', server);
    await user.click(await acceptButton());
    const dialog = await inDialog();
    await user.type(dialog.getByLabelText(/^Reason/), 'A reason that is long enough');
    await user.click(dialog.getByRole('button', { name: 'Accept risk' }));
    await screen.findByText('This finding is resolved: there is nothing to accept.');
    expect(screen.queryByRole('dialog')).toBeNull();
    await within(await screen.findByRole('article')).findByText('Resolved');
  });

  test('keeps the form with the reason of a failure', async () => {
    const { server } = serverWith('admin', open);
    server.on(`POST ${acceptPath}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    const { user } = renderApp('/findings', server);
    await user.click(await acceptButton());
    const dialog = await inDialog();
    await user.type(dialog.getByLabelText(/^Reason/), 'A reason that is long enough');
    await user.click(dialog.getByRole('button', { name: 'Accept risk' }));
    await dialog.findByText(/The store does not answer/);
  });

  test.each(['technician', 'viewer'] as const)('a %s reads an acceptance and cannot change it', async (role) => {
    const { server } = serverWith(role, accepted);
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    const dialog = await inDialog();
    await dialog.findByText(/^Accepted by Dana Doe until .*: The printer cannot do MFA$/);
    expect(screen.queryByRole('button', { name: /Check again|More actions|Reopen|Accept risk|Withdraw/ })).toBeNull();
  });

  test.each(['technician', 'viewer'] as const)('a %s cannot accept an open finding', async (role) => {
    const { server } = serverWith(role, open);
    renderApp('/findings', server);
    await screen.findByRole('article');
    expect(screen.queryByRole('button', { name: /Accept risk/ })).toBeNull();
  });

  test('an acceptance is withdrawn in the details after a question, once', async () => {
    const { server, state } = serverWith('admin', accepted);
    server.on(`DELETE ${acceptPath}`, () => {
      state.current = open;
      return json(detailsOf(open));
    });
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    await user.click(await (await inDialog()).findByRole('button', { name: 'Withdraw acceptance' }));
    // jsdom lays nothing out: the popover cannot take the focus, and stays hidden as what lies behind the drawer does.
    const confirm = await screen.findByRole('button', { name: 'Withdraw', hidden: true });
    expect(server.requestsTo(acceptPath)).toEqual([]);
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await screen.findByText('Acceptance Withdrawn');
    expect(server.requestsTo(acceptPath).map(({ method }) => method)).toEqual(['DELETE']);
    await (await inDialog()).findByRole('button', { name: 'Accept risk…' });
  });

  test('the number of accepted findings stands beside the others only where there are any', async () => {
    const { server, state } = serverWith('viewer', accepted);
    const { unmount } = renderApp('/findings', server);
    await within(await screen.findByRole('group', { name: 'Accepted' })).findByText('1');
    unmount();
    state.current = open;
    renderApp('/findings?status=unresolved', server);
    await within(await screen.findByRole('group', { name: 'Unresolved' })).findByText('1');
    expect(screen.queryByRole('group', { name: 'Accepted' })).toBeNull();
  });
});
