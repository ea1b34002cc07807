import type { Scan, ScanStatus } from '@tenantry/contract/scans';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { unscanned } from '../../testing/tenant-summaries.ts';

const scanLogId = `${contoso.id}_scan-1`;
const summaryPath = `/api/tenant/${contoso.id}/summary`;
const scanPath = `/api/scan/${scanLogId}`;

const scan = (status: ScanStatus, over: Partial<Scan> = {}): Scan => ({
  scanLogId,
  tenantId: contoso.id,
  tenantName: contoso.name,
  status,
  startedAt: '2026-01-01T00:00:00.000Z',
  completedAt: null,
  progress: {
    done: 2,
    total: 3,
    datasets: [
      { name: 'users', state: 'done' },
      { name: 'riskyUsers', state: 'notLicensed' },
      { name: 'sharepointSettings', state: 'waiting' },
    ],
  },
  userCount: null,
  findingsGenerated: null,
  approvalsCreated: null,
  score: null,
  coverage: null,
  duration: null,
  errorMessage: null,
  outcome: null,
  ...over,
});
const completed = scan('completed', {
  completedAt: '2026-01-01T00:00:02.000Z',
  userCount: 120,
  findingsGenerated: 23,
  approvalsCreated: 0,
  duration: 2040,
});

const summary = (latest: ScanStatus | null) => ({
  ...unscanned(),
  latestScan:
    latest === null
      ? null
      : {
          id: scanLogId,
          status: latest,
          startedAt: '2026-01-01T00:00:00.000Z',
          completedAt: null,
          durationMs: null,
          findingsGenerated: null,
          userCount: null,
        },
  meanScanDurationMs: null,
});

const serverWith = (latest: ScanStatus | null) =>
  signedInServer()
    .on(`GET ${summaryPath}`, () => json(summary(latest)))
    .on(`GET /api/admin/checklist/${scanLogId}`, () => json({ items: [] }))
    .on('GET /api/graph/findings', () =>
      json({ items: [], total: 0, summary: { unresolved: 0, inProgress: 0, resolved: 0, total: 0 } }),
    );
const approvalsPage = '/admin/approvals?view=list';
const startButton = () => screen.findByRole('button', { name: 'Start Scan' });

describe('without a selected tenant', () => {
  test('Start Scan is disabled until one is chosen', async () => {
    const { user } = renderApp('/scan', serverWith(null));
    expect((await startButton()).hasAttribute('disabled')).toBe(true);
    await user.selectOptions(screen.getByLabelText('Tenant'), contoso.id);
    await waitFor(async () => expect((await startButton()).hasAttribute('disabled')).toBe(false));
    // The page began afresh, whose heading had the focus first.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Tenant')));
  });
});

