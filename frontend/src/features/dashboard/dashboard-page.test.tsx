import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { audit } from '../../testing/audits.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { unscanned } from '../../testing/tenant-summaries.ts';

const point = (date: string, currentScore: number) => ({ date, currentScore, maxScore: 200 });
const secureScore = {
  currentScore: 130,
  maxScore: 200,
  percentage: 65,
  trend: 'up',
  trendValue: 5,
  lastUpdated: '2026-03-01T00:00:00.000Z',
  history: [
    point('2025-01-01T00:00:00.000Z', 10),
    point('2026-01-01T00:00:00.000Z', 120),
    point('2026-03-01T00:00:00.000Z', 130),
  ],
  unknownBecause: null,
};
const risks = {
  overallRiskLevel: 'high',
  lastAssessment: '2026-03-01T00:00:00.000Z',
  indicators: [
    {
      type: 'critical-findings',
      label: 'Critical findings',
      count: 3,
      countUnknownBecause: null,
      description: 'Open findings of critical severity',
      severity: 'critical',
      actionUrl: '/findings?severity=critical',
    },
    {
      type: 'unaudited-mailboxes',
      label: 'Unaudited mailboxes',
      count: null,
      countUnknownBecause: 'Microsoft Graph does not tell.',
      description: 'Mailboxes whose actions are not logged',
      severity: 'high',
      actionUrl: '/findings?category=mail-flow',
    },
  ],
};
const noAudit = {
  tenantId: contoso.id,
  tenantName: contoso.name,
  auditTimestamp: null,
  trouble: null,
  overallScore: null,
  overallStatus: null,
  overallStatusUnknownBecause: 'No check could be judged.',
  coverage: null,
  criticalIssues: null,
  userCount: null,
  isSimulated: false,
  isSample: false,
  published: null,
  reason: 'This tenant has never been scanned.',
  categories: null,
  recommendations: [],
  datasets: [],
  incidents: null,
  sources: null,
};
const summary = {
  ...unscanned(),
  latestScan: null,
  meanScanDurationMs: null,
};

const freshness = (kind: string) => `GET /api/data-freshness/${kind}`;
const dashboardServer = (role: 'admin' | 'viewer' = 'admin') =>
  signedInServer(role)
    .on(freshness('secure-score'), () => json({ lastSync: new Date().toISOString(), trouble: null }))
    .on(freshness('audit-run'), () => json({ lastSync: null, trouble: null }))
    .on(freshness('task-sync'), () => apiError('UNAVAILABLE', 'The store does not answer'))
    .on('GET /api/secure-score', () => json(secureScore))
    .on('GET /api/risk-indicators', () => json(risks))
    .on('GET /api/audit/sample', () => json(audit))
    .on(`GET /api/tenant/${contoso.id}/summary`, () => json(summary))
    .on('GET /api/activities', () => json([]));

