import type { ScanRun } from '@tenantry/contract/scan-runs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { runId, runScan, scanRun } from '../../testing/scan-runs.ts';

const api = `/api/admin/scan/run/${runId}`;
const page = `/admin/scan-runs/${runId}`;
const again = '88888888-0000-4000-8000-000000000000';
const page1 = (...items: ReturnType<typeof runScan>[]) => json({ items, total: items.length });

const serverWith = (run: () => ReturnType<typeof scanRun>) =>
  signedInServer()
    .on(`GET ${api}`, () => json(run()))
    .on(`GET ${api}/scans`, ({ query }) => {
      const all = [
        runScan(),
        runScan({
          tenantId: fabrikam.id,
          scanLogId: `${fabrikam.id}_scan-1`,
          tenantName: 'Fabrikam',
          status: 'completed',
          errorMessage: null,
        }),
      ];
      return page1(...all.filter(({ status }) => (query.get('status') ?? status) === status));
    });
const card = (name: string) => within(screen.getByRole('group', { name })).getByRole('paragraph').textContent;

const outcome: NonNullable<ScanRun['outcome']> = {
  tenants: 1230,
  newFindings: 32,
  resolvedFindings: 1,
  criticalFindings: 32,
  scored: 2,
  scoreBefore: 55,
  score: 61,
  better: 2,
  worse: 0,
  uncheckedChecks: 7,
  uncheckedTenants: 3,
};

