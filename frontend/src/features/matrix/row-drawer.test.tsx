import { decideApprovals, maxDecidedAtOnce } from '@tenantry/contract/approval-decisions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding as findingOf } from '../../testing/findings.ts';
import { dmarcCheckId as checkId, failing, northwind, dmarcRow as row, threeByThree } from '../../testing/matrix.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { task, taskDetails } from '../../testing/tasks.ts';

const path = '/api/admin/matrix';

const serverWith = () =>
  signedInServer('admin', [contoso, fabrikam, northwind])
    .on(`GET ${path}`, () => json(threeByThree))
    .on(`GET ${path}/row`, () => json(row));

describe('a row of the matrix', () => {
  async function openRow(server = serverWith()) {
    const opened = renderApp(`/admin/matrix?row=${checkId}`, server);
    const drawer = within(await screen.findByRole('dialog', { name: 'DMARC rejects forged mail' }));
    await drawer.findByText('3 tenants fail it, 2 by one cause.');
    return { ...opened, server, drawer };
  }
  const choose = (drawer: ReturnType<typeof within>, user: ReturnType<typeof renderApp>['user'], option: string) =>
    user.selectOptions(drawer.getByRole('combobox', { name: 'For which tenants' }), option);

  test('tells who fails by which cause, and what is asked and done', async () => {
    const { drawer } = await openRow();
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

  test('tells since when a tenant was not looked at', async () => {
    const [first, ...others] = row.causes;
    const tenants = [failing(contoso), failing(fabrikam, { notSeenSince: '2026-11-12T09:00:00.000Z' })];
    const server = serverWith().on(`GET ${path}/row`, () =>
      json({ ...row, causes: [{ ...first, tenants }, ...others] }),
    );
    const { drawer } = await openRow(server);
    const lines = within(drawer.getByRole('list', { name: 'Tenants of cause 1' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Contoso',
      'FabrikamNot looked at since Nov 12, 2026',
    ]);
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

  test('shows what was approved where a later part fails, and sends each part again as it was', async () => {
    const tenants = Array.from({ length: maxDecidedAtOnce + 1 }, (_, n) => {
      const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      return failing({ ...contoso, id, name: `Tenant ${n}` }, { approvalId: `${id}_a-1` });
    });
    const waiting = { ...row, failing: tenants.length, causes: [{ ...row.causes[0], tenants }] };
    const decided = { ...waiting, causes: [{ ...row.causes[0], tenants: tenants.slice(maxDecidedAtOnce) }] };
    const decisions = '/api/admin/approvals/decisions';
    const partOf = (body: unknown) => decideApprovals.body.parse(body).ids ?? [];
    const done = (ids: readonly string[]) =>
      json({
        decided: ids.length,
        results: ids.map((id) => ({ id, outcome: 'done', message: '', approval: null })),
        run: null,
      });
    const server = serverWith()
      .on(`GET ${path}/row`, () => json(waiting))
      .on(`POST ${decisions}`, ({ body }) => {
        const ids = partOf(body);
        if (ids.length === 1) return apiError('UNAVAILABLE', 'The store does not answer.');
        server.on(`GET ${path}/row`, () => json(decided));
        return done(ids);
      });
    const { user } = renderApp(`/admin/matrix?row=${checkId}`, server);
    await user.click(await screen.findByRole('button', { name: 'Approve 101 requests' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve the waiting requests' }));
    await user.click(dialog.getByRole('button', { name: 'Approve 101 requests' }));
    await dialog.findByText(/The store does not answer/);
    await waitFor(() => expect(server.requestsTo(`${path}/row`)).toHaveLength(2));
    const first = server.requestsTo(decisions).map(({ body }) => body);
    server.on(`POST ${decisions}`, ({ body }) => done(partOf(body)));
    await user.click(dialog.getByRole('button', { name: 'Approve 101 requests' }));
    await screen.findByText('101 requests approved');
    expect(server.requestsTo(decisions).map(({ body }) => body)).toEqual([...first, ...first]);
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
      { tenantId: contoso.id, key: contoso.id, checkId, priority: 'high', ofRemedy: true },
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
    renderApp(`/admin/matrix?row=${checkId}`, server);
    await screen.findByText('Resolved by hand');
    for (const name of ['Approve 0 requests', 'Request for 0 tenants', 'Create 0 tasks', 'Accept 0 risks']) {
      expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
    }
  });
});
