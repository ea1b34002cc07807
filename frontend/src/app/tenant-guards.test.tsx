import { useQuery } from '@tanstack/react-query';
import { getSecureScore } from '@tenantry/contract/dashboard';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { call } from '../lib/api-client.ts';
import { queryKey, withinTenant } from '../lib/query-client.ts';
import { reloadTenants, sessionState, useTenant } from '../lib/session.ts';
import { storageKeys, tabKeys } from '../lib/storage.ts';
import { apiError, contoso, fabrikam, json, signedInServer } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';
import { RequireSession } from './guards.tsx';
import { OptionalTenant, RequireTenant } from './tenant-guards.tsx';

function ScorePage() {
  const { tenantId } = useTenant();
  const query = useQuery({
    queryKey: queryKey('secure-score', tenantId),
    queryFn: ({ signal }) => call(getSecureScore, { query: { tenantId: tenantId ?? '' }, tenantId, signal }),
    placeholderData: withinTenant(tenantId),
  });
  return <p>Score: {query.data?.currentScore ?? 'on its way'}</p>;
}

const scoreRoutes = [
  {
    element: <RequireSession />,
    children: [
      { element: <RequireTenant />, children: [{ path: '/score', element: <ScorePage /> }] },
      { element: <OptionalTenant />, children: [{ path: '/any', element: <ScorePage /> }] },
      { path: '/select-tenant', element: <p>Choose one</p> },
    ],
  },
];

const score = (currentScore: number) =>
  json({
    currentScore,
    maxScore: 100,
    percentage: currentScore,
    trend: null,
    trendValue: null,
    lastUpdated: null,
    history: [],
    unknownBecause: null,
  });

describe('a page of the selected tenant', () => {
  test('never shows the former tenant’s data after a switch', async () => {
    const waiting = Promise.withResolvers<Response>();
    const server = signedInServer().on('GET /api/secure-score', ({ query }) =>
      query.get('tenantId') === contoso.id ? score(11) : waiting.promise,
    );
    const app = renderApp(`/score?tenantId=${contoso.id}`, server, scoreRoutes);
    await screen.findByText('Score: 11');
    void app.router.navigate(`/score?tenantId=${fabrikam.id}`);
    await screen.findByText('Score: on its way');
    expect(screen.queryByText('Score: 11')).toBeNull();
    waiting.resolve(score(22));
    await screen.findByText('Score: 22');
    expect(server.requestsTo('/api/secure-score').map((request) => request.tenantId)).toEqual([
      contoso.id,
      fabrikam.id,
    ]);
  });

  test('an answer that comes after the switch does not appear for the new tenant', async () => {
    const late = Promise.withResolvers<Response>();
    const server = signedInServer().on('GET /api/secure-score', ({ query }) =>
      query.get('tenantId') === contoso.id ? late.promise : score(22),
    );
    const app = renderApp(`/score?tenantId=${contoso.id}`, server, scoreRoutes);
    await waitFor(() => expect(server.requestsTo('/api/secure-score')).toHaveLength(1));
    void app.router.navigate(`/score?tenantId=${fabrikam.id}`);
    await screen.findByText('Score: 22');
    late.resolve(score(11));
    await late.promise;
    expect(screen.queryByText('Score: 11')).toBeNull();
  });
});

const foreign = '99999999-0000-4000-8000-000000000000';
const scoreServer = () =>
  signedInServer().on('GET /api/secure-score', ({ query }) => score(query.get('tenantId') === contoso.id ? 11 : 22));
const selected = () => {
  const state = sessionState();
  return state.status === 'signed-in' ? (state.tenant?.id ?? null) : undefined;
};

