import type { ListedFinding } from '@tenantry/contract/findings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, type FakeServer, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/graph/findings';
const mfa = finding(contoso, 'mfa');
const path = `/api/findings/${mfa.id}`;
const changesOf = (server: FakeServer) => server.seen.filter(({ method }) => method === 'PATCH');
/** Resolving stands in the menu of a finding. */
async function openResolve(user: ReturnType<typeof renderApp>['user']) {
  await user.click(await screen.findByRole('button', { name: 'More actions: Title of mfa' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Resolve' }));
}
const inDialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name, hidden: true }));

/** Holds one finding, as the API would. */
function serverWith(first: ListedFinding, role: 'admin' | 'technician' | 'viewer' = 'technician') {
  const state = { current: first };
  const server = signedInServer(role)
    .on(`GET ${list}`, ({ query }) => {
      const status = query.get('status');
      const fits = status === null || status === state.current.status;
      return json(fits ? listOf([state.current]) : { ...listOf([state.current]), items: [], total: 0 });
    })
    .on(`GET ${path}`, () => json(detailsOf(state.current)))
    .on(`PATCH ${path}`, ({ body }) => {
      const { status } = body as { status: ListedFinding['status'] };
      state.current = { ...state.current, status, isVerified: status !== 'resolved' };
      return json(detailsOf(state.current));
    });
  return { server, state };
}

describe('the status of a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('is resolved by hand once with its reason on a double click, and reads as not verified; the keyboard stays on the finding', async () => {
    const { server, state } = serverWith(mfa);
    const waiting = Promise.withResolvers<Response>();
    server.on(`PATCH ${path}`, () => waiting.promise);
    const { user } = renderApp('/findings', server);
    await openResolve(user);
    const dialog = await inDialog('Resolve this finding');
    await user.type(dialog.getByLabelText(/^Reason/), ' The policy is on{Enter}since today ');
    const send = dialog.getByRole('button', { name: 'Resolve' });
    fireEvent.click(send);
    fireEvent.click(send);
    state.current = { ...mfa, status: 'resolved', isVerified: false };
    waiting.resolve(json(detailsOf(state.current)));
    const card = screen.getByRole('article', { name: 'Title of mfa', hidden: true });
    await within(card).findByText('Resolved by hand, not verified');
    expect(changesOf(server).map(({ body, tenantId }) => ({ body, tenantId }))).toEqual([
      { body: { status: 'resolved', reason: 'The policy is on since today' }, tenantId: contoso.id },
    ]);
    expect(within(card).queryByRole('button', { name: /^More actions/ })).toBeNull();
    await screen.findByText('Finding Resolved');
    expect(document.activeElement).toBe(within(card).getByRole('button', { name: /View Details/ }));
  });

  test('takes a reason to be resolved by hand, and the keyboard goes to the list where the filters hide the finding', async () => {
    const { server } = serverWith(mfa);
    const { user } = renderApp('/findings?status=unresolved', server);
    await openResolve(user);
    const dialog = await inDialog('Resolve this finding');
    await user.click(dialog.getByRole('button', { name: 'Resolve' }));
    await dialog.findByText(/^Give a reason/);
    expect(changesOf(server)).toEqual([]);
    await user.type(dialog.getByLabelText(/^Reason/), 'The policy is on');
    await user.click(dialog.getByRole('button', { name: 'Resolve' }));
    await screen.findByText('No findings match these filters');
    expect(changesOf(server).map(({ body }) => body)).toEqual([{ status: 'resolved', reason: 'The policy is on' }]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('List of findings');
  });

  test('counts the characters of a reason near its end, and sends none that is too long', async () => {
    const { server } = serverWith(mfa);
    const { user } = renderApp('/findings', server);
    await openResolve(user);
    const dialog = await inDialog('Resolve this finding');
    const reason = dialog.getByLabelText(/^Reason/);
    fireEvent.change(reason, { target: { value: 'n'.repeat(490) } });
    expect(dialog.getByText(/10 characters left of 500\./)).toBeDefined();
    fireEvent.change(reason, { target: { value: 'n'.repeat(501) } });
    expect(dialog.getByText(/1 character too many\./)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
    expect(changesOf(server)).toEqual([]);
  });

  test('stays, and the dialog says why and keeps the reason, when resolving fails', async () => {
    const { server } = serverWith(mfa);
    server.on(`PATCH ${path}`, () => apiError('CONFLICT', 'Somebody else changed it'));
    const { user } = renderApp('/findings', server);
    await openResolve(user);
    const dialog = await inDialog('Resolve this finding');
    await user.type(dialog.getByLabelText(/^Reason/), 'It is done by now');
    await user.click(dialog.getByRole('button', { name: 'Resolve' }));
    await dialog.findByText(/Somebody else changed it/);
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('It is done by now');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^More actions/ })));
  });

  test('is unresolved again with a note where a resolved finding is reopened in the list', async () => {
    const { server } = serverWith({ ...mfa, status: 'resolved' });
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: 'Reopen: Title of mfa' }));
    const dialog = await inDialog('Reopen this finding');
    await user.type(dialog.getByLabelText('Note (optional)'), 'Guests still get in');
    await user.click(dialog.getByRole('button', { name: 'Reopen' }));
    await screen.findByText('Finding Reopened');
    expect(changesOf(server).map(({ body }) => body)).toEqual([{ status: 'unresolved', note: 'Guests still get in' }]);
    await screen.findByRole('button', { name: 'More actions: Title of mfa' });
  });

  test('is in progress once work is started in the details, with one request', async () => {
    const { server } = serverWith(mfa);
    renderApp(`/findings?finding=${mfa.id}`, server);
    const start = await screen.findByRole('button', { name: 'Start work' });
    fireEvent.click(start);
    fireEvent.click(start);
    await screen.findByText('Finding In Progress');
    expect(changesOf(server).map(({ body }) => body)).toEqual([{ status: 'in-progress' }]);
  });

  test('leaves the keyboard in reach when it is changed in the details', async () => {
    const { server } = serverWith({ ...mfa, status: 'resolved' });
    const { user } = renderApp('/findings?status=resolved', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    const dialog = await inDialog('Reopen this finding');
    await user.click(dialog.getByRole('button', { name: 'Reopen', hidden: true }));
    await screen.findByText('Finding Reopened');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Check again'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('List of findings');
  });

  test('is changed by no viewer', async () => {
    const { server } = serverWith(mfa, 'viewer');
    renderApp(`/findings?finding=${mfa.id}`, server);
    await screen.findByText('No policy requires MFA');
    expect(
      screen.queryByRole('button', { name: /Check again|More actions|Reopen|Start work/, hidden: true }),
    ).toBeNull();
    expect(screen.queryByRole('checkbox', { hidden: true })).toBeNull();
  });
});
