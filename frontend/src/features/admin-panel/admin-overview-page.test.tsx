import type { Activity } from '@tenantry/contract/activities';
import type { AdminStats } from '@tenantry/contract/admin-stats';
import type { TenantTotals } from '@tenantry/contract/tenant-summaries';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { apiError, contoso, type FakeServer, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { generatedReport, runningReport } from '../../testing/reports.ts';

const stats: AdminStats = {
  totalTenants: 12,
  totalUsers: 3400,
  directoryAccounts: 0,
  totalAudits: 90,
  pendingApprovals: 7,
  activeTasks: 5,
  completedTasks: 4,
  unknownBecause: {},
};
const totals: TenantTotals = {
  tenants: 12,
  healthy: 8,
  needAttention: 2,
  critical: 2,
  failing: 0,
  unknown: 0,
  inTrouble: 0,
  withIncidents: 0,
  withChanges: 0,
  deviating: 0,
  openIssues: 30,
  criticalIssues: 3,
  pendingAudits: 2,
  averageScore: 64,
  openAlerts: 0,
  worse: 0,
  lastAuditDate: null,
};
const scanId = `${contoso.id}_scan-1`;

function server(change: { stats?: Partial<AdminStats>; totals?: Partial<TenantTotals> } = {}): FakeServer {
  return signedInServer()
    .on('GET /api/admin/stats', () => json({ ...stats, ...change.stats }))
    .on('GET /api/admin/tenant-summaries', () =>
      json({ items: [], total: 0, summary: { ...totals, ...change.totals } }),
    )
    .on('GET /api/admin/health', () =>
      json({ checkedAt: null, checks: [], metrics: [], history: [], readiness: { groups: [], settings: [] } }),
    );
}
const card = async (name: string) => screen.findByRole('group', { name });
const alerts = async () => within(await screen.findByRole('region', { name: 'System Alerts' }));

describe('the admin overview', () => {
  test('shows six figures', async () => {
    renderApp('/admin', server());
    await waitFor(async () => expect((await card('Total Tenants')).textContent).toContain('12'));
    expect((await card('Total Users')).textContent).toContain('3,400');
    expect((await card('Pending Audits')).textContent).toContain('2');
    expect((await card('Open Tasks')).textContent).toContain('5');
    expect((await card('Pending Approvals')).textContent).toContain('7');
    const score = await card('Avg Security Score');
    expect(score.textContent).toContain('64');
    expect(score.textContent).toContain('3 critical issues');
  });

  test.each([
    [70, 'Success'],
    [69, 'Warning'],
    [40, 'Warning'],
    [39, 'Danger'],
  ])('an average score of %d has the color of %s', async (averageScore, level) => {
    const { scoreLevel } = await import('./overview-cards.tsx');
    expect(scoreLevel(averageScore)).toBe({ Success: 'good', Warning: 'fair', Danger: 'poor' }[level]);
  });

  test('says why a figure is not known', async () => {
    const because = 'The directory of one tenant could not be counted yet; 3 accounts of others are known.';
    renderApp('/admin', server({ stats: { directoryAccounts: null, unknownBecause: { directoryAccounts: because } } }));
    await screen.findByText(because);
    expect((await card('Total Users')).textContent).toContain('3,400');
  });

  test('lists the first five activities with their time and who did it', async () => {
    const hourAgo = new Date(Date.now() - 3_700_000).toISOString();
    const events: Activity[] = [1, 2, 3, 4, 5, 6].map((number) => ({
      id: `a-${number}`,
      type: 'user',
      message: `Event ${number}`,
      timestamp: hourAgo,
      tenantId: contoso.id,
      tenantName: contoso.name,
      eventType: 'scan_triggered',
      target: contoso.name,
      user: 'Dana Doe',
      details: null,
    }));
    renderApp(
      '/admin',
      server().on('GET /api/admin/recent-activity', () => json(events)),
    );
    const list = within(await screen.findByRole('region', { name: 'Recent Admin Activities' }));
    expect((await list.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `Event ${number}1 hour ago by Dana Doe · Contoso`),
    );
  });

  test('warns of a low average score, and says that all is clear where nothing is wrong', async () => {
    const app = renderApp('/admin', server({ totals: { averageScore: 49 } }));
    await (await alerts()).findByText('Low security score');
    app.unmount();
  });

  test('says that all is clear where nothing is critical and nothing is pending', async () => {
    const clear = { criticalIssues: 0, pendingAudits: 0, averageScore: 70 };
    renderApp('/admin', server({ totals: clear, stats: { pendingApprovals: 0 } }));
    await (await alerts()).findByText('All clear');
  });

  test('says nothing of what could not be asked for', async () => {
    renderApp(
      '/admin',
      server().on('GET /api/admin/health', () => apiError('UNAVAILABLE', 'The database cannot be reached.')),
    );
    await (await alerts()).findByText('The alerts could not be determined');
    expect((await alerts()).queryByText('All clear')).toBeNull();
  });

  test('a blank domain asks for one', async () => {
    const { user } = renderApp('/admin', server());
    const form = within(await screen.findByRole('form', { name: 'Mail flow check' }));
    await user.click(form.getByRole('button', { name: 'Check' }));
    await screen.findByText('Domain Required');
    expect(screen.getByText('Please enter a domain to check mail flow health')).toBeDefined();
  });

  test('leads to the System Dashboard', async () => {
    renderApp('/admin', server());
    const link = await screen.findByRole('link', { name: 'System Dashboard' });
    expect(link.getAttribute('href')).toBe('/admin/system');
  });
});

describe('a quick action of the admin pages', () => {
  async function choose(app: ReturnType<typeof renderApp>, action: string): Promise<void> {
    const { user } = app;
    await user.click(await screen.findByRole('button', { name: action }));
    const combobox = await screen.findByRole('combobox', { name: 'Tenant' });
    await user.click(combobox);
    await user.click(await screen.findByRole('option', { name: /Contoso/ }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
  }

  test('asks for the tenant, comes back and marks its checklist', async () => {
    const api = server()
      .on(`GET /api/tenant/${contoso.id}/summary`, () => json(summaryWith(scanId)))
      .on(`PATCH /api/admin/checklist/${scanId}`, () => json({ items: [] }));
    const app = renderApp('/admin', api);
    await app.user.click(await screen.findByRole('button', { name: 'Mark Checklist Complete' }));
    await waitFor(() =>
      expect(app.path()).toBe('/select-tenant?message=tenant-required&action=mark-checklist-complete'),
    );
    await screen.findByText('Mark Checklist Complete needs a tenant. It starts as soon as you select one.');
    await app.user.click(await screen.findByRole('combobox', { name: 'Tenant' }));
    await app.user.click(await screen.findByRole('option', { name: /Contoso/ }));
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('Checklist Completed');
    expect(screen.getByText('All manual verification items marked as complete')).toBeDefined();
    expect(app.path()).toBe('/admin');
    const [sent, ...more] = api.requestsTo(`/api/admin/checklist/${scanId}`);
    expect(more).toEqual([]);
    expect(sent?.body).toEqual({
      items: ['login_branding', 'mfa_enforcement', 'legacy_auth', 'external_sharing', 'admin_accounts'].map(
        (itemId) => ({ itemId, checked: true }),
      ),
    });
  });

  test('says why the checklist could not be marked', async () => {
    const api = server().on(`GET /api/tenant/${contoso.id}/summary`, () => json(summaryWith(null)));
    await choose(renderApp('/admin', api), 'Mark Checklist Complete');
    await screen.findByText('Checklist Update Failed');
    expect(screen.getByText('No scan found for this tenant. Please run a scan first.')).toBeDefined();
  });

  test('starts an internal scan of the tenant that was chosen', async () => {
    const api = server().on('POST /api/scan/internal', () =>
      json({ message: 'Scan started', scanLogId: scanId, status: 'queued' }, 202),
    );
    await choose(renderApp('/admin', api), 'Scan Internal');
    await screen.findByText('Scan started');
    expect(api.requestsTo('/api/scan/internal').map(({ body }) => body)).toEqual([{ tenantId: contoso.id }]);
  });

  test('generates the report and saves it', async () => {
    URL.createObjectURL = vi.fn(() => 'blob:report');
    URL.revokeObjectURL = vi.fn();
    const running = runningReport();
    const ready = generatedReport({ reportId: running.reportId });
    const api = server()
      .on('POST /api/generate/pdf', () => json(running, 202))
      .on(`GET /api/reports/${running.reportId}`, () => json(ready))
      .on(`GET /api/report/${running.reportId}/pdf`, () => new Response('pdf'));
    await choose(renderApp('/admin', api), 'Generate Report');
    await screen.findByText('Report generated', {}, { timeout: 5000 });
    expect(api.requestsTo(`/api/report/${running.reportId}/pdf`)).toHaveLength(1);
  });

  test('says why no report was generated', async () => {
    const api = server().on('POST /api/generate/pdf', () =>
      apiError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.'),
    );
    await choose(renderApp('/admin', api), 'Generate Report');
    await screen.findByText('PDF Generation Failed');
  });

  test('says why a report that was begun was not made', async () => {
    const error = 'The report could not be laid out. Try again.';
    const api = server().on('POST /api/generate/pdf', () => json(generatedReport({ status: 'failed', error }), 201));
    await choose(renderApp('/admin', api), 'Generate Report');
    await screen.findByText(error);
  });

  test.each([
    ['configure-alerts', 'Alert configuration will be available in a future update'],
    ['anything-else', 'This feature will be available in a future update'],
  ])('that is not there yet, such as %s, says so', async (action, text) => {
    const app = renderApp(`/select-tenant?message=tenant-required&action=${action}`, server());
    await app.user.click(await screen.findByRole('combobox', { name: 'Tenant' }));
    await app.user.click(await screen.findByRole('option', { name: /Fabrikam/ }));
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText(text);
    expect(screen.getByText('Coming Soon')).toBeDefined();
  });

  test('is not run by an address alone', async () => {
    const api = server();
    renderApp(`/admin?action=scan-internal&tenantId=${fabrikam.id}`, api);
    await screen.findByText('System Alerts');
    await waitFor(() => expect(api.requestsTo('/api/admin/stats').length).toBeGreaterThan(0));
    expect(api.requestsTo('/api/scan/internal')).toEqual([]);
  });
});

function summaryWith(latest: string | null) {
  return {
    tenantId: contoso.id,
    tenantName: contoso.name,
    domain: contoso.domain,
    isMock: false,
    status: 'Unknown',
    trouble: null,
    secureScore: null,
    securityScore: null,
    coverage: null,
    openIssuesCount: null,
    criticalIssues: null,
    topReason: null,
    baselines: [],
    change: null,
    changeUnknownBecause: null,
    incident: null,
    recentChanges: { since: '2026-03-06T00:00:00.000Z', critical: 0, high: 0, hasMore: false, first: null },
    openAlerts: null,
    openAlertsUnknownBecause: null,
    lastAuditDate: null,
    lastScanStatus: 'none',
    lastScanDate: null,
    meanScanDurationMs: null,
    latestScan:
      latest === null
        ? null
        : {
            id: latest,
            status: 'completed',
            startedAt: '2026-01-01T00:00:00.000Z',
            completedAt: null,
            durationMs: null,
            findingsGenerated: null,
            userCount: null,
          },
  };
}
