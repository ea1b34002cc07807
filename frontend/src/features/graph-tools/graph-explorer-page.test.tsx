import type { GraphQueryResult } from '@tenantry/contract/graph-tools';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { signOut, startSession } from '../../lib/session.ts';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { historyQuery } from './query-history.ts';

const queryPath = `/api/admin/graph-query/${contoso.id}`;
const lostText = 'The connection to Contoso is lost. Please reconnect to continue using the Graph API Explorer.';
const page = '/admin/graph-explorer';

const answer = (over: Partial<GraphQueryResult> = {}) =>
  json({ success: true, status: 200, data: { displayName: 'Ada' }, error: null, tokenStatus: 'valid', ...over });
const entry = (tenant: typeof contoso, credentialStatus: string) => ({
  id: tenant.id,
  orgName: tenant.name,
  domain: tenant.domain,
  credentialStatus,
});
const serverWith = (handler: () => Response | Promise<Response>) =>
  signedInServer()
    .on('GET /api/admin/tenants-working', () => json([entry(contoso, 'connected'), entry(fabrikam, 'reconnect')]))
    .on(`POST ${queryPath}`, handler);
const execute = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Execute Query' });

async function opened(server: ReturnType<typeof serverWith>) {
  const app = renderApp(page, server);
  await app.user.selectOptions(await screen.findByRole('combobox', { name: /^Tenant/ }), contoso.id);
  return app;
}
const body = () => screen.findByRole('region', { name: 'Response body' });
const recent = () => within(screen.getByRole('list', { name: 'Recent queries' })).queryAllByRole('listitem');
const history = () => within(screen.getByRole('region', { name: 'Recent Queries' }));

afterEach(() => vi.restoreAllMocks());

describe('the Graph explorer', () => {
  test('asks a connected tenant, and no other, for a path and shows the answer', async () => {
    const server = serverWith(() => answer());
    const { user } = renderApp(page, server);
    const tenant = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Tenant/ });
    const offered = within(tenant).getAllByRole<HTMLOptionElement>('option');
    expect(offered.map(({ value, disabled }) => [value, disabled])).toEqual([
      ['', true],
      [contoso.id, false],
      [fabrikam.id, true],
    ]);
    expect(screen.getByDisplayValue('/v1.0/me')).toBeDefined();
    expect(execute().disabled).toBe(true);
    await user.selectOptions(tenant, contoso.id);
    await user.click(execute());
    expect((await body()).textContent).toBe('{\n  "displayName": "Ada"\n}');
    expect(server.requestsTo(queryPath).map((request) => request.body)).toEqual([{ endpoint: '/v1.0/me' }]);
    expect(screen.queryByText(lostText)).toBeNull();
    expect(document.title).toBe('Admin Panel - Graph explorer · Tenantry');
  });

  test('asks for nothing where the endpoint is blank', async () => {
    const server = serverWith(() => answer());
    const { user } = await opened(server);
    const endpoint = screen.getByRole('textbox', { name: /^Endpoint/ });
    await user.clear(endpoint);
    await user.type(endpoint, '   {Enter}');
    expect(execute().disabled).toBe(true);
    expect(server.requestsTo(queryPath)).toEqual([]);
  });

  test('asks for the next page in the tenant of the page that is shown', async () => {
    const next = '/v1.0/users?$skiptoken=abc';
    const pages = [{ value: [1, 2], '@odata.nextLink': next }, { value: [3] }];
    const server = serverWith(() => answer({ data: pages.shift() }));
    const { user } = await opened(server);
    await user.click(execute());
    await screen.findByText(/2 objects on this page/);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText(/1 object on this page/);
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
    expect(server.requestsTo(queryPath)[1]?.body).toEqual({ endpoint: next });
    expect(recent()).toHaveLength(2);
  });

  test('names the tenant whose connection is lost, leads to where it is made anew, and can be told to stop', async () => {
    const lost = { success: false, status: 401, data: null, error: 'AADSTS70008: invalid_grant' } as const;
    const { user } = await opened(serverWith(() => answer({ ...lost, tokenStatus: 'expired' })));
    await user.click(execute());
    await screen.findByText(lostText);
    expect(screen.getByText('AADSTS70008: invalid_grant')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Reconnect Contoso' }).getAttribute('href')).toBe(
      `/api/auth/m365/start?tenantId=${contoso.id}`,
    );
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(lostText)).toBeNull();
    await user.click(execute());
    await screen.findByText(lostText);
  });

  test('shows a refusal of Graph as such, without a word about the connection', async () => {
    const error = 'Authorization_RequestDenied: Insufficient privileges to complete the operation.';
    const { user } = await opened(serverWith(() => answer({ success: false, status: 403, data: null, error })));
    await user.click(execute());
    await screen.findByText(error);
    expect(screen.getAllByText('403 Failed')).toHaveLength(2);
    expect(screen.queryByText(lostText)).toBeNull();
    expect(screen.queryByRole('region', { name: 'Response body' })).toBeNull();
  });

  test('shows a call that failed as an answer of status 500', async () => {
    const { user } = await opened(serverWith(() => apiError('UNAVAILABLE', 'Try again later')));
    await user.click(execute());
    await screen.findByText('Try again later');
    expect(screen.getAllByText('500 Failed')).toHaveLength(2);
    expect(screen.getByText('Token: invalid')).toBeDefined();
  });

  test('says at the field which endpoint is not taken, and keeps nothing of it', async () => {
    const message = 'Start the endpoint with /v1.0/ or /beta/';
    const server = serverWith(() => apiError('INVALID_INPUT', message, [{ path: 'endpoint', message }]));
    const { user } = await opened(server);
    await user.click(execute());
    await screen.findByText(message);
    expect(recent()).toHaveLength(0);
    expect(screen.queryByText(lostText)).toBeNull();
  });

  test('says what to do where the tenants cannot be loaded', async () => {
    const server = signedInServer().on('GET /api/admin/tenants-working', () => apiError('INTERNAL', 'Broken'));
    renderApp(page, server);
    await screen.findByText('Unable to load Microsoft 365 data. Please reconnect tenant or check logs.');
    expect(screen.queryByRole('button', { name: 'Execute Query' })).toBeNull();
  });

  test('asks every two minutes whether a connection has ended, and begins with /v1.0/me', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const server = serverWith(() => answer());
      renderApp(page, server);
      const endpoint = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Endpoint/ });
      expect(endpoint.value).toBe('/v1.0/me');
      const asked = () => server.requestsTo('/api/auth/status').length;
      await waitFor(() => expect(asked()).toBeGreaterThan(0));
      const before = asked();
      await act(() => vi.advanceTimersByTimeAsync(119_000));
      expect(asked()).toBe(before);
      await act(() => vi.advanceTimersByTimeAsync(2000));
      await waitFor(() => expect(asked()).toBe(before + 1));
    } finally {
      vi.useRealTimers();
    }
  });

  test('is not for a technician', async () => {
    const server = signedInServer('technician');
    renderApp(page, server);
    await screen.findByText("You don't have permission to access the admin panel");
    expect(server.requestsTo('/api/admin/tenants-working')).toEqual([]);
  });
});

