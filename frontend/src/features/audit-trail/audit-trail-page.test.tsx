import type { TrailEntry } from '@tenantry/contract/audit-trail';
import { trailEventKinds, trailEventLabel } from '@tenantry/contract/trail-events';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { detailFacts } from './detail-facts.ts';

const api = '/api/admin/audit-trail';
const at = '2026-03-04T12:00:00.000Z';
const entryOf = (change: Partial<TrailEntry> = {}): TrailEntry => ({
  id: `entry-${at}-1`,
  eventType: 'user_role_changed',
  user: 'ada',
  target: 'grace@msp.example',
  tenantId: contoso.id,
  tenantName: contoso.name,
  details: { before: { role: 'viewer' }, after: { role: 'admin' }, reason: 'promotion' },
  timestamp: at,
  ...change,
});
const page = (entries: TrailEntry[], pagination: object = {}) =>
  json({ entries, pagination: { total: entries.length, limit: 50, offset: 0, hasMore: false, ...pagination } });
const serverWith = (answer: (query: URLSearchParams) => Response) =>
  signedInServer()
    .on(`GET ${api}`, ({ query }) => answer(query))
    .on('GET /api/admin/exports', () => json([]))
    .on(`GET ${api}/verification`, () => json({ last: null, running: null, isOverdue: false }));