describe('the tenant in the address', () => {
  test('wins over the one that the tab had, and becomes the tab’s', async () => {
    sessionStorage.setItem(tabKeys.tenantId, contoso.id);
    const server = scoreServer();
    const app = renderApp(`/score?tenantId=${fabrikam.id}&status=open#part`, server, scoreRoutes);
    await screen.findByText('Score: 22');
    expect(app.path()).toBe(`/score?tenantId=${fabrikam.id}&status=open`);
    expect(sessionStorage.getItem(tabKeys.tenantId)).toBe(fabrikam.id);
    expect(server.requestsTo('/api/secure-score').map(({ tenantId }) => tenantId)).toEqual([fabrikam.id]);
  });

  test('wins over the one that another tab used last', async () => {
    sessionStorage.setItem(tabKeys.tenantId, contoso.id);
    localStorage.setItem(storageKeys.tenantId, fabrikam.id);
    renderApp(`/score?tenantId=${contoso.id}`, scoreServer(), scoreRoutes);
    await screen.findByText('Score: 11');
  });

  test('is put there from the tab, with everything else that the address says', async () => {
    sessionStorage.setItem(tabKeys.tenantId, contoso.id);
    localStorage.setItem(storageKeys.tenantId, fabrikam.id);
    const app = renderApp('/score?status=open', scoreServer(), scoreRoutes);
    await screen.findByText('Score: 11');
    expect(app.path()).toBe(`/score?tenantId=${contoso.id}&status=open`);
  });

  test('is put there from the one that was used last in a new tab', async () => {
    localStorage.setItem(storageKeys.tenantId, fabrikam.id);
    const app = renderApp('/any', scoreServer(), scoreRoutes);
    await screen.findByText('Score: 22');
    expect(app.path()).toBe(`/any?tenantId=${fabrikam.id}`);
  });

  test('is read in capitals too', async () => {
    const other = { ...contoso, id: 'abcdef01-0000-4000-8000-000000000000' };
    const server = scoreServer().on('GET /api/tenants', () => json({ tenants: [other] }));
    const app = renderApp(`/score?tenantId=${other.id.toUpperCase()}&status=open`, server, scoreRoutes);
    await screen.findByText('Score: 22');
    expect(app.path()).toBe(`/score?tenantId=${other.id}&status=open`);
  });

  test('Back leads to the tenant before', async () => {
    const app = renderApp(`/score?tenantId=${contoso.id}`, scoreServer(), scoreRoutes);
    await screen.findByText('Score: 11');
    await app.router.navigate(`/score?tenantId=${fabrikam.id}`);
    await screen.findByText('Score: 22');
    await app.router.navigate(-1);
    await screen.findByText('Score: 11');
    expect(selected()).toBe(contoso.id);
  });

  test.each(['/score', '/any'])('%s: one out of scope says so, asks for nothing and changes nothing', async (path) => {
    sessionStorage.setItem(tabKeys.tenantId, contoso.id);
    const server = scoreServer();
    const app = renderApp(`${path}?tenantId=${foreign}`, server, scoreRoutes);
    await screen.findByRole('heading', { name: 'Tenant Not Available' });
    await screen.findByText(/Contoso is still selected/);
    expect(app.path()).toBe(`${path}?tenantId=${foreign}`);
    expect(selected()).toBe(contoso.id);
    expect(sessionStorage.getItem(tabKeys.tenantId)).toBe(contoso.id);
    expect(server.requestsTo('/api/secure-score')).toEqual([]);
  });

  test('an optional page without any is of all tenants', async () => {
    const server = scoreServer();
    const app = renderApp('/any', server, scoreRoutes);
    await screen.findByText('Score: 22');
    expect(app.path()).toBe('/any');
    expect(server.requestsTo('/api/secure-score').map(({ tenantId }) => tenantId)).toEqual([null]);
  });
});

describe('a selection that is lost', () => {
  test.each(['/score', '/any', `/score?tenantId=${foreign}`])('%s leads to the choice, which says so', async (path) => {
    sessionStorage.setItem(tabKeys.tenantId, foreign);
    const app = renderApp(path, scoreServer(), scoreRoutes);
    await screen.findByText('Choose one');
    expect(app.path()).toBe('/select-tenant?message=tenant-expired');
    expect(sessionStorage.getItem(tabKeys.tenantId)).toBeNull();
  });

  test('also where it goes while the page is open', async () => {
    const server = scoreServer();
    const app = renderApp(`/score?tenantId=${contoso.id}`, server, scoreRoutes);
    await screen.findByText('Score: 11');
    server.on('GET /api/tenants', () => json({ tenants: [fabrikam] }));
    await reloadTenants();
    await waitFor(() => expect(app.path()).toBe('/select-tenant?message=tenant-expired'));
  });

  test('is not taken for lost where the list could not be loaded', async () => {
    sessionStorage.setItem(tabKeys.tenantId, contoso.id);
    const server = scoreServer().on('GET /api/tenants', () => apiError('UNAVAILABLE', 'Try again later'));
    const app = renderApp('/score', server, scoreRoutes);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    server.on('GET /api/tenants', () => json({ tenants: [contoso] }));
    await app.user.click(retry);
    await screen.findByText('Score: 11');
  });
});
