import type { FailingTenant, Matrix, MatrixRowDetails } from '@tenantry/contract/matrix';
import { MatrixStatus, matrixCodes, matrixLabels, matrixReasons } from '@tenantry/contract/matrix-status';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding as findingOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { task, taskDetails } from '../../testing/tasks.ts';

const path = '/api/admin/matrix';
const guid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const northwind = { ...contoso, id: guid(3), name: 'Northwind' };
const auditedAt = '2026-11-27T09:00:00.000Z';
const shown = [contoso, fabrikam, northwind].map(({ id, name }) => ({ id, name, isSimulated: false, auditedAt }));

function matrixOf(cells: Record<string, MatrixStatus[]>, tenants: Matrix['tenants'] = shown): Matrix {
  const count = (statuses: readonly MatrixStatus[]) =>
    Object.fromEntries(
      MatrixStatus.options.flatMap((one) => {
        const found = statuses.filter((status) => status === one).length;
        return found === 0 ? [] : [[one, found]];
      }),
    );
  const occurring = MatrixStatus.options.filter((one) => Object.values(cells).some((row) => row.includes(one)));
  return {
    by: 'check',
    tenants,
    rows: Object.entries(cells).map(([title, statuses]) => ({
      id: title.toLowerCase().replaceAll(' ', '.'),
      title,
      severity: 'high',
      category: 'mail-flow',
      cells: statuses.map((status) => matrixCodes[status]).join(''),
      counts: count(statuses),
    })),
    columns: Object.fromEntries(
      occurring.map((one) => [
        one,
        tenants.map((_, at) => Object.values(cells).filter((row) => row[at] === one).length),
      ]),
    ),
    legend: occurring.map((status) => ({
      status,
      code: matrixCodes[status],
      label: matrixLabels[status],
      why: matrixReasons[status],
    })),
  };
}
const threeByThree = matrixOf({
  'DMARC rejects forged mail': ['fail', 'fail', 'warning'],
  'Guests are invited by administrators': ['accepted', 'pass', 'notPermitted'],
  'Legacy authentication is blocked': ['pass', 'notScanned', 'notApplicable'],
});
const checkId = 'dmarc.rejects.forged.mail';

const failing = (tenant: typeof contoso, patch: Partial<FailingTenant> = {}): FailingTenant => ({
  tenantId: tenant.id,
  tenantName: tenant.name,
  findingId: `${tenant.id}_f-dmarc`,
  status: 'fail',
  isResolvedByHand: false,
  work: { id: 'dmarc-record', title: 'Publish DMARC records' },
  approvalId: null,
  taskId: null,
  taskKey: tenant.id,
  ...patch,
});
const row: MatrixRowDetails = {
  id: checkId,
  by: 'check',
  title: 'DMARC rejects forged mail',
  severity: 'high',
  category: 'mail-flow',
  recommendation: 'Publish p=reject.',
  article: 'dmarc-record',
  failing: 3,
  causes: [
    {
      checkId,
      title: 'DMARC does not reject forged mail',
      example: { tenantName: contoso.name, message: 'contoso.example has no DMARC record.' },
      tenants: [failing(contoso, { approvalId: `${contoso.id}_a-1` }), failing(fabrikam)],
    },
    {
      checkId,
      title: 'DMARC does not reject forged mail',
      example: { tenantName: northwind.name, message: 'northwind.example quarantines.' },
      tenants: [failing(northwind, { status: 'warning', taskId: `${northwind.id}_task-1` })],
    },
  ],
};

const serverWith = (matrix: Matrix = threeByThree) =>
  signedInServer('admin', [contoso, fabrikam, northwind])
    .on(`GET ${path}`, () => json(matrix))
    .on(`GET ${path}/row`, () => json(row));
async function openGrid() {
  const grid = within(await screen.findByRole('grid', { name: 'Checks by tenants' }));
  // What is in sight is known once the grid was measured.
  await grid.findAllByRole('rowheader');
  return grid;
}
const focused = () => document.activeElement?.getAttribute('data-place');

// jsdom lays nothing out: the grid has the size of a window.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