describe('with a selected tenant', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('figures before the first scan are dashes with the reason, never 0', async () => {
    renderApp('/scan', serverWith(null));
    await screen.findByText('This tenant has not been scanned yet.');
    for (const name of ['Last Scan', 'Security Score', 'Avg Duration']) {
      expect(screen.getByRole('group', { name }).textContent).toMatch(/—.*Not scanned yet/);
    }
  });

  test('a double click starts one scan, which ends on the findings with its figures said', async () => {
    const waiting = Promise.withResolvers<Response>();
    const server = serverWith(null)
      .on('POST /api/scan', () => waiting.promise)
      .on(`GET ${scanPath}`, () => json(completed));
    const { path } = renderApp('/scan', server);
    await screen.findByText('This tenant has not been scanned yet.');
    fireEvent.click(await startButton());
    fireEvent.click(await startButton());
    await screen.findByText('Scanning in progress... This may take a few minutes');
    waiting.resolve(json({ message: 'Done', scanLogId, status: 'completed' }));
    await screen.findByText('Scan completed');
    expect(screen.getByText(`${contoso.name}: 120 users scanned, 23 findings`)).toBeDefined();
    await screen.findByText('2.0 s');
    expect(server.requestsTo('/api/scan').map(({ body }) => body)).toEqual([{ tenant_id: contoso.id }]);
    await waitFor(() => expect(path()).toBe(`/findings?tenantId=${contoso.id}`));
  });

  test('the approvals are asked for again after a scan', async () => {
    const approvals = '/api/admin/approvals';
    const noApprovals = { items: [], total: 0, summary: { pending: 0, approved: 0, denied: 0, closed: 0 } };
    const server = serverWith(null)
      .on(`GET ${approvals}`, () => json(noApprovals))
      .on('POST /api/scan', () => json({ message: 'Done', scanLogId, status: 'completed' }))
      .on(`GET ${scanPath}`, () => json(completed));
    const { router } = renderApp(approvalsPage, server);
    await screen.findByText('No approvals yet');
    const goTo = (address: string) => act(() => router.navigate(address));
    await goTo(`/scan?tenantId=${contoso.id}`);
    await goTo(approvalsPage);
    await screen.findByText('No approvals yet');
    expect(server.requestsTo(approvals)).toHaveLength(1);
    await goTo(`/scan?tenantId=${contoso.id}`);
    fireEvent.click(await startButton());
    await screen.findByText('Scan completed');
    await goTo(approvalsPage);
    await waitFor(() => expect(server.requestsTo(approvals)).toHaveLength(2));
  });

  test('a scan that was running before a reload is found again and followed to its end', async () => {
    const answers = [scan('running'), completed];
    const server = serverWith('running').on(`GET ${scanPath}`, () => json(answers.shift() ?? completed));
    renderApp('/scan', server);
    await screen.findByText('2 of 3 datasets');
    expect(screen.getByText('Not licensed')).toBeDefined();
    expect((await startButton()).getAttribute('aria-disabled')).toBe('true');
    await screen.findByText('Scan completed');
    expect(server.requestsTo('/api/scan')).toEqual([]);
  });

  test('a scan that had ended before is shown and leads nowhere by itself', async () => {
    const server = serverWith('completed').on(`GET ${scanPath}`, () => json(completed));
    renderApp('/scan', server);
    await screen.findByText('Users Scanned');
    expect(screen.queryByText(/Taking you to the findings/)).toBeNull();
    expect(screen.queryByText('Scan completed')).toBeNull();
  });

  test('a running scan can be cancelled and then tried again', async () => {
    const again = `${contoso.id}_scan-2`;
    let status: ScanStatus = 'running';
    const server = serverWith('running')
      .on(`GET ${scanPath}`, () => json(scan(status)))
      .on(`POST ${scanPath}/cancel`, () => {
        status = 'cancelled';
        return json(scan(status));
      })
      .on(`POST ${scanPath}/retry`, () => json({ message: 'Started', scanLogId: again, status: 'queued' }, 202))
      .on(`GET /api/scan/${again}`, () => json({ ...scan('running'), scanLogId: again }));
    const { user } = renderApp('/scan', server);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText('The last scan was canceled');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('2 of 3 datasets');
    expect(server.requestsTo(`${scanPath}/retry`)).toHaveLength(1);
  });

  test('a summary that could not be had is not taken for a tenant without a scan', async () => {
    const server = serverWith(null).on(`GET ${summaryPath}`, () =>
      apiError('UNAVAILABLE', 'The store does not answer'),
    );
    const { user } = renderApp('/scan', server);
    await screen.findByText('Failed to fetch latest scan data');
    expect(screen.queryByText(/not been scanned yet/)).toBeNull();
    server.on(`GET ${summaryPath}`, () => json(summary(null)));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('This tenant has not been scanned yet.');
  });

  test('an outage of both summary and scan is said once', async () => {
    const outage = () => apiError('UNAVAILABLE', 'The store does not answer');
    const server = serverWith(null)
      .on(`GET ${summaryPath}`, outage)
      .on(`GET ${scanPath}`, outage)
      .on('POST /api/scan', () => json({ message: 'Started', scanLogId, status: 'running' }, 202));
    const { user } = renderApp('/scan', server);
    await screen.findByText('Failed to fetch latest scan data');
    await user.click(await startButton());
    await waitFor(() => expect(server.requestsTo(scanPath)).toHaveLength(1));
    await waitFor(async () => expect((await startButton()).getAttribute('aria-disabled')).not.toBe('true'));
    expect(screen.getAllByText('Failed to fetch latest scan data')).toHaveLength(1);
  });

  test('a scan that cannot be started says why, and can be started again', async () => {
    const server = serverWith(null).on('POST /api/scan', () => apiError('UNAVAILABLE', 'The queue is out of order'));
    const { user } = renderApp('/scan', server);
    await screen.findByText('This tenant has not been scanned yet.');
    await user.click(await startButton());
    await screen.findByText('Scan failed');
    expect(screen.getByText('The queue is out of order')).toBeDefined();
    expect((await startButton()).getAttribute('aria-disabled')).not.toBe('true');
  });
});

