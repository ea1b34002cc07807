import { categoryLabels } from '@tenantry/contract/labels';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/graph/findings';

describe('the findings page', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('shows no row of the former tenant after a switch', async () => {
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

  test('lists every finding of the first page, those below the screen too', async () => {
    const found = Array.from({ length: 50 }, (_, index) => finding(contoso, `number-${index}`));
    renderApp(
      '/findings',
      signedInServer().on(`GET ${list}`, () => json(listOf(found))),
    );
    const rows = await screen.findByRole('list', { name: 'Findings' });
    await waitFor(() => expect(rows.children).toHaveLength(50));
    expect(rows.lastElementChild?.textContent).toContain('Title of number-49');
  });

  test('a finding shows title, severity in capitals, status, description, tenant, category and when it was last detected', async () => {
    const lastDetected = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const found = [finding(contoso, 'mfa', { lastDetected }), finding(contoso, 'old', { status: 'resolved' })];
    renderApp(
      '/findings',
      signedInServer().on(`GET ${list}`, () => json(listOf(found))),
    );
    const row = within(await screen.findByRole('article', { name: 'Title of mfa' }));
    for (const text of ['Title of mfa', 'CRITICAL', 'Unresolved', 'Description of mfa', 'Contoso'])
      expect(row.getByText(text)).toBeDefined();
    expect(row.getByText(categoryLabels.mfa)).toBeDefined();
    expect(row.getByText('2 hours ago')).toBeDefined();
    const totals = screen.getByRole('region', { name: 'Finding totals' });
    expect(totals.textContent).toBe('Unresolved1In Progress0Resolved1Total Findings2');
  });

  test('over several tenants every button names the tenant of its finding', async () => {
    localStorage.removeItem(storageKeys.tenantId);
    const found = [finding(contoso, 'mfa'), finding(fabrikam, 'mfa')];
    renderApp(
      '/findings',
      signedInServer().on(`GET ${list}`, () => json(listOf(found))),
    );
    await screen.findAllByText('Title of mfa');
    for (const name of ['View Details', 'Check again', 'Accept risk…', 'More actions']) {
      for (const { displayName } of [contoso, fabrikam]) {
        expect(screen.getByRole('button', { name: `${name}: Title of mfa of ${displayName}` })).toBeDefined();
      }
    }
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

  test('asks in the order that was chosen, keeps it in the address, and takes the filters away without it', async () => {
    const server = signedInServer().on(`GET ${list}`, () => json(listOf([finding(contoso, 'mfa')])));
    const { user, path } = renderApp('/findings?severity=critical', server);
    await user.selectOptions(await screen.findByLabelText('Sort by'), 'Most affected first');
    await waitFor(() => expect(server.requestsTo(list).at(-1)?.query.get('sort')).toBe('affected'));
    expect(server.requestsTo(list).at(-1)?.query.get('direction')).toBe('desc');
    await user.selectOptions(screen.getByLabelText('Status'), 'Open');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(path()).toBe(`/findings?tenantId=${contoso.id}&sort=affected&direction=desc`));
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Most urgent first');
    await waitFor(() => expect(path()).toBe(`/findings?tenantId=${contoso.id}`));
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
