import type { TenantChangeRecord } from '@tenantry/contract/changes';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/changes';
const administrator: TenantChangeRecord = {
  id: `${contoso.id}_change-1`,
  tenantId: contoso.id,
  tenantName: contoso.name,
  isSimulated: false,
  kind: 'privileged-role',
  gravity: 'critical',
  title: 'New Global Administrator',
  object: 'mallory@contoso.example: Global Administrator',
  before: null,
  after: 'assignment: active',
  by: { kind: 'user', name: 'eve@contoso.example' },
  byUnknownBecause: null,
  changedAt: '2026-11-27T09:00:00.000Z',
  noticedAt: '2026-11-27T09:10:00.000Z',
  noticedBy: 'scan',
  between: { from: `${contoso.id}_scan-1`, to: `${contoso.id}_scan-2` },
  checkId: null,
  isNew: true,
};
const watched = { everyMinutes: 10, watched: 2, leftOut: [], leftOutTotal: 0 };
const asOf = '2026-11-28T08:00:00.000Z';
const pageOf = (...items: TenantChangeRecord[]) =>
  json({
    items,
    total: items.length,
    summary: { critical: items.length, high: 0, medium: 0, low: 0 },
    seenUntil: null,
    asOf,
  });
const serverWith = (...items: TenantChangeRecord[]) =>
  signedInServer('viewer')
    .on(`GET ${list}`, () => pageOf(...items))
    .on(`GET ${list}/watch`, () => json(watched));

describe('all changes', () => {
  test('are told with severity, tenant, author and the way to the comparison', async () => {
    renderApp('/changes/all', serverWith(administrator));
    const table = within(await screen.findByRole('table', { name: 'Changes' }));
    const [, row] = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(row).toContain('CRITICAL');
    expect(row).toContain('New Global Administrator');
    expect(row).toContain(contoso.name);
    expect(row).toContain('eve@contoso.example');
    expect(table.getByRole('link', { name: 'New Global Administrator' }).getAttribute('href')).toBe(
      `/changes?tenantId=${contoso.id}&from=${contoso.id}_scan-1&to=${contoso.id}_scan-2`,
    );
    await screen.findByText(/is read every 10 minutes/);
  });

  test('without a selected tenant are what the page of changes shows', async () => {
    renderApp('/changes', serverWith(administrator));
    await screen.findByRole('heading', { level: 1, name: 'All Changes' });
  });

  test('are narrowed by what was chosen, since Friday by default', async () => {
    const server = serverWith(administrator);
    const { user } = renderApp('/changes/all', server);
    await screen.findByRole('table', { name: 'Changes' });
    const [first] = server.requestsTo(list);
    expect(first?.query.get('since')).toMatch(/^\d{4}-/);
    await user.selectOptions(screen.getByLabelText('Severity'), 'critical');
    await user.selectOptions(screen.getByLabelText('Period'), 'last-visit');
    await screen.findByRole('table', { name: 'Changes' });
    const asked = server.requestsTo(list).at(-1)?.query;
    expect([asked?.get('gravity'), asked?.get('unseen'), asked?.get('since')]).toEqual(['critical', 'true', null]);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect((screen.getByLabelText('Severity') as HTMLSelectElement).value).toBe('');
  });

  test('that are not seen yet are marked as seen up to when they were read, once however often it is pressed', async () => {
    const server = serverWith(administrator).on(`POST ${list}/seen`, () => json({ seenUntil: asOf }));
    const { user } = renderApp('/changes/all?period=last-visit', server);
    await screen.findByText('New');
    expect(screen.getByRole('option', { name: 'Not seen yet', selected: true })).toBeDefined();
    server.on(`GET ${list}`, () => pageOf({ ...administrator, isNew: false }));
    await user.dblClick(screen.getByRole('button', { name: 'Mark all as seen' }));
    await expect.poll(() => screen.queryByText('New')).toBeNull();
    expect(server.requestsTo(`${list}/seen`).map(({ body }) => body)).toEqual([{ until: asOf }]);
  });

  test.each([
    'period=friday',
    'period=last-visit&gravity=critical',
    'period=all&actor=eve',
    `period=last-visit&tenantId=${contoso.id}`,
  ])('are not marked as seen from a list that leaves some out: %s', async (query) => {
    renderApp(`/changes/all?${query}`, serverWith(administrator));
    const whole = await screen.findByRole('link', { name: 'Show not seen yet' });
    expect(whole.getAttribute('href')).toBe('/changes/all?period=last-visit');
    expect(screen.queryByRole('button', { name: 'Mark all as seen' })).toBeNull();
  });

  test('of a check are told by the words for verdicts', async () => {
    const check = { kind: 'check-failing', before: 'notApplicable', after: 'fail', checkId: 'ca.mfa.all' } as const;
    renderApp('/changes/all', serverWith({ ...administrator, ...check }));
    await screen.findByText('Not applicable → Fail');
  });

  test('say that there are none, and that they could not be loaded', async () => {
    const server = serverWith();
    const { user } = renderApp('/changes/all', server);
    await screen.findByText('No changes');
    server.on(`GET ${list}`, () => apiError('INTERNAL', 'Broken'));
    await user.selectOptions(screen.getByLabelText('Period'), 'all');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    server.on(`GET ${list}`, () => pageOf(administrator));
    await user.click(retry);
    await screen.findByRole('table', { name: 'Changes' });
  });

  test('name the tenants that are not watched, and say where nothing is', async () => {
    const because = 'Its license does not include the directory audit log.';
    const leftOut = [{ tenantId: contoso.id, tenantName: contoso.name, because }];
    const server = serverWith(administrator).on(`GET ${list}/watch`, () =>
      json({ ...watched, leftOut, leftOutTotal: 1 }),
    );
    renderApp('/changes/all', server);
    await screen.findByText(`${contoso.name}: ${because}`);
  });

  test('say that nothing is watched where that is turned off', async () => {
    const off = serverWith(administrator).on(`GET ${list}/watch`, () =>
      json({ ...watched, everyMinutes: null, watched: 0 }),
    );
    renderApp('/changes/all', off);
    await screen.findByText(/^Changes are noticed by scans only/);
  });
});