test('a technician cannot open the scan page', async () => {
  renderApp('/scan', signedInServer('technician'));
  await waitFor(() => expect(screen.queryByText(/Access Denied/)).not.toBeNull());
  expect(screen.queryByRole('button', { name: 'Start Scan' })).toBeNull();
});

test('without a tenant the page says that one has to be selected', async () => {
  localStorage.clear();
  renderApp('/scan', signedInServer());
  await screen.findByText('No Tenant Selected');
  expect(screen.getByText('Please select a tenant before running a security scan.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Start Scan' })).toHaveProperty('disabled', true);
});

describe('the manual checklist', () => {
  const checklistPath = `/api/admin/checklist/${scanLogId}`;
  const items = (change: object = {}) =>
    ['login_branding', 'mfa_enforcement', 'legacy_auth', 'external_sharing', 'admin_accounts'].map((itemId) => ({
      itemId,
      checked: false,
      comment: '',
      by: null,
      at: null,
      ...(itemId === 'legacy_auth' ? change : {}),
    }));
  const open = (server = signedInServer()) =>
    renderApp(
      `/scan?tenantId=${contoso.id}`,
      server
        .on(`GET ${summaryPath}`, () => json({ ...summary('completed'), meanScanDurationMs: null }))
        .on(`GET ${scanPath}`, () => json(completed)),
    );

  test('is edited item by item, and only what changed is sent', async () => {
    const saved = { checked: true, comment: 'Asked', by: 'Dana Doe', at: '2026-01-01T00:00:00.000Z' };
    const server = signedInServer()
      .on(`GET ${checklistPath}`, () => json({ items: items() }))
      .on(`PATCH ${checklistPath}`, () => json({ items: items(saved) }));
    const { user } = open(server);
    await user.click(await screen.findByRole('checkbox', { name: 'Legacy authentication' }));
    await user.type(screen.getByRole('textbox', { name: 'Comment on Legacy authentication' }), 'Asked');
    await user.click(screen.getByRole('button', { name: 'Save Checklist' }));
    await screen.findByText('Checklist Updated');
    const [sent] = server.requestsTo(checklistPath).filter(({ method }) => method === 'PATCH');
    expect(sent?.body).toEqual({ items: [{ itemId: 'legacy_auth', checked: true, comment: 'Asked' }] });
    await screen.findByText(/by Dana Doe$/);
  });

  test('says why it could not be saved', async () => {
    const server = signedInServer()
      .on(`GET ${checklistPath}`, () => json({ items: items() }))
      .on(`PATCH ${checklistPath}`, () => apiError('UNAVAILABLE', 'The database cannot be reached.'));
    const { user } = open(server);
    await user.click(await screen.findByRole('checkbox', { name: 'MFA enforcement' }));
    await user.click(screen.getByRole('button', { name: 'Save Checklist' }));
    await screen.findByText('Checklist Update Failed');
  });

  test('waits for the first scan', async () => {
    renderApp(
      `/scan?tenantId=${contoso.id}`,
      signedInServer().on(`GET ${summaryPath}`, () => json({ ...summary(null), meanScanDurationMs: null })),
    );
    await screen.findByText('No scan found for this tenant. Please run a scan first.');
  });
});

test('the page says what a scan analyzes', async () => {
  renderApp('/scan', signedInServer());
  const card = within(await screen.findByRole('region', { name: 'What is analyzed' }));
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'MFA enforcement',
    'Conditional Access policies',
    'Security score and recommendations',
    'Mail flow protection',
    'External sharing',
    'Login anomaly detection',
  ]);
});
