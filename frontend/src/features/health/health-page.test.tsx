import type { TrailState, TrailVerification } from '@tenantry/contract/audit-trail';
import type { ReadinessItem, ReadinessState } from '@tenantry/contract/health';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
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
const item = (id: string, label: string, state: ReadinessState, more: Partial<ReadinessItem> = {}): ReadinessItem => ({
  id,
  label,
  state,
  message: '',
  at: null,
  action: null,
  page: null,
  docs: null,
  ...more,
});
const health = {
  checkedAt: at,
  checks: [check, { ...check, endpoint: 'records', status: 'ok', error: null }],
  metrics: [{ metric: 'scans.running', value: null, timestamp: at }],
  history: [],
  readiness: {
    groups: [
      {
        id: 'services',
        title: 'Services',
        items: [item('service.vault', 'Vault (secrets)', 'attention', { message: 'It does not answer: No response' })],
      },
      {
        id: 'registration',
        title: 'App registration',
        items: [
          item('registration.secret', 'Client secret', 'ready', { message: 'It is in the vault.' }),
          item('registration.end', 'End of the client secret', 'attention', {
            message: 'It expires in 12 days.',
            action: 'Create a new secret.',
            page: 'graphSettings',
            docs: 'docs/operate.md, secrets-ending',
          }),
        ],
      },
      {
        id: 'work',
        title: 'Timers and queues',
        items: [item('timer.health', 'Timer health', 'unknown', { message: 'It has not run yet.', action: 'Look.' })],
      },
    ],
    settings: [{ label: 'Trusted proxies', value: '2', setting: 'TRUSTED_PROXIES' }],
  },
};
const notProbed = { ...health, checkedAt: null, checks: [], metrics: [] };

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
      serverWith(() => state(), notProbed),
    );
    await screen.findByText('Not probed yet');
    expect(screen.getByText('The services have not been checked yet')).toBeDefined();
  });

  test('tells first what needs attention, with what to do and where', async () => {
    renderApp(
      page,
      serverWith(() => state()),
    );
    const card = within(await screen.findByRole('region', { name: 'Readiness' }));
    expect(card.getByRole('status').textContent).toBe('2 points need attention1 of 4 ready, 1 not known');
    const [vault, end] = within(card.getByRole('list', { name: 'What needs attention' })).getAllByRole('listitem');
    expect(vault?.textContent).toContain('It does not answer: No response');
    expect(end?.textContent).toContain('It expires in 12 days.Create a new secret.');
    expect(end?.textContent).toContain('More in docs/operate.md, secrets-ending');
    const link = card.getByRole('link', { name: 'Graph API Settings' });
    expect(link.getAttribute('href')).toBe('/admin/graph-settings');
  });

  test('leads to the findings that a point is about, by tenant and title', async () => {
    const findings = [{ id: 'f1', tenantId: contoso.id, tenant: 'Contoso', title: 'MFA for all' }];
    const answers = item('tenants.microsoft-answers', 'Answers', 'attention', { action: 'Open them.', findings });
    const groups = [{ id: 'tenants', title: 'Tenants', items: [answers] }];
    renderApp(
      page,
      serverWith(() => state(), { ...health, readiness: { groups, settings: [] } }),
    );
    const row = await screen.findByRole('list', { name: 'What needs attention' });
    expect(row.textContent).toContain('Contoso: MFA for all');
    const link = within(row).getByRole('link', { name: 'MFA for all' });
    expect(link.getAttribute('href')).toBe(`/findings?tenantId=${contoso.id}&finding=f1`);
  });

  test('tells each thing by its group with its state in words, and the settings', async () => {
    renderApp(
      page,
      serverWith(() => state()),
    );
    const registration = within(await screen.findByRole('region', { name: 'App registration' }));
    const states = registration.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'));
    expect(states).toEqual(['Ready', 'Needs attention']);
    const work = within(screen.getByRole('region', { name: 'Timers and queues' }));
    expect(work.getByRole('img', { name: 'Not known' })).toBeDefined();
    expect(work.getByText('Look.')).toBeDefined();
    const settings = within(screen.getByRole('region', { name: 'Settings' }));
    expect(settings.getByText('Trusted proxies').closest('div')?.textContent).toContain('2');
  });

  test.each([
    ['ready', 'Everything is in place'],
    ['unknown', 'Nothing found that needs attention'],
  ] as const)('where all of it is %s, says: %s', async (one, words) => {
    const readiness = { settings: [], groups: [{ id: 'work', title: 'Work', items: [item('a', 'A', one)] }] };
    renderApp(
      page,
      serverWith(() => state(), { ...health, readiness }),
    );
    await screen.findByText(words);
  });

  test('checks now, once however often it is pressed, and shows what came of it', async () => {
    let asked = 0;
    const answer = Promise.withResolvers<void>();
    const server = serverWith(() => state(), notProbed).on('POST /api/admin/health/check', async () => {
      asked += 1;
      await answer.promise;
      return json(health);
    });
    const { user } = renderApp(page, server);
    const button = await screen.findByRole('button', { name: 'Check now' });
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Checking…' }));
    answer.resolve();
    await screen.findByRole('table', { name: 'Services' });
    expect(asked).toBe(1);
  });

  test('says why it could not check, and keeps what it shows', async () => {
    const server = serverWith(() => state()).on('POST /api/admin/health/check', () =>
      apiError('UNAVAILABLE', 'The tables do not answer.'),
    );
    const { user } = renderApp(page, server);
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    await screen.findByText(/The tables do not answer/);
    expect(screen.getByRole('table', { name: 'Services' })).toBeDefined();
  });

  test('shows an answer that fails with a way to try again', async () => {
    let fails = true;
    const server = serverWith(() => state()).on('GET /api/admin/health', () =>
      fails ? apiError('INVALID_INPUT', 'Not now.') : json(health),
    );
    const { user } = renderApp(page, server);
    await screen.findByText(/Not now/);
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('region', { name: 'Readiness' });
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

describe('what for administrators of all tenants', () => {
  const scoped = () => signedInServer('admin', undefined, false);

  test.each([
    page,
    '/admin/roles',
    '/admin/settings',
    '/admin/graph-settings',
    '/admin/test-m365',
    '/admin/oauth-errors',
  ])('%s says to an administrator of some tenants whose it is', async (path) => {
    renderApp(path, scoped());
    await screen.findByText(/for administrators of all tenants/);
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
