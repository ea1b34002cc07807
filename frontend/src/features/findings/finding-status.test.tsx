import type { Finding } from '@tenantry/contract/findings';
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
const inDialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name, hidden: true }));

/** Holds one finding, as the API would. */
function serverWith(first: Finding, role: 'admin' | 'technician' | 'viewer' = 'technician') {
  const state = { current: first };
  const server = signedInServer(role)
    .on(`GET ${list}`, ({ query }) => {
      const status = query.get('status');
      const fits = status === null || status === state.current.status;
      return json(fits ? listOf([state.current]) : { ...listOf([state.current]), items: [], total: 0 });
    })
    .on(`GET ${path}`, () => json(detailsOf(state.current)))
    .on(`PATCH ${path}`, ({ body }) => {
      state.current = { ...state.current, ...(body as { status: Finding['status'] }) };
      return json(detailsOf(state.current));
    });
  return { server, state };
}

describe('the status of a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('is resolved once with its note on a double click, and the keyboard stays on the finding', async () => {
    const { server, state } = serverWith(mfa);
    const waiting = Promise.withResolvers<Response>();
    server.on(`PATCH ${path}`, () => waiting.promise);
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: 'Resolve: Title of mfa' }));
    const dialog = await inDialog('Resolve this finding');
    await user.type(dialog.getByLabelText('Note (optional)'), ' The policy is on{Enter}since today ');
    const send = dialog.getByRole('button', { name: 'Resolve' });
    fireEvent.click(send);
    fireEvent.click(send);
    state.current = { ...mfa, status: 'resolved' };
    waiting.resolve(json(detailsOf(state.current)));
    const card = screen.getByRole('article', { name: 'Title of mfa', hidden: true });
    await within(card).findByText('Resolved');
    expect(changesOf(server).map(({ body, tenantId }) => ({ body, tenantId }))).toEqual([
      { body: { status: 'resolved', note: 'The policy is on\nsince today' }, tenantId: contoso.id },
    ]);
    expect(within(card).queryByRole('button', { name: /^Resolve/ })).toBeNull();
    await screen.findByText('Finding Resolved');
    expect(document.activeElement).toBe(within(card).getByRole('button', { name: /View Details/ }));
  });

  test('is resolved without a note, and the keyboard goes to the list where the filters hide the finding', async () => {
    const { server } = serverWith(mfa);
    const { user } = renderApp('/findings?status=unresolved', server);
    await user.click(await screen.findByRole('button', { name: 'Resolve: Title of mfa' }));
    await user.click((await inDialog('Resolve this finding')).getByRole('button', { name: 'Resolve' }));
    await screen.findByText('No findings match these filters');
    expect(changesOf(server).map(({ body }) => body)).toEqual([{ status: 'resolved' }]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('List of findings');
  });

  test('counts the characters of a note near its end, and sends none that is too long', async () => {
    const { server } = serverWith(mfa);
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: 'Resolve: Title of mfa' }));
    const dialog = await inDialog('Resolve this finding');
    const note = dialog.getByLabelText('Note (optional)');
    fireEvent.change(note, { target: { value: 'n'.repeat(990) } });
    expect(dialog.getByText(/10 characters left of 1,000\./)).toBeDefined();
    fireEvent.change(note, { target: { value: 'n'.repeat(1001) } });
    expect(dialog.getByText(/1 character too many\./)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(note.getAttribute('aria-invalid')).toBe('true'));
    expect(changesOf(server)).toEqual([]);
  });

  test('stays, and the dialog says why and keeps the note, when resolving fails', async () => {
    const { server } = serverWith(mfa);
    server.on(`PATCH ${path}`, () => apiError('CONFLICT', 'Somebody else changed it'));
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: 'Resolve: Title of mfa' }));
    const dialog = await inDialog('Resolve this finding');
    await user.type(dialog.getByLabelText('Note (optional)'), 'Done');
    await user.click(dialog.getByRole('button', { name: 'Resolve' }));
    await dialog.findByText(/Somebody else changed it/);
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Note (optional)').value).toBe('Done');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Resolve/ })));
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
    await screen.findByRole('button', { name: 'Resolve: Title of mfa' });
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
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Resolve'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('List of findings');
  });

  test('is changed by no viewer', async () => {
    const { server } = serverWith(mfa, 'viewer');
    renderApp(`/findings?finding=${mfa.id}`, server);
    await screen.findByText('No policy requires MFA');
    expect(screen.queryByRole('button', { name: /Resolve|Reopen|Start work/, hidden: true })).toBeNull();
    expect(screen.queryByRole('checkbox', { hidden: true })).toBeNull();
  });
});
