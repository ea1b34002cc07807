import type { Finding } from '@tenantry/contract/findings';
import type { Affected } from '@tenantry/contract/verdicts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, type FakeServer, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/graph/findings';
const changesOf = (server: FakeServer) => server.seen.filter(({ method }) => method === 'PATCH');

describe('the findings page', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('sends Resolve once on a double click, and shows the finding as resolved', async () => {
    const mfa = finding(contoso, 'mfa');
    let status: Finding['status'] = 'unresolved';
    const waiting = Promise.withResolvers<Response>();
    const server = signedInServer('technician')
      .on(`GET ${list}`, () => json(listOf([{ ...mfa, status }])))
      .on(`PATCH /api/findings/${mfa.id}`, () => waiting.promise);
    renderApp('/findings', server);
    const resolve = await screen.findByRole('button', { name: 'Resolve: Title of mfa' });
    fireEvent.click(resolve);
    fireEvent.click(resolve);
    status = 'resolved';
    waiting.resolve(json(detailsOf({ ...mfa, status })));
    const card = screen.getByRole('article', { name: 'Title of mfa' });
    await within(card).findByText('Resolved');
    expect(changesOf(server).map(({ body, tenantId }) => ({ body, tenantId }))).toEqual([
      { body: { status: 'resolved' }, tenantId: contoso.id },
    ]);
    expect(within(card).queryByRole('button', { name: /Resolve/ })).toBeNull();
    await screen.findByText('Finding Resolved');
    expect(document.activeElement).toBe(within(card).getByRole('button', { name: /View Details/ }));
  });

  test('keeps the finding and says why when resolving fails', async () => {
    const mfa = finding(contoso, 'mfa');
    const server = signedInServer('technician')
      .on(`GET ${list}`, () => json(listOf([mfa])))
      .on(`PATCH /api/findings/${mfa.id}`, () => apiError('CONFLICT', 'Somebody else changed it'));
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^Resolve/ }));
    await screen.findByText('Somebody else changed it');
    expect(screen.getByRole('button', { name: /^Resolve/ })).toBeDefined();
  });

  test('a technician asks an administrator for a task that mends a finding', async () => {
    const mfa = finding(contoso, 'mfa');
    const server = signedInServer('technician')
      .on(`GET ${list}`, () => json(listOf([mfa])))
      .on(`GET /api/findings/${mfa.id}`, () => json(detailsOf(mfa)))
      .on('POST /api/approvals', () => apiError('CONFLICT', 'An approval for this finding is pending already.'));
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    await user.click(await screen.findByRole('button', { name: 'Request approval', hidden: true }));
    await user.type(await screen.findByLabelText(/^Reason/), 'The customer wants it done');
    await user.click(screen.getByRole('button', { name: 'Send request', hidden: true }));
    await screen.findByText(/^An approval for this finding is pending already\./);
    expect(server.requestsTo('/api/approvals')[0]?.body).toMatchObject({
      type: 'task_assignment',
      tenantId: contoso.id,
      findingId: mfa.id,
      reason: 'The customer wants it done',
    });
  });

  test('a viewer reads findings and cannot change them', async () => {
    const mfa = finding(contoso, 'mfa');
    const server = signedInServer('viewer')
      .on(`GET ${list}`, () => json(listOf([mfa])))
      .on(`GET /api/findings/${mfa.id}`, () => json(detailsOf(mfa)));
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: 'View Details: Title of mfa' }));
    await screen.findByText('No policy requires MFA');
    expect(screen.queryByRole('button', { name: /Resolve/ })).toBeNull();
  });

  test('details tell evidence, the whole number of affected objects, and what became of it', async () => {
    const mfa = finding(contoso, 'mfa');
    const server = signedInServer()
      .on(`GET ${list}`, () => json(listOf([mfa])))
      .on(`GET /api/findings/${mfa.id}`, () => json(detailsOf(mfa)));
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    await screen.findByText('No policy requires MFA');
    expect(screen.getByText('Affected: 250 accounts')).toBeDefined();
    expect(screen.getByText('The first 1 of 250 are listed.')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Impact' })).getByText(detailsOf(mfa).impact ?? '')).toBeDefined();
    expect(screen.getByText(/^Reopened: resolved or accepted before/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'https://learn.microsoft.com/entra' }).getAttribute('rel')).toBe(
      'noreferrer',
    );
    expect(screen.queryByRole('link', { name: 'CIS 1.1.1' })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'View Details: Title of mfa' })),
    );
  });

  const account = { roles: ['User Administrator'], licenses: [], lastSignIn: 'none', mfa: false };
  const unknown = { roles: null, licenses: null, lastSignIn: null, mfa: null };
  const withAffected = (affected: Affected[]) => {
    const mfa = finding(contoso, 'mfa', { affectedCount: affected.length });
    return signedInServer()
      .on(`GET ${list}`, () => json(listOf([mfa])))
      .on(`GET /api/findings/${mfa.id}`, () => json({ ...detailsOf(mfa), affected }));
  };

  test('tells of each affected account role, license, last sign-in and MFA, and what is not known', async () => {
    const server = withAffected([
      { type: 'user', id: 'a', name: 'ada@contoso.example', account },
      { type: 'user', id: 'b', name: 'bob@contoso.example', account: unknown },
    ]);
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    const table = within(await screen.findByRole('table', { name: 'Affected accounts' }));
    const cells = table.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      [],
      ['ada@contoso.example', 'User Administrator', 'None', 'None on record', 'Not registered'],
      ['bob@contoso.example', 'Not known', 'Not known', 'Not known', 'Not known'],
    ]);
    expect(screen.getByText('Affected: 2 accounts')).toBeDefined();
  });

  test('shows many affected accounts on demand', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      type: 'user' as const,
      id: `u${index}`,
      name: `user${index}`,
      account,
    }));
    const { user } = renderApp('/findings', withAffected(many));
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    const table = within(await screen.findByRole('table', { name: 'Affected accounts' }));
    expect(table.queryByText('user29')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all 30' }));
    expect(table.getByText('user29')).toBeDefined();
  });

  test('an alert comes with its users, its day and its link', async () => {
    const alert = { users: ['ada@contoso.example'], createdAt: null, url: 'https://security.microsoft.com/alerts/1' };
    const affected: Affected[] = [
      { type: 'setting', id: '1', name: 'Inbox rule', alert },
      { type: 'setting', id: '2', name: 'Spray', alert: { users: null, createdAt: null, url: null } },
    ];
    const { user } = renderApp('/findings', withAffected(affected));
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    const link = await screen.findByRole('link', { name: 'Inbox rule' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([alert.url, 'noreferrer']);
    expect(screen.getByText('ada@contoso.example')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Spray' })).toBeNull();
    expect(screen.getByText('Affected: 2 alerts')).toBeDefined();
  });

  test('stays in reach of the keyboard when a status is changed in the details', async () => {
    const mfa = finding(contoso, 'mfa', { status: 'resolved' });
    let status: Finding['status'] = 'resolved';
    const server = signedInServer('technician')
      .on(`GET ${list}`, () => json(listOf(status === 'resolved' ? [mfa] : [])))
      .on(`GET /api/findings/${mfa.id}`, () => json(detailsOf({ ...mfa, status })))
      .on(`PATCH /api/findings/${mfa.id}`, () => {
        status = 'unresolved';
        return json(detailsOf({ ...mfa, status }));
      });
    const { user } = renderApp('/findings?status=resolved', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    await screen.findByText('Finding Reopened');
    expect(document.activeElement?.textContent).toBe('Resolve');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('List of findings');
  });

  test('shows no row of the former organization after a switch', async () => {
    const waiting = Promise.withResolvers<Response>();
    const server = signedInServer().on(`GET ${list}`, ({ tenantId }) =>
      tenantId === contoso.id ? json(listOf([finding(contoso, 'first')])) : waiting.promise,
    );
    const { router } = renderApp('/findings', server);
    await screen.findByText('Title of first');
    await act(() => router.navigate(`/findings?tenantId=${fabrikam.id}`));
    await screen.findByLabelText('Loading findings');
    expect(screen.queryByText('Title of first')).toBeNull();
    waiting.resolve(json(listOf([finding(fabrikam, 'second')])));
    await screen.findByText('Title of second');
  });

  test('asks with the filters of the address, and puts chosen ones there', async () => {
    const server = signedInServer().on(`GET ${list}`, () => json(listOf([finding(contoso, 'mfa')])));
    const { user, path } = renderApp('/findings?severity=critical&status=nonsense', server);
    await screen.findByText('Title of mfa');
    const first = server.requestsTo(list)[0]?.query;
    expect([first?.get('severity'), first?.get('status')]).toEqual(['critical', null]);
    await user.selectOptions(screen.getByLabelText('Category'), 'mfa');
    await user.type(screen.getByLabelText('Search'), 'admin ');
    await waitFor(() => expect(server.requestsTo(list).at(-1)?.query.get('search')).toBe('admin'));
    expect(path()).toContain('category=mfa');
    expect(server.requestsTo(list).at(-1)?.query.get('category')).toBe('mfa');
  });

  test('brings the next page by its cursor', async () => {
    const server = signedInServer().on(`GET ${list}`, ({ query }) =>
      query.get('cursor') === null
        ? json(listOf([finding(contoso, 'one')], { total: 2, nextCursor: 'next' }))
        : json(listOf([finding(contoso, 'two')], { total: 2 })),
    );
    const { user } = renderApp('/findings', server);
    await screen.findByText('Showing 1 of 2');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('Title of two');
    expect(screen.getByText('Title of one')).toBeDefined();
  });

  test('tells nothing found from nothing that fits the filters', async () => {
    const server = signedInServer().on(`GET ${list}`, ({ query }) =>
      json(
        query.get('severity') === 'low' ? { ...listOf([finding(contoso, 'mfa')]), items: [], total: 0 } : listOf([]),
      ),
    );
    const { user } = renderApp('/findings?severity=low', server);
    await screen.findByText('No findings match these filters');
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    await screen.findByText('No security findings detected yet');
  });

  test('names the status of a gateway’s error once', async () => {
    const server = signedInServer().on(
      `GET ${list}`,
      () => new Response('Bad Gateway', { status: 502, headers: { 'content-type': 'text/plain' } }),
    );
    renderApp('/findings', server);
    const title = await screen.findByText('HTTP 502:');
    expect(title.parentElement?.textContent).toMatch(/^HTTP 502:\s*Bad Gateway/);
  });

  test('shows an outage as an error with its request id, and no figure', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const server = signedInServer().on(`GET ${list}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    const { user } = renderApp('/findings', server);
    await screen.findByText(/The store does not answer \(Request id: request-1\)/);
    expect(screen.getByText('HTTP 503:')).toBeDefined();
    expect(within(screen.getByRole('group', { name: 'Unresolved' })).queryByText('0')).toBeNull();
    expect(screen.queryByText(/Coming soon/)).toBeNull();
    server.on(`GET ${list}`, () => json(listOf([finding(contoso, 'mfa')])));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Title of mfa');
  });
});

describe('exporting findings', () => {
  const exportButton = () => screen.findByRole('button', { name: /Export Report/ });

  test('needs a selected organization, and says so', async () => {
    const server = signedInServer().on(`GET ${list}`, () => json(listOf([])));
    renderApp('/findings', server);
    expect((await exportButton()).getAttribute('aria-disabled')).toBe('true');
  });

  test('saves the file under the name that the server gave', async () => {
    localStorage.setItem(storageKeys.tenantId, contoso.id);
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
    const file = `/api/tenant/${contoso.id}/findings/download`;
    const server = signedInServer()
      .on(`GET ${list}`, () => json(listOf([])))
      .on(
        `GET ${file}`,
        () => new Response('a,b', { headers: { 'content-disposition': 'attachment; filename="Findings_Named.csv"' } }),
      );
    const { user } = renderApp('/findings', server);
    await user.click(await exportButton());
    await user.click(await screen.findByRole('menuitem', { name: 'CSV file' }));
    await waitFor(() => expect(names).toEqual(['Findings_Named.csv']));
    expect(server.requestsTo(file)[0]?.query.get('format')).toBe('csv');
  });
});