const fifty = Array.from({ length: 50 }, (_, index) => ({
  id: `query-${index + 1}`,
  timestamp: '2026-01-02T00:00:00.000Z',
  tenantId: contoso.id,
  tenantName: 'Contoso',
  endpoint: `/v1.0/users/${index + 1}`,
  response: { success: true, status: 200, data: { asked: index + 1 }, error: null, tokenStatus: 'valid' as const },
}));

describe('the recent queries', () => {
  test('keep fifty, show ten, and are saved whole with the day in the name', async () => {
    const saved: { name: string; content: Blob }[] = [];
    let made = new Blob();
    Object.assign(URL, {
      createObjectURL: (content: Blob) => {
        made = content;
        return 'blob:file';
      },
      revokeObjectURL: () => undefined,
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, content: made });
    });
    const { user } = await opened(serverWith(() => answer({ data: { asked: 'last' } })));
    act(() => queryClient.setQueryData(historyQuery('user-1').queryKey, fifty));
    await user.click(execute());
    await body();
    expect(recent()).toHaveLength(10);
    expect(screen.getByText('and 40 more')).toBeDefined();
    await user.click(history().getByRole('button', { name: 'Export History' }));
    expect(saved[0]?.name).toMatch(/^graph-query-history-\d{4}-\d{2}-\d{2}\.json$/);
    const items = JSON.parse((await saved[0]?.content.text()) ?? '') as typeof fifty;
    expect(items).toHaveLength(50);
    expect(items[0]).toMatchObject({ tenantId: contoso.id, tenantName: 'Contoso', endpoint: '/v1.0/me' });
    expect(items[0]?.response.data).toEqual({ asked: 'last' });
    expect(items.at(-1)?.response.data).toEqual({ asked: 49 });
  });

  test('are shown again with their answer, also after another page, and are cleared on demand', async () => {
    let asked = 0;
    const { user, router } = await opened(serverWith(() => answer({ data: { asked: ++asked } })));
    const endpoint = screen.getByRole('textbox', { name: /^Endpoint/ });
    await user.click(execute());
    await body();
    await user.clear(endpoint);
    await user.type(endpoint, '/v1.0/organization');
    await user.click(execute());
    await waitFor(async () => expect((await body()).textContent).toContain('2'));
    await router.navigate('/overview');
    await screen.findByRole('heading', { name: 'Multi-Tenant Overview' });
    await router.navigate(page);
    await user.click(await screen.findByRole('button', { name: '/v1.0/me' }));
    expect((await body()).textContent).toContain('"asked": 1');
    expect(screen.getByDisplayValue('/v1.0/me')).toBeDefined();
    expect(asked).toBe(2);
    await user.click(history().getByRole('button', { name: 'Clear History' }));
    await screen.findByText('No queries yet');
  });

  test('are in no storage of the browser and end with the session', async () => {
    const server = serverWith(() => answer({ data: { secretOfTheTenant: 1 } }));
    const { user, router } = await opened(server);
    await user.click(execute());
    await body();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('secretOfTheTenant');
    await signOut();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await startSession();
    // The sign-in page leads on by itself, and would take the browser away from any other page.
    await waitFor(() => expect(router.state.location.pathname).toBe('/overview'));
    await router.navigate(page);
    await screen.findByText('No queries yet');
  });
});
