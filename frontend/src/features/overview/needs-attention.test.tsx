import type { TenantSummary } from '@tenantry/contract/tenant-summaries';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { consentGone, unscanned } from '../../testing/tenant-summaries.ts';

const path = 'GET /api/admin/tenant-summaries';
const none = {
  healthy: 0,
  needAttention: 0,
  critical: 0,
  unknown: 0,
  openIssues: 0,
  averageScore: null,
  criticalIssues: 0,
  pendingAudits: 0,
};
const audited: Partial<TenantSummary> = {
  status: 'Warning',
  secureScore: 70,
  openIssuesCount: 4,
  topReason: { kind: 'finding', text: 'MFA is not required', severity: 'high', checkId: 'mfa', findingId: 'f' },
  changeUnknownBecause: 'First audited less than 7 days ago.',
  openAlerts: 0,
  openAlertsUnknownBecause: null,
  lastAuditDate: '2026-03-09T01:00:00.000Z',
};

function serverWith(items: TenantSummary[], role: 'admin' | 'technician' = 'admin') {
  const failing = items.filter(({ trouble }) => trouble !== null).length;
  const more = {
    failing,
    inTrouble: failing,
    withIncidents: 0,
    withChanges: 0,
    deviating: 0,
    openAlerts: null,
    worse: 0,
    lastAuditDate: null,
  };
  const summary = { tenants: items.length, ...none, ...more };
  return signedInServer(role).on(path, () => json({ items, total: items.length, summary }));
}
const rowOf = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });

test('a tenant whose scans fail says since when, why and how old its figures are, and is scanned again by Retry', async () => {
  const failing = unscanned({ ...audited, status: 'Failing', trouble: consentGone });
  const server = serverWith([failing])
    .on('POST /api/scan', () => json({ message: 'Started', scanLogId: `${contoso.id}_scan`, status: 'completed' }))
    .on(`GET /api/scan/${contoso.id}_scan`, () => json({ status: 'completed', errorMessage: null }));
  const app = renderApp('/overview', server);
  const row = await rowOf('Contoso');
  expect(row.textContent).toMatch(/Failing.*Scan failing since .*consent was withdrawn.*Figures are from .*2026/);
  expect(row.textContent).not.toContain('7-day');
  expect(screen.getByRole('link', { name: 'Reconnect Contoso' }).getAttribute('href')).toContain(contoso.id);
  await app.user.click(screen.getByRole('button', { name: 'Retry the scan of Contoso' }));
  await waitFor(() => expect(server.requestsTo('/api/scan')).toHaveLength(1));
});

test('a technician is told of a failing scan, and offered nothing that only administrators may do', async () => {
  renderApp(
    '/overview',
    serverWith([unscanned({ ...audited, status: 'Failing', trouble: consentGone })], 'technician'),
  );
  expect((await rowOf('Contoso')).textContent).toContain('Scan failing since');
  expect(screen.queryByRole('button', { name: /Retry the scan/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /Reconnect/ })).toBeNull();
});

test('a row says the most pressing reason, whether it became worse, and how many alerts are open', async () => {
  const worse = { since: '2026-03-02T00:00:00.000Z', score: -5, openIssues: 3, direction: 'worse' } as const;
  const items = [
    unscanned({ ...audited, change: worse, changeUnknownBecause: null, openAlerts: 2 }),
    unscanned({
      ...audited,
      tenantId: fabrikam.id,
      tenantName: 'Fabrikam',
      openAlerts: null,
      openAlertsUnknownBecause: 'Microsoft refused to show the security alerts.',
    }),
  ];
  renderApp('/overview', serverWith(items));
  const contosoRow = await rowOf('Contoso');
  expect(contosoRow.textContent).toContain('High: MFA is not required');
  expect(contosoRow.textContent).toContain('Worse in 7 days: score −5, 3 more issues');
  expect(contosoRow.textContent).toContain('2 open high-severity Microsoft alerts');
  const fabrikamRow = await rowOf('Fabrikam');
  expect(fabrikamRow.textContent).toContain('7-day change unknown. First audited less than 7 days ago.');
  expect(fabrikamRow.textContent).toContain('Microsoft alerts unknown. Microsoft refused to show');
});

test('a row counts the critical and high changes since Friday, and names the first', async () => {
  const since = '2026-03-06T00:00:00.000Z';
  const first = 'New Global Administrator: eve@contoso.example';
  const items = [
    unscanned({ ...audited, recentChanges: { since, critical: 1, high: 2, hasMore: false, first } }),
    unscanned({
      ...audited,
      tenantId: fabrikam.id,
      tenantName: 'Fabrikam',
      recentChanges: { since, critical: 0, high: 20, hasMore: true, first: 'MX records changed' },
    }),
  ];
  renderApp('/overview', serverWith(items));
  expect((await rowOf('Contoso')).textContent).toContain(
    `1 critical change, 2 high-severity changes since Friday: ${first}`,
  );
  expect((await rowOf('Fabrikam')).textContent).toContain(
    'At least 20 high-severity changes since Friday: MX records changed',
  );
});

test('a row says how the tenant stands against the worst of its baselines', async () => {
  const counts = { aligned: 20, excepted: 0, notKnown: 0, notRequired: 0, exceptedUntil: null };
  const items = [
    unscanned({
      ...audited,
      baselines: [
        {
          ...{ baselineId: 'essentials', baselineName: 'Essentials', state: 'deviating' },
          ...{ ...counts, deviating: 9, percent: 68, gravest: 'high' },
        },
        {
          ...{ baselineId: 'scuba', baselineName: 'SCuBA', state: 'aligned' },
          ...{ ...counts, deviating: 0, percent: 100, gravest: null },
        },
      ],
    }),
    unscanned({ ...audited, tenantId: fabrikam.id, tenantName: 'Fabrikam' }),
  ];
  renderApp('/overview', serverWith(items));
  expect((await rowOf('Contoso')).textContent).toContain('Essentials: 68%, 9 checks deviating, and 1 more baseline');
  expect((await rowOf('Fabrikam')).textContent).not.toContain('baseline');
});

test('what is looked for stands in the address and is asked of the server', async () => {
  const server = serverWith([unscanned()]);
  const app = renderApp('/overview?status=Critical', server);
  await rowOf('Contoso');
  const lastAsked = () => Object.fromEntries(server.requestsTo('/api/admin/tenant-summaries').at(-1)?.query ?? []);
  expect(lastAsked()).toMatchObject({ status: 'Critical', sort: 'need' });
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Needs attention' }), 'Without new results');
  await waitFor(() => expect(lastAsked()).toMatchObject({ status: 'Critical', need: 'failing' }));
  await app.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'conto');
  await waitFor(() => expect(lastAsked()).toMatchObject({ search: 'conto' }));
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(lastAsked()).toEqual({ sort: 'need', changesSince: expect.any(String) }));
});

test('where nothing fits the filters, that is said and the filters stay', async () => {
  const summary = {
    tenants: 2,
    ...none,
    failing: 0,
    inTrouble: 0,
    withIncidents: 0,
    withChanges: 0,
    deviating: 0,
    openAlerts: null,
    worse: 0,
    lastAuditDate: null,
  };
  const server = signedInServer().on(path, () => json({ items: [], total: 0, summary }));
  renderApp('/overview?search=nobody', server);
  await screen.findByText('No tenants found that match the filters');
  expect(screen.getByRole('button', { name: 'Clear filters' })).toBeDefined();
});