describe('the activity trail', () => {
  test('shows badge, user, target with its tenant, what changed from what to what, and the time', async () => {
    renderApp(
      '/admin/logs',
      serverWith(() => page([entryOf()])),
    );
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Admin Panel - Audit Logs');
    const row = (await screen.findAllByRole('row'))[1];
    const cells = within(row as HTMLElement).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('2026'),
      'User role changed',
      'ada',
      `grace@msp.example${contoso.name}`,
      'Role:viewer → adminReason:promotion',
    ]);
    expect(screen.getByRole('link', { name: 'See the verification' }).getAttribute('href')).toBe('/admin/health');
  });

  test('goes from page to page, and says which it is and how much it shows', async () => {
    const server = serverWith((query) => {
      const offset = Number(query.get('offset'));
      return page([entryOf({ user: `user of ${offset}` })], { total: 101, offset, hasMore: offset < 100 });
    });
    const { path, user } = renderApp('/admin/logs', server);
    await screen.findByText('user of 0');
    expect(screen.getByText('Showing 1 of 101 total entries')).toBeDefined();
    expect(screen.getByText('Page 1 of 3')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('user of 50');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('user of 100');
    expect([path(), screen.getByText('Page 3 of 3').textContent]).toEqual(['/admin/logs?offset=100', 'Page 3 of 3']);
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByText('user of 50');
  });

  test('begins at its first page again when a filter changes, and asks for no empty one', async () => {
    const server = serverWith((query) => page([entryOf()], { total: 200, offset: Number(query.get('offset')) }));
    const { path, user } = renderApp('/admin/logs?offset=100', server);
    await screen.findByText('Page 3 of 4');
    await user.selectOptions(screen.getByLabelText('Event type'), 'User created');
    await waitFor(() => expect(path()).toBe('/admin/logs?eventType=user_created'));
    fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '2026-03-01' } });
    fireEvent.change(screen.getByLabelText('End date'), { target: { value: '2026-03-04' } });
    await user.type(screen.getByLabelText('User'), 'ad');
    await user.type(screen.getByLabelText('Target'), 'gra');
    await waitFor(() => expect(path()).toContain('target=gra'));
    await waitFor(() => {
      const asked = Object.fromEntries(server.requestsTo(api).at(-1)?.query ?? []);
      expect(asked).toEqual({
        eventType: 'user_created',
        user: 'ad',
        target: 'gra',
        startDate: new Date(2026, 2, 1).toISOString(),
        endDate: new Date(2026, 2, 4, 23, 59, 59, 999).toISOString(),
        limit: '50',
        offset: '0',
      });
    });
    await user.click(screen.getByRole('button', { name: 'Clear All' }));
    await waitFor(() => expect(path()).toBe('/admin/logs'));
    await waitFor(() => {
      const asked = Object.fromEntries(server.requestsTo(api).at(-1)?.query ?? []);
      expect(asked).toEqual({ limit: '50', offset: '0' });
    });
  });

  test('says that it could not be fetched, and tries again', async () => {
    let fails = true;
    const server = serverWith(() => (fails ? apiError('INTERNAL', 'Something went wrong') : page([entryOf()])));
    const { user } = renderApp('/admin/logs', server);
    await screen.findByText('Failed to fetch audit trail');
    fails = false;
    await user.click(screen.getByRole('button', { name: /retry/i }));
    await screen.findByText('ada');
  });

  test('exports what the filters show, as CSV or JSON', async () => {
    const asked: Record<string, string>[] = [];
    const server = serverWith(() => page([entryOf()])).on(`GET ${api}/export`, ({ query }) => {
      asked.push(Object.fromEntries(query));
      return json({}, 503);
    });
    const { user } = renderApp('/admin/logs?user=ada&offset=50', server);
    for (const format of ['CSV', 'JSON']) {
      await user.click(await screen.findByRole('button', { name: 'Export' }));
      await user.click(await screen.findByRole('menuitem', { name: `${format} file` }));
      await waitFor(() => expect(asked.at(-1)).toEqual({ format: format.toLowerCase(), user: 'ada' }));
    }
    await screen.findAllByText('Export failed: 503 Service Unavailable');
  });

  test('says where nothing matches, and shows an entry that is not as it was written', async () => {
    const server = serverWith((query) =>
      query.has('user') ? page([]) : page([entryOf({ details: 'Not as written', timestamp: 'never', eventType: '' })]),
    );
    const { user } = renderApp('/admin/logs?user=nobody', server);
    await screen.findByText('No entries match these filters');
    await user.click(screen.getAllByRole('button', { name: 'Clear All' })[1] as HTMLElement);
    await screen.findByText('Not as written');
    expect(screen.getByText('never')).toBeDefined();
  });

  test('gives each type of event a name and a color of its kind, each time the same', async () => {
    const types = Object.keys(trailEventKinds);
    renderApp(
      '/admin/logs',
      serverWith(() =>
        page(types.flatMap((eventType) => [1, 2].map((n) => entryOf({ id: `${eventType}-${n}`, eventType })))),
      ),
    );
    const table = within(await screen.findByRole('table', { name: 'Audit trail' }));
    for (const type of types) {
      const [first, second, ...more] = table.getAllByText(trailEventLabel(type), { exact: true });
      expect([type, first?.className, more.length]).toEqual([type, second?.className, 0]);
    }
  });
});

test.each<[string, Record<string, unknown>, [string, string][]]>([
  [
    'a change within a value',
    { before: { scope: { kind: 'all' } }, after: { scope: { kind: 'tenants', tenantIds: ['a', 'b'] } } },
    [
      ['Scope › Kind', 'all → tenants'],
      ['Scope › Tenant ids', '— → a, b'],
    ],
  ],
  [
    'what was made',
    { before: {}, after: { role: 'viewer', isActive: true } },
    [
      ['Role', 'viewer'],
      ['Is active', 'Yes'],
    ],
  ],
  ['what was deleted', { before: { role: 'viewer' }, after: {} }, [['Role', 'viewer → —']]],
  ['lists of objects', { domains: [{ name: 'a.example' }] }, [['Domains › 1 › Name', 'a.example']]],
  [
    'nothing',
    { to: null, list: [], empty: {} },
    [
      ['To', '—'],
      ['List', '—'],
      ['Empty', '—'],
    ],
  ],
])('details read as names with values: %s', (_, details, facts) => {
  expect(detailFacts(details)).toEqual(facts);
});
