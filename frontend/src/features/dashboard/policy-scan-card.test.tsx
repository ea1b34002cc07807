import type { InternalScan } from '@tenantry/contract/internal-scan';
import type { Scan } from '@tenantry/contract/scans';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { totals } from '../../testing/approvals.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { unscanned } from '../../testing/tenant-summaries.ts';

const path = `/api/internal-scan/${contoso.id}`;
const scanLogId = `${contoso.id}_scan-1`;
const before = {
  brandingConfigured: null,
  hasCustomPolicies: false,
  externalWarningRule: null,
  unknownBecause: { brandingConfigured: 'Never scanned.', externalWarningRule: 'Not collected.' },
};
const after = { ...before, brandingConfigured: true, hasCustomPolicies: true };
const started: InternalScan = { ...before, message: 'Started', scanLogId, status: 'queued' };
const scan: Scan = {
  scanLogId,
  tenantId: contoso.id,
  tenantName: contoso.name,
  status: 'running',
  startedAt: '2026-01-02T03:04:00.000Z',
  completedAt: null,
  progress: { done: 3, total: 20, datasets: [] },
  userCount: null,
  findingsGenerated: null,
  approvalsCreated: null,
  score: null,
  coverage: null,
  duration: null,
  errorMessage: null,
  outcome: null,
};
const completed: Scan = { ...scan, status: 'completed', findingsGenerated: 7, userCount: 40, duration: 2000 };

const server = (latestScan: object | null = null) =>
  signedInServer()
    .on(`GET /api/tenant/${contoso.id}/summary`, () => json({ ...unscanned(), latestScan, meanScanDurationMs: null }))
    .on(`GET ${path}`, () => json(before))
    .on(`POST ${path}`, () => json(started, 202))
    .on(`GET /api/scan/${scanLogId}`, () => json(scan));
const card = async () => within(await screen.findByRole('region', { name: 'M365 Policy Configuration' }));
const press = async () =>
  fireEvent.click(await (await card()).findByRole('button', { name: 'Scan Internal Policies' }));
const posts = (used: ReturnType<typeof server>) => used.requestsTo(path).filter(({ method }) => method === 'POST');

describe('the policy scan card', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('answers yes, no, or not known with the reason', async () => {
    renderApp('/dashboard', server());
    const shown = await card();
    await shown.findByText('No');
    expect(shown.getAllByText('Not known')).toHaveLength(2);
    expect(shown.getByText('Never scanned.')).toBeDefined();
    expect(shown.getByText('Not collected.')).toBeDefined();
  });

  test('starts one scan on a double click, shows its progress, and what it saw once it has ended', async () => {
    const waiting = Promise.withResolvers<Response>();
    const used = server().on(`POST ${path}`, () => waiting.promise);
    renderApp('/dashboard', used);
    await press();
    fireEvent.click(await (await card()).findByText('Starting the scan…'));
    waiting.resolve(json(started, 202));
    const shown = await card();
    await shown.findByText('3 of 20 datasets');
    fireEvent.click(shown.getByText('Scanning…'));
    used.on(`GET /api/scan/${scanLogId}`, () => json(completed)).on(`GET ${path}`, () => json(after));
    await screen.findByText('Contoso: 7 findings', {}, { timeout: 3000 });
    await waitFor(() => expect(shown.getAllByText('Yes')).toHaveLength(2));
    expect(shown.getByRole('button', { name: 'Scan Internal Policies' })).toBeDefined();
    expect(posts(used)).toHaveLength(1);
  });

  test('lets the approvals be asked for again after a scan, since it may have made some', async () => {
    const none = { items: [], total: 0, summary: totals };
    const used = server()
      .on('GET /api/admin/approvals', () => json(none))
      .on(`GET /api/scan/${scanLogId}`, () => json(completed));
    const { router } = renderApp('/admin/approvals', used);
    await screen.findByRole('heading', { level: 1, name: /Approvals/ });
    await waitFor(() => expect(used.requestsTo('/api/admin/approvals').length).toBeGreaterThan(0));
    const asked = used.requestsTo('/api/admin/approvals').length;
    await router.navigate(`/dashboard?tenantId=${contoso.id}`);
    await press();
    await screen.findByText('Contoso: 7 findings');
    await router.navigate('/admin/approvals');
    await waitFor(() => expect(used.requestsTo('/api/admin/approvals').length).toBeGreaterThan(asked));
  });

  test('follows a scan that was started elsewhere', async () => {
    const latest = {
      id: scanLogId,
      status: 'running',
      startedAt: scan.startedAt,
      completedAt: null,
      score: null,
      userCount: null,
      findingsGenerated: null,
      durationMs: null,
    };
    const used = server(latest);
    renderApp('/dashboard', used);
    const shown = await card();
    await shown.findByText('3 of 20 datasets');
    expect(posts(used)).toEqual([]);
  });

  test.each([
    ['with its reason', 'The queue does not answer', 'The queue does not answer'],
    ['in general words where none is given', '', 'Failed to perform internal scan'],
  ])('says that a scan could not be started %s', async (_, message, said) => {
    renderApp(
      '/dashboard',
      server().on(`POST ${path}`, () => apiError('UNAVAILABLE', message)),
    );
    await press();
    await screen.findByText('Scan Failed');
    await screen.findByText(said);
    expect(await (await card()).findByRole('button', { name: 'Scan Internal Policies' })).toBeDefined();
  });

  test('says why a scan failed', async () => {
    const errorMessage = 'Microsoft refused the token.';
    const used = server().on(`GET /api/scan/${scanLogId}`, () => json({ ...scan, status: 'failed', errorMessage }));
    renderApp('/dashboard', used);
    await press();
    await screen.findByText('Scan Failed');
    await screen.findByText(errorMessage);
  });
});
