import type { Activity } from '@tenantry/contract/activities';
import type { SystemHistory } from '@tenantry/contract/health';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const noSettings = {
  clientId: '',
  tenantId: '',
  redirectUri: 'https://tenantry.example/callback',
  hasClientSecret: false,
  credential: 'none',
  certificateThumbprint: null,
  adminConsentUrl: null,
  secretExpiresAt: null,
  partnerCenterScopes: 'https://api.partnercenter.microsoft.com/.default',
};
const hour = (hours: number) => new Date(Date.UTC(2026, 0, 2, hours)).toISOString();
const history: SystemHistory = {
  services: [
    {
      endpoint: 'records',
      hours: [
        { hour: hour(8), probes: 12, failed: 0, averageResponseTime: 4 },
        { hour: hour(9), probes: 12, failed: 2, averageResponseTime: null },
      ],
    },
  ],
  metrics: [{ metric: 'queue.scan-work', hours: [{ hour: hour(8), value: 40 }] }],
  scans: [
    { day: '2026-01-01', completed: 3, failed: 1 },
    { day: '2026-01-02', completed: 0, failed: 0 },
  ],
};
const check = { endpoint: 'vault', method: 'get', status: 'failed', responseTime: 3, error: 'x', timestamp: hour(9) };

function server(seesAllTenants = true) {
  return signedInServer('admin', [contoso, fabrikam], seesAllTenants)
    .on('GET /api/admin/stats', () =>
      json({
        totalTenants: 4,
        totalUsers: 31,
        directoryAccounts: 0,
        totalAudits: 9,
        pendingApprovals: 7,
        activeTasks: 5,
        completedTasks: 6,
        unknownBecause: {},
      }),
    )
    .on('GET /api/admin/health', () =>
      json({
        checkedAt: hour(9),
        checks: [{ ...check }],
        metrics: [],
        history: [],
        readiness: { groups: [], settings: [] },
      }),
    )
    .on('GET /api/admin/health/history', () => json(history))
    .on('GET /api/admin/graph-settings', () => json(noSettings))
    .on('GET /api/admin/required-permissions', () =>
      json([
        { permission: 'Policy.Read.All', kind: 'application', usedFor: ['policies'], checks: [] },
        { permission: 'User.Read.All', kind: 'application', usedFor: ['users'], checks: [] },
      ]),
    );
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the System Dashboard', () => {
  test('shows six counters', async () => {
    renderApp('/admin/system', server());
    for (const [label, value] of [
      ['Tenants', '4'],
      ['Users', '31'],
      ['Audits', '9'],
      ['Pending', '7'],
      ['Active Tasks', '5'],
      ['Completed', '6'],
    ] as const) {
      await waitFor(() => expect(screen.getByRole('group', { name: label }).textContent).toBe(`${label}${value}`));
    }
  });

  test('says where the counters could not be loaded', async () => {
    renderApp(
      '/admin/system',
      server().on('GET /api/admin/stats', () => apiError('UNAVAILABLE', 'The database cannot be reached.')),
    );
    await screen.findByText('The counters could not be loaded');
  });

  test('lists the first ten events, and says where there are none', async () => {
    const events: Activity[] = Array.from({ length: 12 }, (_, index) => ({
      id: `a-${index}`,
      type: 'system',
      message: `Event ${index + 1}`,
      timestamp: new Date().toISOString(),
      tenantId: null,
      tenantName: null,
      eventType: null,
      target: null,
      user: null,
      details: null,
    }));
    const app = renderApp(
      '/admin/system',
      server().on('GET /api/admin/recent-activity', () => json(events)),
    );
    const list = await region('Recent Activity');
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(10));
    expect(list.getAllByRole('listitem')[0]?.textContent).toContain('Event 1');
    app.unmount();
  });

  test('has a placeholder where nothing happened', async () => {
    renderApp('/admin/system', server());
    await (await region('Recent Activity')).findByText('No recent activity');
  });

  test('asks for the configuration of Microsoft Graph, and Save saves it', async () => {
    const guid = '11111111-2222-4333-8444-555555555555';
    const api = server().on('POST /api/admin/graph-settings', () =>
      json({ ...noSettings, clientId: guid, tenantId: guid, hasClientSecret: true, credential: 'secret' }),
    );
    const { user } = renderApp('/admin/system', api);
    const card = await region('Microsoft Graph API');
    await card.findByText('Configuration Required');
    expect(card.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      'Policy.Read.AllPolicies',
      'User.Read.AllUsers',
    ]);
    await user.click(card.getByRole('button', { name: 'Configure' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Configure Microsoft Graph API' }));
    await user.type(dialog.getByRole('textbox', { name: 'Client ID' }), guid);
    await user.type(dialog.getByRole('textbox', { name: 'Tenant ID' }), guid);
    await user.type(dialog.getByLabelText('Client Secret'), 'a secret');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings Saved');
    await card.findByText('Configured');
    const sent = api.requestsTo('/api/admin/graph-settings').find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({
      clientId: guid,
      tenantId: guid,
      partnerCenterScopes: noSettings.partnerCenterScopes,
      clientSecret: 'a secret',
      secretExpiresAt: null,
    });
  });

  test('tells what does not respond', async () => {
    renderApp('/admin/system', server());
    await (await region('Health')).findByText('Not responding');
    expect((await region('System Alerts')).getByText('A service does not respond')).toBeDefined();
  });

  test('charts what was stored, and says the same in words', async () => {
    renderApp('/admin/system', server());
    const records = within(await screen.findByRole('figure', { name: 'Response time of Records (database)' }));
    expect(records.getAllByRole('row').map((row) => row.textContent?.replace(/^.*[AP]M/, ''))).toEqual([
      'TimeAverage',
      '4 ms',
      'Not known',
    ]);
    expect(screen.getByText('2 probes were not answered')).toBeDefined();
    const scans = within(screen.getByRole('figure', { name: 'Scans per day' }));
    expect(scans.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'TimeCompletedFailed',
      '2026-01-0131',
      '2026-01-0200',
    ]);
    expect(scans.getByText('Latest (2026-01-02): 0; highest (2026-01-01): 3; failed: 1')).toBeDefined();
    expect(screen.getByRole('figure', { name: 'Scan messages waiting' })).toBeDefined();
  });

  test('says where nothing was stored yet', async () => {
    const none = { services: [], metrics: [{ metric: 'scans.running', hours: [] }], scans: [] };
    renderApp(
      '/admin/system',
      server().on('GET /api/admin/health/history', () => json(none)),
    );
    await screen.findByText('Not probed in the last 24 hours. Services are probed every five minutes.');
    expect(screen.getByText('No scans in the last 14 days')).toBeDefined();
    expect(screen.getByText('Not counted in the last 24 hours')).toBeDefined();
  });

  test('leads on: audits, users, assessment and the choice of a tenant', async () => {
    renderApp('/admin/system', server());
    const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await hrefOf('View audits')).toBe('/admin/audits');
    expect(await hrefOf('Manage Users')).toBe('/admin/users');
    expect(await hrefOf('Start Assessment')).toBe('/dashboard');
    expect(await hrefOf('Choose Organization')).toBe('/select-tenant');
  });

  test('has quick actions: one is refreshed, one is not there yet, three ask for a tenant', async () => {
    const api = server();
    const app = renderApp('/admin/system', api);
    const actions = await region('Quick Actions');
    await waitFor(() => expect(api.requestsTo('/api/admin/health')).toHaveLength(1));
    await app.user.click(actions.getByRole('button', { name: 'System Health' }));
    await screen.findByText('System health refreshed');
    expect(api.requestsTo('/api/admin/health')).toHaveLength(2);
    await app.user.click(actions.getByRole('button', { name: 'Configure Alerts' }));
    await screen.findByText('Alert configuration will be available in a future update');
    for (const name of ['Generate Report', 'Scan Internal', 'Mark Checklist Complete'])
      expect(actions.getByRole('button', { name })).toBeDefined();
    await app.user.click(actions.getByRole('button', { name: 'Scan Internal' }));
    await waitFor(() => expect(app.path()).toBe('/select-tenant?message=tenant-required&action=scan-internal'));
  });

  test('comes back to itself with the tenant that was chosen', async () => {
    const api = server().on('POST /api/scan/internal', () =>
      json({ message: 'Scan started', scanLogId: `${contoso.id}_scan-1`, status: 'queued' }, 202),
    );
    const app = renderApp('/admin/system', api);
    await app.user.click(await screen.findByRole('button', { name: 'Scan Internal' }));
    await app.user.click(await screen.findByRole('combobox', { name: 'Tenant' }));
    await app.user.click(await screen.findByRole('option', { name: /Contoso/ }));
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('Scan started');
    expect(app.path()).toBe('/admin/system');
  });

  test('shows an administrator of some tenants nothing of the installation', async () => {
    const api = server(false);
    renderApp('/admin/system', api);
    await region('Quick Actions');
    await (await region('System Alerts')).findByText('No alerts');
    expect(screen.queryByRole('region', { name: 'Microsoft Graph API' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Health' })).toBeNull();
    expect(api.requestsTo('/api/admin/health')).toEqual([]);
    expect(api.requestsTo('/api/admin/health/history')).toEqual([]);
  });

  test('checks the mail of a domain by Enter too, with all that the check found', async () => {
    const api = server().on('GET /api/mailflow', () => apiError('UNAVAILABLE', 'Too many mail checks are running.'));
    const { user } = renderApp('/admin/system', api);
    const form = within(await screen.findByRole('form', { name: 'Mail flow check' }));
    await user.type(form.getByRole('textbox', { name: 'Domain' }), 'contoso.com{Enter}');
    await screen.findByText('Mail Flow Check Failed');
    const [asked] = api.requestsTo('/api/mailflow');
    expect([asked?.query.get('domain'), asked?.tenantId]).toEqual(['contoso.com', null]);
  });
});
