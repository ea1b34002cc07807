import type { Matrix } from '@tenantry/contract/matrix';
import { matrixReasons } from '@tenantry/contract/matrix-status';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { dmarcCheckId, dmarcRow, matrixOf, northwind, shownTenants, threeByThree } from '../../testing/matrix.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/admin/matrix';
const guid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const serverWith = (matrix: Matrix = threeByThree) =>
  signedInServer('admin', [contoso, fabrikam, northwind])
    .on(`GET ${path}`, () => json(matrix))
    .on(`GET ${path}/row`, () => json(dmarcRow));
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

  test('marks a tenant of which nothing new is known, in the head of its column', async () => {
    const tenants = shownTenants.map((one) =>
      one.id === fabrikam.id ? { ...one, trouble: 'connectionLost' as const } : one,
    );
    renderApp('/admin/matrix', serverWith({ ...threeByThree, tenants }));
    const heads = (await openGrid()).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)[2]).toBe(
      'Fabrikam1, Connection lost: 1 fail, 1 not checked, 1 pass',
    );
    expect(heads.map(({ title }) => title)).toEqual(['', 'Contoso', 'Fabrikam: Connection lost', 'Northwind']);
  });

  test('has only what is in sight on the page, in both directions', async () => {
    const tenants = Array.from({ length: 5000 }, (_, n) => ({ ...shownTenants[0], id: guid(n), name: `Tenant ${n}` }));
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

  test('is opened and walked from what has the focus, however it came there', async () => {
    const server = serverWith().on(`GET ${path}/cell`, () => json({ checkId: dmarcCheckId, findingId: null }));
    const { user } = renderApp('/admin/matrix', server);
    const grid = await openGrid();
    grid.getAllByRole('gridcell')[4]?.focus();
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('1:2');
    grid.getAllByRole('gridcell')[1]?.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requestsTo(`${path}/cell`)).toHaveLength(1));
    expect(Object.fromEntries(server.requestsTo(`${path}/cell`)[0]?.query ?? [])).toEqual({
      tenantId: fabrikam.id,
      checkId: dmarcCheckId,
    });
  });

  test('keeps the keyboard on a place far outside of what is in sight', async () => {
    const tenants = Array.from({ length: 500 }, (_, n) => ({ ...shownTenants[0], id: guid(n), name: `Tenant ${n}` }));
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
      await waitFor(() => expect(at()).toBe(`/audit?tenantId=${fabrikam.id}&check=${dmarcCheckId}`), {
        timeout: 20_000,
      });
    });
  });

  describe('a cell of which the server has not told where it is read', () => {
    /** Answers for Contoso when the test lets it, and for others at once. */
    async function waitingForContoso() {
      const late = Promise.withResolvers<Response>();
      const server = serverWith().on(`GET ${path}/cell`, ({ query }) =>
        query.get('tenantId') === contoso.id ? late.promise : json({ checkId: dmarcCheckId, findingId: null }),
      );
      const opened = renderApp('/admin/matrix', server);
      const grid = await openGrid();
      await opened.user.click(grid.getAllByRole('gridcell')[0] as HTMLElement);
      await waitFor(() => expect(server.requestsTo(`${path}/cell`)).toHaveLength(1));
      /** The answer comes, and all that follows from it has followed. */
      const answer = async () => {
        late.resolve(json({ checkId: dmarcCheckId, findingId: `${contoso.id}_f-1` }));
        await act(() => late.promise.then(() => undefined));
      };
      return { ...opened, grid, answer };
    }
    const ofFabrikam = `/audit?tenantId=${fabrikam.id}&check=${dmarcCheckId}`;

    test('gives way to the cell that is opened after it', async () => {
      const { user, grid, path: at, answer } = await waitingForContoso();
      await user.click(grid.getAllByRole('gridcell')[1] as HTMLElement);
      await waitFor(() => expect(at()).toBe(ofFabrikam));
      await answer();
      expect(at()).toBe(ofFabrikam);
    });

    test('gives way to the row that is opened after it', async () => {
      const { user, grid, path: at, answer } = await waitingForContoso();
      await user.click(grid.getAllByRole('rowheader')[0] as HTMLElement);
      await answer();
      expect(at()).toBe(`/admin/matrix?row=${dmarcCheckId}`);
    });

    test('gives way to the tenant that is opened after it', async () => {
      const { user, grid, path: at, answer } = await waitingForContoso();
      await user.click(grid.getByRole('columnheader', { name: /Fabrikam/ }));
      await waitFor(() => expect(at()).toBe(`/audit?tenantId=${fabrikam.id}`));
      await answer();
      expect(at()).toBe(`/audit?tenantId=${fabrikam.id}`);
    });

    test('leads nowhere once the page was left', async () => {
      const { user, path: at, answer } = await waitingForContoso();
      await user.click(screen.getByRole('link', { name: 'Overview' }));
      await waitFor(() => expect(screen.queryByRole('grid')).toBeNull(), { timeout: 20_000 });
      await answer();
      expect(at()).toBe('/admin');
    });
  });

  test('leads from the head of a row to its details', async () => {
    const { user, path: at } = renderApp('/admin/matrix', serverWith());
    await user.click((await openGrid()).getAllByRole('rowheader')[0] as HTMLElement);
    await waitFor(() => expect(at()).toBe(`/admin/matrix?row=${dmarcCheckId}`));
  });

  test('opens no row of the rows of before, while others are read', async () => {
    const remedies = Promise.withResolvers<Response>();
    const server = serverWith().on(`GET ${path}`, ({ query }) =>
      query.get('by') === 'remedy' ? remedies.promise : json(threeByThree),
    );
    const { user, path: at } = renderApp('/admin/matrix', server);
    const [head] = (await openGrid()).getAllByRole('rowheader');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), 'Remedies');
    await user.click(head as HTMLElement);
    expect(at()).toBe('/admin/matrix?by=remedy');
    remedies.resolve(json({ ...threeByThree, by: 'remedy' }));
    const grid = within(await screen.findByRole('grid', { name: 'Remedies by tenants' }));
    await user.click(grid.getAllByRole('rowheader')[0] as HTMLElement);
    expect(at()).toBe(`/admin/matrix?by=remedy&row=${dmarcCheckId}`);
    await waitFor(() =>
      expect(server.requestsTo(`${path}/row`).map(({ query }) => query.get('remedyId'))).toEqual([dmarcCheckId]),
    );
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
