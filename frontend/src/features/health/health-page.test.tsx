import type { TrailState, TrailVerification } from '@tenantry/contract/audit-trail';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const page = '/admin/health';
const at = '2026-03-04T12:00:00.000Z';
const whole: TrailVerification = {
  status: 'whole',
  reason: null,
  verifiedAt: at,
  entries: 1234,
  blocks: 1100,
  from: '2026-01-01T00:00:00.000Z',
  until: at,
  anchored: { block: 1090, at, isSealed: true },
  unproven: { blocks: 10, entries: 12, waiting: 0 },
  problemCount: 0,
  problems: [],
  notes: [],
};
const state = (change: Partial<TrailState> = {}): TrailState => ({
  last: whole,
  running: null,
  isOverdue: false,
  ...change,
});
const check = {
  endpoint: 'vault',
  method: 'get',
  status: 'failed',
  responseTime: 15,
  error: 'No response',
  timestamp: at,
};
const health = {
  checkedAt: at,
  checks: [check, { ...check, endpoint: 'records', status: 'ok', error: null }],
  metrics: [{ metric: 'scans.running', value: null, timestamp: at }],
  history: [],
};

const serverWith = (trail: () => TrailState, answer: object = health) =>
  signedInServer()
    .on('GET /api/admin/audit-trail/verification', () => json(trail()))
    .on('GET /api/admin/health', () => json(answer));
const trailCard = async () => within(await screen.findByRole('region', { name: 'Audit trail' }));

describe('the page of the health of the system', () => {
  test('tells which service does not answer, and a figure that is not known', async () => {
    renderApp(
      page,
      serverWith(() => state()),
    );
    const table = within(await screen.findByRole('table', { name: 'Services' }));
    const [, records, vault] = table.getAllByRole('row').map((row) => row.textContent);
    expect(vault).toMatch(/Vault.*Not responding.*No response/);
    expect(records).toMatch(/Records.*Responding/);
    expect(screen.getByText('Scans running').closest('div')?.textContent).toContain('Unknown');
  });

  test('says so where nothing was probed yet', async () => {
    renderApp(
      page,
      serverWith(() => state(), { checkedAt: null, checks: [], metrics: [], history: [] }),
    );
    await screen.findByText('Not probed yet');
  });

  test('shows an answer that fails in its place, and the trail all the same', async () => {
    const server = serverWith(() => state()).on('GET /api/admin/health', () =>
      apiError('FORBIDDEN', 'This is not for you.'),
    );
    renderApp(page, server);
    await screen.findByText(/This is not for you/);
    await (await trailCard()).findByText('Intact');
  });

  test('says that the trail is whole, until when it is anchored, and what is not proven', async () => {
    renderApp(
      page,
      serverWith(() => state()),
    );
    const card = await trailCard();
    await card.findByText('Intact');
    expect(card.getByText('1,234')).toBeDefined();
    expect(card.getByText(/block 1,090/)).toBeDefined();
    expect(card.getByText('12 entries')).toBeDefined();
  });

  test('tells the first broken entry, what it means and what to do', async () => {
    const problem = {
      kind: 'altered',
      record: 'entry-1',
      at,
      month: '2026-03',
      message: 'This entry was changed.',
    } as const;
    const broken: TrailVerification = { ...whole, status: 'broken', problemCount: 30, problems: [problem] };
    renderApp(
      page,
      serverWith(() => state({ last: broken })),
    );
    const card = await trailCard();
    await card.findByText(/^First broken: /);
    expect(card.getByText('entry-1')).toBeDefined();
    expect(card.getByText(/30 parts of the trail cannot be trusted/)).toBeDefined();
    expect(card.getByText(/compare with a backup/)).toBeDefined();
  });

  test('does not call it whole where it could not be verified, or not for long', async () => {
    const last = { ...whole, status: 'notVerified', reason: 'The vault does not answer.' } as const;
    renderApp(
      page,
      serverWith(() => state({ last, isOverdue: true })),
    );
    const card = await trailCard();
    await card.findByText(/The vault does not answer\./);
    expect(card.queryByText('Intact')).toBeNull();
    expect(card.getByText('Not verified for more than a day')).toBeDefined();
  });

  test('verifies on demand, once, and shows what comes of it', async () => {
    let current = state({ last: null });
    let asked = 0;
    const server = serverWith(() => current).on('POST /api/admin/audit-trail/verification', () => {
      asked += 1;
      current = state({ last: null, running: { requestedBy: 'dana', requestedAt: at, entries: 0 } });
      return json(current, 202);
    });
    const { user } = renderApp(page, server);
    const card = await trailCard();
    await card.findByText('Not verified yet');
    const button = card.getByRole('button', { name: 'Verify now' });
    await user.click(button);
    await card.findByText('Verifying …');
    await user.click(button);
    expect(asked).toBe(1);
    current = state();
    await waitFor(() => expect(card.getByText('Intact')).toBeDefined(), { timeout: 5000 });
  });
});

describe('what for administrators of all organizations', () => {
  const scoped = () => signedInServer('admin', undefined, false);

  test.each([
    page,
    '/admin/roles',
    '/admin/settings',
    '/admin/graph-settings',
    '/admin/test-m365',
    '/admin/oauth-errors',
  ])('%s says to an administrator of some organizations whose it is', async (path) => {
    renderApp(path, scoped());
    await screen.findByText(/for administrators of all organizations/);
  });

  test('is not offered to them', async () => {
    const server = scoped().on('GET /api/admin/tenants', () => json({ tenants: [], offboarding: [] }));
    renderApp('/admin/tenants', server);
    await screen.findByText('No Tenants Found');
    expect(screen.queryByRole('link', { name: 'Connect M365 Tenant' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Partner Center/ })).toBeNull();
  });

  test('is told above every page to administrators of all of them: the trail is broken', async () => {
    const server = signedInServer().on('GET /api/auth/status', () =>
      json({
        needsReconnect: false,
        tenants: [],
        selected: null,
        endingSecrets: { total: 0, soonest: [] },
        auditTrail: { status: 'broken', message: 'First broken: entry-1. This entry was changed.' },
      }),
    );
    const { user } = renderApp('/overview', server);
    await screen.findByText('The audit trail is broken');
    expect(screen.getByRole('link', { name: 'Show' }).getAttribute('href')).toBe(page);
    await user.click(screen.getByRole('button', { name: 'Dismiss audit trail notice' }));
    expect(screen.queryByText('The audit trail is broken')).toBeNull();
  });
});