describe('the matrix', () => {
  test('is a grid of checks by tenants that tells its size, its counts and what each cell means', async () => {
    renderApp('/admin/matrix', serverWith());
    const grid = await openGrid();
    const element = screen.getByRole('grid');
    expect(element.getAttribute('aria-rowcount')).toBe('4');
    expect(element.getAttribute('aria-colcount')).toBe('4');
    expect(grid.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Check',
      'Contoso1: 1 fail, 1 accepted, 1 pass',
      'Fabrikam1: 1 fail, 1 not checked, 1 pass',
      'Northwind0: 1 warning, 1 not checked, 1 not required',
    ]);
    expect(grid.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'DMARC rejects forged mailHigh: 2 fail, 1 warning',
      'Guests are invited by administratorsHigh: 1 not checked, 1 accepted, 1 pass',
      'Legacy authentication is blockedHigh: 1 not checked, 1 pass, 1 not required',
    ]);
    expect(grid.getAllByRole('gridcell').map(({ textContent }) => textContent)).toEqual([
      ...['Fail', 'Fail', 'Warning'],
      ...['Risk accepted', 'Pass', 'Not permitted'],
      ...['Pass', 'Not scanned', 'Not applicable'],
    ]);
    const legend = within(screen.getByRole('list', { name: 'Legend' }));
    expect(legend.getByText(/has not granted the permission/).textContent).toBe(` ${matrixReasons.notPermitted}`);
    expect(screen.getByRole('status').textContent).toBe('3 checks by 3 tenants');
  });

  test('has only what is in sight on the page, in both directions', async () => {
    const tenants = Array.from({ length: 5000 }, (_, n) => ({ ...shown[0], id: guid(n), name: `Tenant ${n}` }));
    const statuses = tenants.map(() => 'fail' as const);
    const rows = Object.fromEntries(Array.from({ length: 210 }, (_, n) => [`Check ${n}`, statuses]));
    renderApp('/admin/matrix', serverWith(matrixOf(rows, tenants as Matrix['tenants'])));
    const grid = await openGrid();
    expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('5001');
    expect(grid.getAllByRole('gridcell').length).toBeGreaterThan(100);
    expect(grid.getAllByRole('gridcell').length).toBeLessThan(1500);
  });

  test('is walked by the keyboard: one place is in the order of Tab, and keys lead from it', async () => {
    const { user } = renderApp('/admin/matrix', serverWith());
    const grid = await openGrid();
    const inTabOrder = () =>
      [...grid.getAllByRole('gridcell'), ...grid.getAllByRole('rowheader'), ...grid.getAllByRole('columnheader')]
        .filter((one) => one.tabIndex === 0)
        .map((one) => one.dataset.place);
    expect(inTabOrder()).toEqual(['0:-1']);
    grid.getAllByRole('rowheader')[0]?.focus();
    const keys = [
      ['{ArrowRight}', '0:0'],
      ['{ArrowDown}', '1:0'],
      ['{End}', '1:2'],
      ['{ArrowRight}', '1:2'],
      ['{Home}', '1:-1'],
      ['{Control>}{End}{/Control}', '2:2'],
      ['{PageUp}', '-1:2'],
      ['{Control>}{Home}{/Control}', '0:-1'],
    ] as const;
    for (const [key, place] of keys) {
      await user.keyboard(key);
      expect([key, focused()]).toEqual([key, place]);
    }
    expect(inTabOrder()).toEqual(['0:-1']);
  });

  test('keeps the keyboard on a place far outside of what is in sight', async () => {
    const tenants = Array.from({ length: 500 }, (_, n) => ({ ...shown[0], id: guid(n), name: `Tenant ${n}` }));
    const matrix = matrixOf({ 'A check': tenants.map(() => 'pass' as const) }, tenants as Matrix['tenants']);
    const { user } = renderApp('/admin/matrix', serverWith(matrix));
    const grid = await openGrid();
    grid.getAllByRole('rowheader')[0]?.focus();
    await user.keyboard('{End}');
    expect(focused()).toBe('0:499');
    expect(document.activeElement?.getAttribute('aria-colindex')).toBe('501');
  });

  describe('a cell', () => {
    const cellServer = () =>
      serverWith()
        .on(`GET ${path}/cell`, ({ query }) =>
          json({
            checkId: query.get('checkId'),
            findingId: query.get('tenantId') === contoso.id ? `${contoso.id}_f-1` : null,
          }),
        )
        .on('GET /api/findings', () => json({ items: [], total: 0, counts: {} }));

    test('opens its finding by Enter', async () => {
      const { user, path: at } = renderApp('/admin/matrix', cellServer());
      (await openGrid()).getAllByRole('rowheader')[0]?.focus();
      await user.keyboard('{ArrowRight}{Enter}');
      // The page that it leads to may be the first to need what it brings.
      await waitFor(() => expect(at()).toBe(`/findings?tenantId=${contoso.id}&finding=${contoso.id}_f-1`), {
        timeout: 20_000,
      });
    });

    test('opens the check of the audit where it has no finding', async () => {
      const { user, path: at } = renderApp('/admin/matrix', cellServer());
      await user.click((await openGrid()).getAllByRole('gridcell')[1] as HTMLElement);
      await waitFor(() => expect(at()).toBe(`/audit?tenantId=${fabrikam.id}&check=${checkId}`), { timeout: 20_000 });
    });
  });

  test('leads from the head of a column to the audit of the tenant', async () => {
    const { user, path: at } = renderApp('/admin/matrix', serverWith());
    await user.click((await openGrid()).getByRole('columnheader', { name: /Fabrikam/ }));
    await waitFor(() => expect(at()).toBe(`/audit?tenantId=${fabrikam.id}`));
  });

  test('is narrowed at both ends, and saved as it is shown', async () => {
    const server = serverWith().on(`GET ${path}/export`, () => new Response('csv'));
    const { user, path: at } = renderApp('/admin/matrix?severity=high', server);
    await openGrid();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Fail');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Framework' }), 'CISA SCuBA');
    await user.type(screen.getByRole('searchbox', { name: 'Tenant' }), 'contoso');
    await waitFor(() => expect(server.requestsTo(path).at(-1)?.query.get('tenant')).toBe('contoso'));
    const asked = Object.fromEntries(server.requestsTo(path).at(-1)?.query ?? []);
    expect(asked).toEqual({
      by: 'check',
      severity: 'high',
      status: 'fail',
      framework: 'cisa-scuba',
      tenant: 'contoso',
    });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(server.requestsTo(`${path}/export`)).toHaveLength(1));
    expect(Object.fromEntries(server.requestsTo(`${path}/export`)[0]?.query ?? [])).toEqual(asked);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(at()).toBe('/admin/matrix');
  });

  test('says that nothing fits, and has nothing to save then', async () => {
    renderApp('/admin/matrix', serverWith(matrixOf({}, [])));
    await screen.findByRole('heading', { name: 'Nothing to compare' });
    expect(screen.getByRole('button', { name: 'Export CSV' }).hasAttribute('disabled')).toBe(true);
  });

  test('says that it could not be loaded, and tries again', async () => {
    const server = serverWith().on(`GET ${path}`, () => apiError('UNAVAILABLE', 'The store does not answer.'));
    const { user } = renderApp('/admin/matrix', server);
    await screen.findByText(/The store does not answer/);
    server.on(`GET ${path}`, () => json(threeByThree));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await openGrid();
  });

  test('is a list by check with counts on a phone', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === '(max-width: 639px)',
          media: query,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as never,
    );
    const { user } = renderApp('/admin/matrix', serverWith());
    const list = within(await screen.findByRole('list', { name: 'Checks' }));
    expect(screen.queryByRole('grid')).toBeNull();
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)[0]).toBe(
      'DMARC rejects forged mailHIGH2 fail, 1 warning',
    );
    await user.click(list.getByRole('button', { name: 'DMARC rejects forged mail' }));
    await screen.findByText('3 tenants fail it, 2 by one cause.');
  });

  test('is for administrators', async () => {
    renderApp('/admin/matrix', signedInServer('technician'));
    await screen.findByText(/Access Denied/);
  });
});

