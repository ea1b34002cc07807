import type { TenantSummary } from '@tenantry/contract/tenant-summaries';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { unscanned } from '../../testing/tenant-summaries.ts';

const summaryOf = (tenantId: string, tenantName: string, more: Partial<TenantSummary>): TenantSummary => ({
  ...unscanned({ tenantId, tenantName }),
  status: 'OK',
  secureScore: 88,
  securityScore: 88,
  openIssuesCount: 1,
  criticalIssues: 0,
  topReason: null,
  lastAuditDate: '2026-03-10T12:00:00.000Z',
  ...more,
});
const totals = {
  tenants: 2,
  healthy: 1,
  needAttention: 0,
  critical: 0,
  failing: 0,
  unknown: 1,
  inTrouble: 0,
  withIncidents: 0,
  withChanges: 0,
  deviating: 0,
  openIssues: 1,
  criticalIssues: null,
  pendingAudits: 0,
  averageScore: 87.6,
  openAlerts: null,
  worse: 0,
  lastAuditDate: null,
};
const twoTenants = () =>
  json({
    items: [summaryOf(contoso.id, 'Contoso', {}), unscanned({ tenantId: fabrikam.id, tenantName: 'Fabrikam' })],
    total: 2,
    summary: totals,
  });

test('each tenant leads to its dashboard, and a figure that is not known is not shown as 0', async () => {
  renderApp('/overview', signedInServer().on('GET /api/admin/tenant-summaries', twoTenants));
  const contosoRow = await screen.findByRole('link', { name: /Contoso/ });
  expect(contosoRow.getAttribute('href')).toBe(`/dashboard?tenantId=${contoso.id}`);
  expect(contosoRow.textContent).toContain('88/100');
  expect(contosoRow.textContent).toContain('1 issue');
  const fabrikamRow = screen.getByRole('link', { name: /Fabrikam/ });
  expect(fabrikamRow.textContent).toContain('—/100');
  expect(fabrikamRow.textContent).toContain('No audit');
  expect(fabrikamRow.textContent).not.toContain('0 issues');
});

test('the cards show the totals over all tenants', async () => {
  renderApp('/overview', signedInServer().on('GET /api/admin/tenant-summaries', twoTenants));
  const card = (name: string) => screen.getByRole('group', { name }).textContent;
  await screen.findByText('88/100', { selector: 'p' });
  expect(card('Total Tenants')).toContain('2');
  expect(card('Last Activity')).toContain('No recent activity');
  expect(card('Critical tenants')).toContain('0');
});