describe('the dashboard', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('says how old each kind of data is, and an outage in its own card', async () => {
    renderApp('/dashboard', dashboardServer());
    await screen.findByText('Up to date');
    expect(screen.getByText('Never synced')).toBeDefined();
    await screen.findByText('Task Sync: Failed to fetch data freshness');
  });

  test('an indicator that could not be counted shows the reason instead of 0', async () => {
    renderApp('/dashboard', dashboardServer());
    await screen.findByText('Not known: Microsoft Graph does not tell.');
    expect(screen.getByRole('link', { name: 'Critical findings' }).getAttribute('href')).toBe(
      `/findings?tenantId=${contoso.id}&severity=critical`,
    );
    expect(screen.queryByRole('link', { name: 'Unaudited mailboxes' })).toBeNull();
    const region = within(screen.getByRole('region', { name: 'Risk indicators' }));
    expect(region.getByText('3')).toBeDefined();
    expect(region.queryByText('0')).toBeNull();
  });

  test.each([
    ['sample data', { isSample: true, categories: audit.categories, reason: 'This is sample data.' }],
    ['nothing', {}],
  ])('of a tenant without an audit, of which the API gives %s, is one empty state with one button', async (_, over) => {
    const server = dashboardServer()
      .on('GET /api/audit/sample', () => json({ ...noAudit, ...over }))
      .on('POST /api/scan', () =>
        json({ message: 'Started', scanLogId: `${contoso.id}_scan-1`, status: 'running' }, 202),
      );
    const { user, path } = renderApp('/dashboard', server);
    await screen.findByRole('heading', { level: 2, name: 'Contoso has no audit yet' });
    const page = within(screen.getByRole('main'));
    expect(page.queryAllByRole('region')).toEqual([]);
    expect(page.queryByText(/out of 100|sample/i)).toBeNull();
    await user.click(page.getByRole('button', { name: 'Scan Internal Policies' }));
    await waitFor(() => expect(path()).toBe(`/scan?tenantId=${contoso.id}`));
  });

  test('of a tenant without an audit tells a viewer who can run a scan', async () => {
    const server = dashboardServer('viewer').on('GET /api/audit/sample', () => json(noAudit));
    renderApp('/dashboard', server);
    await screen.findByText(/An administrator can run a scan\./);
    expect(screen.queryByRole('button', { name: /Scan/ })).toBeNull();
  });

  test('the Secure Score has its word, its points and its course of 90 days in text', async () => {
    renderApp('/dashboard', dashboardServer());
    await screen.findByText('Good');
    expect(screen.getByText('130/200 points')).toBeDefined();
    expect(screen.getByText(/^Up 5 percentage points since/)).toBeDefined();
    const figure = screen.getByRole('figure', { name: 'Secure Score over 90 days, in percent' });
    expect(within(figure).getAllByRole('row', { hidden: true })).toHaveLength(2);
  });

  test('praises no figure of a tenant of which nothing new is known', async () => {
    const trouble = {
      kind: 'scanFailing',
      since: '2026-03-02T00:00:00.000Z',
      reason: 'The consent was withdrawn.',
      remedy: 'retry',
    };
    renderApp(
      '/dashboard',
      dashboardServer().on('GET /api/audit/sample', () => json({ ...audit, trouble })),
    );
    await screen.findByText('130/200 points');
    // The audit, which tells of the trouble, is there.
    await screen.findByText('61/100, 38 of 44 checks');
    expect(screen.queryByText('Good')).toBeNull();
  });

  test('a double click starts one scan, and one that goes on is followed on the scan page', async () => {
    const waiting = Promise.withResolvers<Response>();
    const server = dashboardServer().on('POST /api/scan', () => waiting.promise);
    const { path } = renderApp('/dashboard', server);
    const quick = within(await screen.findByRole('region', { name: 'Tenant Quick Actions' }));
    const start = quick.getByRole('button', { name: 'Scan Internal Policies' });
    fireEvent.click(start);
    fireEvent.click(start);
    await quick.findByText('Starting the scan…');
    waiting.resolve(json({ message: 'Started', scanLogId: `${contoso.id}_scan-1`, status: 'running' }, 202));
    await waitFor(() => expect(path()).toBe(`/scan?tenantId=${contoso.id}`));
    expect(server.requestsTo('/api/scan')).toHaveLength(1);
  });

  test('a report that cannot be made says why', async () => {
    const server = dashboardServer().on(`GET /api/tenant/${contoso.id}/report/pdf`, () =>
      apiError('NO_SCAN_YET', 'No scan found for this tenant. Run one first.'),
    );
    const { user } = renderApp('/dashboard', server);
    await user.click(await screen.findByRole('button', { name: 'Generate PDF Report' }));
    await screen.findByText('PDF Generation Failed');
    expect(screen.getByText('No scan found for this tenant. Run one first.')).toBeDefined();
  });

  test('a viewer gets no administrator’s actions', async () => {
    renderApp('/dashboard', dashboardServer('viewer'));
    await screen.findByText('Good');
    expect(screen.queryByText('Tenant Quick Actions')).toBeNull();
    expect(screen.queryByText('M365 Policy Configuration')).toBeNull();
  });
});