describe('a row of the matrix', () => {
  async function openRow(server = serverWith()) {
    const opened = renderApp('/admin/matrix', server);
    await opened.user.click((await openGrid()).getAllByRole('rowheader')[0] as HTMLElement);
    const drawer = within(await screen.findByRole('dialog', { name: 'DMARC rejects forged mail' }));
    await drawer.findByText('3 tenants fail it, 2 by one cause.');
    return { ...opened, server, drawer };
  }
  const choose = (drawer: ReturnType<typeof within>, user: ReturnType<typeof renderApp>['user'], option: string) =>
    user.selectOptions(drawer.getByRole('combobox', { name: 'For which tenants' }), option);

  test('tells who fails by which cause, and what is asked and done', async () => {
    const { drawer, path: at } = await openRow();
    expect(at()).toBe(`/admin/matrix?row=${checkId}`);
    drawer.getByText('contoso.example has no DMARC record.');
    const first = within(drawer.getByRole('list', { name: 'Tenants of cause 1' }));
    expect(first.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ContosoRequest waits',
      'Fabrikam',
    ]);
    expect(first.getByRole('link', { name: 'Fabrikam' }).getAttribute('href')).toBe(
      `/findings?tenantId=${fabrikam.id}&finding=${fabrikam.id}_f-dmarc`,
    );
    const second = within(drawer.getByRole('list', { name: 'Tenants of cause 2' }));
    expect(second.getByRole('listitem').textContent).toBe('NorthwindWarningTask under way');
  });

  test('approves what waits, with one decision', async () => {
    const server = serverWith().on('POST /api/admin/approvals/decisions', () =>
      json({
        decided: 1,
        results: [{ id: `${contoso.id}_a-1`, outcome: 'done', message: '', approval: null }],
        run: null,
      }),
    );
    const { drawer, user } = await openRow(server);
    await user.click(drawer.getByRole('button', { name: 'Approve 1 request' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve the waiting requests' }));
    await user.click(dialog.getByRole('button', { name: 'Approve 1 request' }));
    await screen.findByText('1 request approved');
    const [sent] = server.requestsTo('/api/admin/approvals/decisions');
    expect(sent?.body).toMatchObject({ ids: [`${contoso.id}_a-1`], status: 'approved', key: expect.any(String) });
  });

  test('requests the remedy where nothing is asked or done, and tells what was left', async () => {
    const server = serverWith().on('POST /api/approvals', () =>
      apiError('CONFLICT', 'An approval for this finding is pending already.'),
    );
    const { drawer, user } = await openRow(server);
    await user.click(drawer.getByRole('button', { name: 'Request for 1 tenant' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Request the remedy' }));
    await user.click(dialog.getByRole('button', { name: 'Send 1 request' }));
    await dialog.findByText('Give a reason of at least 10 characters');
    expect(server.requestsTo('/api/approvals')).toHaveLength(0);
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'The customer asked for it');
    await user.click(dialog.getByRole('button', { name: 'Send 1 request' }));
    await drawer.findByText('Fabrikam: An approval for this finding is pending already.');
    expect(server.requestsTo('/api/approvals')[0]?.body).toEqual({
      type: 'task_assignment',
      tenantId: fabrikam.id,
      findingId: `${fabrikam.id}_f-dmarc`,
      reason: 'The customer asked for it',
    });
  });

  test('creates a task for each tenant without one, by a key that makes it once', async () => {
    const server = serverWith().on('POST /api/tasks', () => json(taskDetails(task(contoso, 'new')), 201));
    const { drawer, user } = await openRow(server);
    await user.click(drawer.getByRole('button', { name: 'Create 2 tasks' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create tasks' }));
    await user.dblClick(dialog.getByRole('button', { name: 'Create 2 tasks' }));
    await screen.findByText('2 tasks created');
    const bodies = server.requestsTo('/api/tasks').map(({ body }) => body);
    expect(bodies).toMatchObject([
      { tenantId: contoso.id, key: contoso.id, checkId, priority: 'high' },
      { tenantId: fabrikam.id, key: fabrikam.id, checkId },
    ]);
    // What is told of one tenant is in no task of another.
    expect(JSON.stringify(bodies[1])).not.toContain('contoso.example');
  });

  test('accepts the risk with a reason, for those of one cause', async () => {
    const finding = `${northwind.id}_f-dmarc`;
    const server = serverWith().on(`POST /api/findings/${finding}/acceptance`, () =>
      json(detailsOf(findingOf(northwind, 'dmarc'))),
    );
    const { drawer, user } = await openRow(server);
    await choose(drawer, user, 'Cause 2: 1 tenant');
    await user.click(drawer.getByRole('button', { name: 'Accept 1 risk' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept the risk' }));
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'The domain sends no mail');
    await user.click(dialog.getByRole('button', { name: 'Accept 1 risk' }));
    await screen.findByText('1 risk accepted');
    expect(server.requestsTo(`/api/findings/${finding}/acceptance`)).toHaveLength(1);
    expect(server.requestsTo(`/api/findings/${finding}/acceptance`)[0]?.body).toMatchObject({
      reason: 'The domain sends no mail',
    });
  });

  test('offers nothing for what was resolved by hand', async () => {
    const resolved = {
      ...row,
      failing: 1,
      causes: [{ ...row.causes[0], tenants: [failing(contoso, { isResolvedByHand: true })] }],
    };
    const server = serverWith().on(`GET ${path}/row`, () => json(resolved));
    const { user } = renderApp('/admin/matrix', server);
    await user.click((await openGrid()).getAllByRole('rowheader')[0] as HTMLElement);
    await screen.findByText('Resolved by hand');
    for (const name of ['Approve 0 requests', 'Request for 0 tenants', 'Create 0 tasks', 'Accept 0 risks']) {
      expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
    }
  });
});
