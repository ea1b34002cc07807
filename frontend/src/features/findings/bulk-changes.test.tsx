import type { ListedFinding } from '@tenantry/contract/findings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, type FakeServer, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/graph/findings';
const bulk = '/api/findings/status';
type Body = {
  tenantId: string;
  findingIds: string[];
  status: ListedFinding['status'];
  note?: string;
  reason?: string;
};
const bodies = (server: FakeServer) => server.requestsTo(bulk).map(({ body }) => body as Body);

/** Holds findings and changes them, as the API would. */
function serverWith(first: readonly ListedFinding[]) {
  const state = { current: first };
  const server = signedInServer('technician')
    .on(`GET ${list}`, () => json(listOf(state.current)))
    .on(`POST ${bulk}`, ({ body }) => {
      const { findingIds, status } = body as Body;
      state.current = state.current.map((one) => (findingIds.includes(one.id) ? { ...one, status } : one));
      return json({ items: findingIds.map((findingId) => ({ findingId, outcome: 'changed', why: null })) });
    });
  return { server, state };
}

const [a, b, c] = ['a', 'b', 'c'].map((name) => finding(contoso, name)) as [
  ListedFinding,
  ListedFinding,
  ListedFinding,
];
const ours = finding(contoso, 'ours');
const theirs = finding(fabrikam, 'theirs');
const all = () => screen.findByRole('checkbox', { name: /^Select all/ });
/** Resolving stands in a menu of the bar. */
async function openResolve(user: ReturnType<typeof renderApp>['user']) {
  await user.click(await screen.findByRole('button', { name: 'More actions for the selected findings' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Resolve' }));
}
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name, hidden: true }));
const bar = () => screen.queryByRole('region', { name: 'Selected findings' });

describe('several findings', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('are resolved by hand with one reason by one request on a double click, and none stays selected', async () => {
    const { server } = serverWith([a, b, c]);
    const { user } = renderApp('/findings', server);
    await user.click(await all());
    await openResolve(user);
    const dialog = await inDialog('Resolve 3 findings');
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([a.title, b.title, c.title]);
    await user.type(dialog.getByLabelText(/^Reason/), 'One policy for all');
    const send = dialog.getByRole('button', { name: 'Resolve' });
    fireEvent.click(send);
    fireEvent.click(send);
    await screen.findByText('3 findings resolved');
    expect(bodies(server)).toEqual([
      { tenantId: contoso.id, findingIds: [a.id, b.id, c.id], status: 'resolved', reason: 'One policy for all' },
    ]);
    await waitFor(() => expect(bar()).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('List of findings');
    expect(await screen.findAllByRole('button', { name: /^Reopen: / })).toHaveLength(3);
  });

  test('are at work with one request on a double click', async () => {
    const { server } = serverWith([a, b]);
    const { user } = renderApp('/findings', server);
    await user.click(await all());
    const start = await screen.findByRole('button', { name: 'Start work' });
    fireEvent.click(start);
    fireEvent.click(start);
    await screen.findByText('2 findings in progress');
    expect(bodies(server)).toEqual([{ tenantId: contoso.id, findingIds: [a.id, b.id], status: 'in-progress' }]);
  });

  test('are opened again, those alone that were closed', async () => {
    const { server } = serverWith([{ ...a, status: 'resolved' }, b]);
    const { user } = renderApp('/findings', server);
    await user.click(await all());
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    await user.click((await inDialog('Reopen this finding')).getByRole('button', { name: 'Reopen' }));
    await screen.findByText('1 finding reopened');
    expect(bodies(server)).toEqual([{ tenantId: contoso.id, findingIds: [a.id], status: 'unresolved' }]);
  });

  test('that could not be changed are named with the reason and stay selected', async () => {
    const { server } = serverWith([a, b, c]);
    server.on(`POST ${bulk}`, () =>
      json({
        items: [
          { findingId: a.id, outcome: 'changed', why: null },
          { findingId: b.id, outcome: 'unchanged', why: null },
          { findingId: c.id, outcome: 'refused', why: 'This risk is accepted. Withdraw the acceptance first.' },
        ],
      }),
    );
    const { user } = renderApp('/findings', server);
    await user.click(await all());
    await openResolve(user);
    const dialog = await inDialog('Resolve 3 findings');
    await user.type(dialog.getByLabelText(/^Reason/), 'One policy for all');
    await user.click(dialog.getByRole('button', { name: 'Resolve' }));
    await screen.findByText('1 finding resolved');
    expect(screen.getByText('1 was resolved already. 1 finding could not be changed.')).toBeDefined();
    const named = await screen.findByText('Title of c: This risk is accepted. Withdraw the acceptance first.');
    await screen.findByText('1 finding selected');
    const notice = within(screen.getByRole('region', { name: 'List of findings' }));
    await user.click(notice.getByRole('button', { name: 'Dismiss' }));
    expect(named.isConnected).toBe(false);
  });

  test('stay selected, and the dialog says why, where the call fails', async () => {
    const { server } = serverWith([a, b]);
    server.on(`POST ${bulk}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    const { user } = renderApp('/findings', server);
    await user.click(await all());
    await openResolve(user);
    const dialog = await inDialog('Resolve 2 findings');
    await user.type(dialog.getByLabelText(/^Reason/), 'One policy for all');
    await user.click(dialog.getByRole('button', { name: 'Resolve' }));
    await dialog.findByText(/The store does not answer/);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('2 findings selected');
  });
});

describe('findings of several tenants', () => {
  test('are changed by one request for each, without a way to a plan', async () => {
    const { server } = serverWith([ours, theirs, finding(contoso, 'more')]);
    const { user } = renderApp('/findings', server);
    await user.click(await all());
    await screen.findByText('3 findings selected');
    expect(screen.queryByRole('button', { name: 'Add to project plan' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Start work' }));
    await screen.findByText('3 findings in progress');
    expect(server.requestsTo(bulk).map(({ body, tenantId }) => [tenantId, (body as Body).findingIds.length])).toEqual([
      [contoso.id, 2],
      [fabrikam.id, 1],
    ]);
  });

  test('are changed where one tenant can be reached, and those of the other are named', async () => {
    const { server } = serverWith([ours, theirs]);
    server.on(`POST ${bulk}`, ({ tenantId }) =>
      tenantId === fabrikam.id
        ? apiError('NOT_FOUND', 'There is no such tenant')
        : json({ items: [{ findingId: ours.id, outcome: 'changed', why: null }] }),
    );
    const { user } = renderApp('/findings', server);
    await user.click(await all());
    await user.click(await screen.findByRole('button', { name: 'Start work' }));
    await screen.findByText('1 finding in progress');
    await screen.findByText('Title of theirs: There is no such tenant');
  });

  test('are not selected any more once a tenant is', async () => {
    const { server } = serverWith([ours, theirs]);
    const { user, router } = renderApp('/findings', server);
    await user.click(await all());
    await screen.findByText('2 findings selected');
    await router.navigate(`/findings?tenantId=${contoso.id}`);
    await waitFor(() => expect(bar()).toBeNull());
    expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
  });
});