test('announced actions can be reached and say that they are coming', async () => {
  const app = renderApp('/overview', signedInServer().on('GET /api/admin/tenant-summaries', twoTenants));
  const button = await screen.findByRole('button', { name: 'Global Settings' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  button.focus();
  expect(document.activeElement).toBe(button);
  await app.user.hover(button);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Coming Soon');
});

test('a global audit is a run over all tenants, begun once it is confirmed', async () => {
  const asked: unknown[] = [];
  const server = signedInServer()
    .on('GET /api/admin/tenant-summaries', twoTenants)
    .on('POST /api/admin/scan/run', ({ body }) => {
      asked.push(body);
      return json({ runId: 'run-1' });
    });
  const app = renderApp('/overview', server);
  await app.user.click(await screen.findByRole('button', { name: 'Run Global Audit' }));
  expect(asked).toEqual([]);
  const dialog = await screen.findByRole('dialog');
  await app.user.click(within(dialog).getByRole('button', { name: 'Scan all' }));
  await waitFor(() => expect(asked).toEqual([{ tenantIds: 'all', key: expect.any(String) }]));
});

test('a failure is shown in its place with its request id, and Retry loads again', async () => {
  const server = signedInServer().on('GET /api/admin/tenant-summaries', () => apiError('INTERNAL', 'Storage is down'));
  const app = renderApp('/overview', server);
  await screen.findByText('Unable to load tenant data');
  const region = screen.getByRole('region', { name: 'Tenant Health Overview' });
  expect(region.textContent).toContain('Storage is down');
  expect(region.textContent).toContain('request-1');
  server.on('GET /api/admin/tenant-summaries', twoTenants);
  await app.user.click(within(region).getByRole('button', { name: 'Retry' }));
  await screen.findByRole('link', { name: /Contoso/ });
});

test('an administrator without tenants is invited to create the first', async () => {
  renderApp('/overview', signedInServer('admin', []));
  await screen.findByRole('heading', { name: "Let's get started" });
  expect(screen.getByRole('link', { name: 'Create New Organization' }).getAttribute('href')).toBe(
    '/admin/tenants?action=create-tenant',
  );
});

test('an administrator of some tenants is not offered to add one', async () => {
  renderApp('/overview', signedInServer('admin', undefined, false).on('GET /api/admin/tenant-summaries', twoTenants));
  await screen.findByRole('link', { name: /Contoso/ });
  expect(screen.queryByRole('link', { name: 'Add Tenant' })).toBeNull();
});

test('a technician is not offered what only administrators may do', async () => {
  renderApp('/overview', signedInServer('technician').on('GET /api/admin/tenant-summaries', twoTenants));
  await screen.findByRole('link', { name: /Contoso/ });
  expect(screen.queryByRole('link', { name: 'Add Tenant' })).toBeNull();
});

test('where no tenant was ever audited, no number of issues is claimed', async () => {
  const summary = { ...totals, tenants: 1, healthy: 0, unknown: 1, openIssues: 0, averageScore: null };
  const unaudited = () => json({ items: [unscanned()], total: 1, summary });
  renderApp('/overview', signedInServer().on('GET /api/admin/tenant-summaries', unaudited));
  const region = await screen.findByRole('region', { name: 'System Health Summary' });
  const term = await within(region).findByText('Total Issues');
  expect(term.closest('div')?.textContent).toBe('Total Issues—');
});

test('recent activity names the tenant that it is about', async () => {
  const activity = {
    id: 'one',
    type: 'user',
    message: 'Dana Doe started a scan',
    timestamp: new Date().toISOString(),
    tenantId: contoso.id,
    tenantName: 'Contoso',
    eventType: 'scan_triggered',
    target: 'Contoso',
    user: 'Dana Doe',
    details: {},
  };
  renderApp(
    '/overview',
    signedInServer().on('GET /api/admin/recent-activity', () => json([activity])),
  );
  const region = await screen.findByRole('region', { name: 'Recent Activity' });
  const item = await within(region).findByRole('listitem');
  expect(item.textContent).toBe('Dana Doe started a scanUser · Contoso · Just now');
});

test('what the figures count is what they are called', async () => {
  renderApp('/overview', signedInServer().on('GET /api/admin/tenant-summaries', twoTenants));
  const score = await screen.findByRole('group', { name: 'Average audit score' });
  await within(score).findByText('88/100');
  expect(screen.getByRole('group', { name: 'Critical tenants' })).toBeDefined();
  for (const name of ['Critical Issues', 'Avg Secure Score']) expect(screen.queryByText(name)).toBeNull();
});

test('while the tenants are loaded the page says so', async () => {
  const waiting = Promise.withResolvers<Response>();
  renderApp(
    '/overview',
    signedInServer().on('GET /api/admin/tenant-summaries', () => waiting.promise),
  );
  await screen.findByText('Loading your organizations...');
  waiting.resolve(twoTenants());
  await screen.findByRole('link', { name: /Contoso/ });
  expect(screen.queryByText('Loading your organizations...')).toBeNull();
});

test('a failure without a word is taken for a missing sign-in', async () => {
  const server = signedInServer().on('GET /api/admin/tenant-summaries', () => apiError('INTERNAL', ''));
  renderApp('/overview', server);
  const region = await screen.findByRole('region', { name: 'Tenant Health Overview' });
  expect((await within(region).findByText(/Authentication required/)).textContent).toContain(
    'Unable to load tenant data',
  );
});

test.each([
  ['with tenants', [contoso]],
  ['without any', []],
])('that no tenant is selected is said %s', async (_, tenants) => {
  renderApp('/overview', signedInServer('admin', tenants));
  await screen.findByText('No tenant selected');
  expect(screen.getByText('Select a tenant to begin managing security audits and tasks')).toBeDefined();
});

test.each([
  ['no domain is known', { domains: 0, withoutDmarc: 0, unread: 0 }],
  ['no DMARC record was read', { domains: 4, withoutDmarc: 0, unread: 4 }],
])('domains without DMARC are not 0 where %s', async (_, summary) => {
  const server = signedInServer('technician')
    .on('GET /api/admin/tenant-summaries', twoTenants)
    .on('GET /api/admin/mail-domains', () => json({ items: [], total: 0, summary }));
  renderApp('/overview', server);
  const link = await screen.findByRole('link', { name: 'Domains without DMARC' });
  await waitFor(() => expect(server.requestsTo('/api/admin/mail-domains')).toHaveLength(1));
  await screen.findByText('Tenants in all');
  expect(link.closest('div')?.textContent).toBe('Domains without DMARC—');
});

test('tenants without DMARC are one click away for those who decide for all of them', async () => {
  const at = async (role: 'admin' | 'technician') => {
    const opened = renderApp('/overview', signedInServer(role).on('GET /api/admin/tenant-summaries', twoTenants));
    await screen.findByRole('link', { name: 'Domains without DMARC' });
    const href = screen.queryByRole('link', { name: 'Tenants without DMARC' })?.getAttribute('href');
    opened.unmount();
    return href;
  };
  expect(await at('admin')).toBe('/admin/matrix?row=dns.dmarc.published');
  expect(await at('technician')).toBeUndefined();
});

test('domains without DMARC are counted, and one click away for those who may look at them', async () => {
  const domains = '/api/admin/mail-domains';
  const server = signedInServer('technician')
    .on('GET /api/admin/tenant-summaries', twoTenants)
    .on(`GET ${domains}`, () => json({ items: [], total: 3, summary: { domains: 12, withoutDmarc: 3, unread: 1 } }));
  const { unmount } = renderApp('/overview', server);
  const link = await screen.findByRole('link', { name: 'Domains without DMARC' });
  expect(link.getAttribute('href')).toBe('/mail-flow/all?policy=missing');
  await waitFor(() => expect(link.closest('div')?.textContent).toBe('Domains without DMARC3'));
  expect(server.requestsTo(domains)[0]?.query.get('policy')).toBe('missing');
  unmount();
  const asViewer = signedInServer('viewer').on('GET /api/admin/tenant-summaries', twoTenants);
  renderApp('/overview', asViewer);
  await screen.findByText('Tenants in all');
  expect(screen.queryByRole('link', { name: 'Domains without DMARC' })).toBeNull();
  expect(asViewer.requestsTo(domains)).toEqual([]);
});