describe('the page of a scan run', () => {
  test('tells how far it is, by status, and why scans failed', async () => {
    const run = scanRun({ state: 'running', started: 3, queued: 1, completed: 1, failed: 1, total: 6 });
    renderApp(
      page,
      serverWith(() => run),
    );
    await screen.findByText('2 of 6 scans finished');
    const names = ['Tenants', 'Queued', 'Running', 'Completed', 'Failed', 'Canceled'];
    expect(names.map(card)).toEqual(['6', '1', '0', '1', '1', '0']);
    expect(screen.getByText('3 not started yet')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Run progress' }).getAttribute('aria-valuenow')).toBe('2');
    const table = within(await screen.findByRole('table', { name: 'Scans of the run' }));
    const [, failed, completed] = table.getAllByRole('row').map((row) => row.textContent);
    expect(failed).toMatch(/ContosoFailed.*4\.0 s.*AADSTS65001/);
    expect(completed).toMatch(/FabrikamCompleted.*—/);
  });

  test('says what it found, in total and for each tenant, and what could not be checked', async () => {
    const scan = runScan({
      status: 'completed',
      errorMessage: null,
      outcome: {
        newFindings: 3,
        resolvedFindings: 2,
        criticalFindings: 4,
        scoreBefore: 61,
        score: 58,
        uncheckedChecks: 5,
      },
      unread: ['Conditional Access policies', 'named locations'],
    });
    const server = serverWith(() => scanRun({ outcome })).on(`GET ${api}/scans`, () => page1(scan));
    renderApp(page, server);
    await screen.findByText('3 tenants', { exact: false });
    expect(['New findings', 'Resolved', 'Critical, open', 'Average score', 'Not checked'].map(card)).toEqual([
      '32',
      '1',
      '32',
      '55 → 61',
      '7',
    ]);
    const table = within(await screen.findByRole('table', { name: 'Scans of the run' }));
    expect(table.getAllByRole('row')[1]?.textContent).toMatch(
      /Completed.*4\.0 s32461 → 585 checks: Conditional Access policies, named locations$/,
    );
  });

  test('of which it is not known what it found shows no figures of it', async () => {
    renderApp(
      page,
      serverWith(() => scanRun({ outcome: null })),
    );
    await screen.findByText('4 of 4 scans finished');
    expect(screen.queryByRole('group', { name: 'New findings' })).toBeNull();
  });

  test('says that its figures are of the tenants in scope alone, where the run has others', async () => {
    renderApp(
      page,
      serverWith(() => scanRun({ isPartial: true, total: 1, started: 1, completed: 1 })),
    );
    await screen.findByText(/tenants outside your scope/);
  });

  test('shows the failed ones alone, by an address that can be shared', async () => {
    const server = serverWith(() => scanRun({ completed: 1, failed: 1 }));
    const app = renderApp(page, server);
    await screen.findByText('Fabrikam');
    await app.user.selectOptions(await screen.findByLabelText('Status'), 'Failed (1)');
    await waitFor(() => expect(screen.queryByText('Fabrikam')).toBeNull());
    expect(app.path()).toBe(`${page}?status=failed`);
    await app.user.selectOptions(screen.getByLabelText('Status'), 'Canceled (0)');
    await screen.findByText('No scan is canceled');
  });

  test('marks the rows of the former filter, until those of the new one come', async () => {
    const waiting = Promise.withResolvers<Response>();
    const server = serverWith(() => scanRun({ completed: 1, failed: 1 }));
    const { user } = renderApp(page, server);
    await screen.findByText('Fabrikam');
    server.on(`GET ${api}/scans`, () => waiting.promise);
    await user.selectOptions(screen.getByLabelText('Status'), 'Failed (1)');
    const isBusy = () => screen.getByRole('table', { name: 'Scans of the run' }).closest('[aria-busy="true"]') !== null;
    await waitFor(() => expect(isBusy()).toBe(true));
    waiting.resolve(page1(runScan()));
    await waitFor(() => expect(screen.queryByText('Fabrikam')).toBeNull());
    expect(isBusy()).toBe(false);
  });

  test('is cancelled after a question, and then says so', async () => {
    let run = scanRun({ state: 'running', started: 2, completed: 1, running: 1 });
    const server = serverWith(() => run).on(`POST ${api}/cancel`, () => {
      run = scanRun({ state: 'cancelled', started: 2, completed: 1, running: 0, cancelled: 1 });
      return json(run);
    });
    const { user } = renderApp(page, server);
    await user.click(await screen.findByRole('button', { name: 'Cancel run' }));
    expect(server.requestsTo(`${api}/cancel`)).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: 'Yes, cancel it', hidden: true }));
    await screen.findByText('2 never started');
    expect(server.requestsTo(`${api}/cancel`)).toHaveLength(1);
    // What stands behind the question is hidden until that has gone.
    await screen.findByRole('button', { name: 'Scan the rest (3)' });
    expect(screen.queryByRole('button', { name: 'Cancel run', hidden: true })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Canceled'));
  });

  test('stays cancelled where an answer of before comes late', async () => {
    const late = Promise.withResolvers<Response>();
    const running = scanRun({ state: 'running', completed: 3, running: 1 });
    const cancelled = scanRun({ state: 'cancelled', completed: 3, cancelled: 1 });
    const answer = Promise.withResolvers<Response>();
    const server = serverWith(() => running).on(`POST ${api}/cancel`, () => answer.promise);
    const { user } = renderApp(page, server);
    await user.click(await screen.findByRole('button', { name: 'Cancel run' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, cancel it', hidden: true }));
    server.on(`GET ${api}`, () => late.promise);
    const asked = server.requestsTo(api).length;
    await waitFor(() => expect(server.requestsTo(api).length).toBeGreaterThan(asked));
    answer.resolve(json(cancelled));
    await screen.findByRole('button', { name: 'Scan the rest (1)' });
    await act(async () => late.resolve(json(running)));
    await screen.findByText('Bulk scan canceled');
    expect(screen.getByRole('button', { name: 'Scan the rest (1)' })).toBeDefined();
  });

  test('that cannot be cancelled keeps the question open with why', async () => {
    const server = serverWith(() => scanRun({ state: 'running', running: 1 })).on(`POST ${api}/cancel`, () =>
      apiError('UNAVAILABLE', 'Try later'),
    );
    const { user } = renderApp(page, server);
    await user.click(await screen.findByRole('button', { name: 'Cancel run' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, cancel it', hidden: true }));
    await screen.findByText(/Try later/);
  });

  test('retries what failed once, however often it is pressed, and goes to the run that does', async () => {
    let retriedAs: string | null = null;
    const answer = Promise.withResolvers<Response>();
    const server = serverWith(() => scanRun({ completed: 3, failed: 1, retriedAs }))
      .on(`POST ${api}/retry`, () => {
        retriedAs = again;
        return answer.promise;
      })
      .on(`GET /api/admin/scan/run/${again}`, () => json(scanRun({ runId: again, total: 1, completed: 1 })))
      .on(`GET /api/admin/scan/run/${again}/scans`, () => page1());
    const app = renderApp(page, server);
    const retry = await screen.findByRole('button', { name: 'Retry failed (1)' });
    fireEvent.click(retry);
    fireEvent.click(retry);
    answer.resolve(json(scanRun({ runId: again, state: 'starting', total: 1, started: 0, completed: 0 })));
    await waitFor(() => expect(app.path()).toBe(`/admin/scan-runs/${again}`));
    await screen.findByText('1 of 1 scan finished');
    await screen.findByText('No scan has started yet');
    expect(server.requestsTo(`${api}/retry`)).toHaveLength(1);
  });

  test('of which scans were cancelled one by one does not call these failed', async () => {
    renderApp(
      page,
      serverWith(() => scanRun({ completed: 1, failed: 2, cancelled: 1 })),
    );
    await screen.findByRole('button', { name: 'Scan again (3)' });
  });

  test('that was retried leads there and offers no second time; one that went well offers none', async () => {
    const run = scanRun({ completed: 2, failed: 2, retriedAs: again });
    const { unmount } = renderApp(
      page,
      serverWith(() => run),
    );
    const link = await screen.findByRole('link', { name: 'scanned again in another run' });
    expect(link.getAttribute('href')).toBe(`/admin/scan-runs/${again}`);
    expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull();
    unmount();
    renderApp(
      page,
      serverWith(() => scanRun()),
    );
    await screen.findByText('4 of 4 scans finished');
    expect(screen.queryByRole('button', { name: /Retry|Cancel run/ })).toBeNull();
  });

  test('does not count for itself what another run scanned', async () => {
    renderApp(
      page,
      serverWith(() => scanRun({ completed: 1, elsewhere: 3 })),
    );
    await screen.findByText(/^3 tenants counted in another run/);
    expect(screen.getByText('1 of 1 scan finished')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Run progress' }).getAttribute('aria-valuemax')).toBe('1');
    expect(card('Completed')).toBe('1');
  });

  test('that goes on is asked for again until it is over', async () => {
    let asked = 0;
    const server = serverWith(() => {
      asked += 1;
      return asked < 2 ? scanRun({ state: 'running', completed: 3, running: 1 }) : scanRun();
    });
    renderApp(page, server);
    await screen.findByText('3 of 4 scans finished');
    await screen.findByText('4 of 4 scans finished');
    expect(screen.getByText('Finished')).toBeDefined();
    await waitFor(() => expect(server.requestsTo(`${api}/scans`).length).toBeGreaterThan(1));
  });

  test('that nobody knows says so', async () => {
    renderApp(
      page,
      signedInServer().on(`GET ${api}`, () => apiError('NOT_FOUND', 'There is no such run.')),
    );
    await screen.findByText('The bulk scan could not be loaded');
    expect(screen.getByText(/There is no such run\./)).toBeDefined();
  });

  test('is for administrators', async () => {
    const server = signedInServer('technician');
    renderApp(page, server);
    await screen.findByText(/Access Denied/);
    expect(server.requestsTo(api)).toHaveLength(0);
  });
});

describe('the list of scan runs', () => {
  const list = '/api/admin/scan/runs';

  test('shows how each went, leads to its page and loads more', async () => {
    const server = signedInServer().on(`GET ${list}`, ({ query }) =>
      query.get('cursor') === null
        ? json({ items: [scanRun({ total: 1234, completed: 1230, failed: 4, outcome })], total: 2, nextCursor: 'next' })
        : json({ items: [scanRun({ runId: again, state: 'cancelled', cancelled: 2 })], total: 2 }),
    );
    const { user } = renderApp('/admin/scan-runs', server);
    const table = within(await screen.findByRole('table', { name: 'Bulk scans' }));
    expect(table.getAllByRole('row')[1]?.textContent).toMatch(
      /2026.*Dana DoeFinished, some failed1,2341,23043213255 → 617/,
    );
    expect(table.getByRole('link').getAttribute('href')).toBe(page);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await table.findByText('Canceled', { selector: '.fui-Badge' });
    expect(document.title).toBe('Admin Panel - Bulk Scans · Tenantry');
  });

  test('that is empty says where to begin', async () => {
    renderApp(
      '/admin/scan-runs',
      signedInServer().on(`GET ${list}`, () => json({ items: [], total: 0 })),
    );
    await screen.findByText('No bulk scans yet');
    expect(screen.getByRole('link', { name: 'Scan tenants' }).getAttribute('href')).toBe('/admin/tenants');
  });
});
