import type { Alignment } from '@tenantry/contract/alignment';
import type { Baseline } from '@tenantry/contract/baseline-list';
import type { CheckAlignment, TenantAlignment } from '@tenantry/contract/baselines';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { dayAfter, endOfDay } from '../../lib/calendar-day.ts';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/baselines';
const groupId = '5d1f3c52-7a8e-4c1d-9b0a-5d2c7e8f1a01';
const tenantId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const dueDays = { critical: 7, high: 14, medium: 30, low: 90 };
const own: Baseline = {
  id: '9d1f3c52-7a8e-4c1d-9b0a-5d2c7e8f1a09',
  name: 'House rules',
  description: 'What we agreed on',
  builtIn: false,
  checkIds: ['dns.dmarc', 'spo.reshare'],
  minimumGravity: 'medium',
  required: 2,
  dueDays,
  groupIds: [groupId],
  tenants: 3,
  revision: 4,
  updatedAt: '2026-11-28T08:00:00.000Z',
  updatedBy: 'Ada',
};
const essentials: Baseline = {
  ...own,
  id: 'essentials',
  name: 'Essentials',
  builtIn: true,
  groupIds: [],
  tenants: 0,
  revision: 0,
};
const figures: Alignment = {
  ...{ aligned: 1, excepted: 0, deviating: 1, notKnown: 0, notRequired: 0 },
  percent: 50,
  gravest: 'high',
  exceptedUntil: null,
};
const row: TenantAlignment = {
  ...{ tenantId, tenantName: 'Contoso', baselineId: own.id, baselineName: own.name },
  state: 'deviating',
  ...figures,
};
const check: CheckAlignment = {
  ...{ checkId: 'spo.reshare', title: 'Guests cannot share', severity: 'medium' },
  state: 'deviating',
  status: 'fail',
  exception: null,
};
const groups = [
  {
    ...{ id: groupId, name: 'Gold', color: 'blue', rule: null, tenants: 3, scopedUsers: 0, revision: 1 },
    ...{ updatedAt: '2026-11-28T08:00:00.000Z', updatedBy: 'Ada' },
  },
];
const preview = {
  required: 2,
  summary: { deviating: 1, notKnown: 0, aligned: 2 },
  tenants: [{ tenantId, tenantName: 'Contoso', ...figures }],
  total: 3,
};

const serverWith = (rows: TenantAlignment[] = [row]) =>
  signedInServer('admin')
    .on(`GET ${list}`, () => json({ baselines: [essentials, own] }))
    .on(`GET ${list}/checks`, () =>
      json({
        checks: [
          {
            checkId: 'dns.dmarc',
            title: 'DMARC rejects',
            severity: 'high',
            category: 'mail-flow',
            needsEntraP1: false,
          },
          { checkId: 'ca.token', title: 'Token protection', severity: 'low', category: 'mfa', needsEntraP1: true },
        ],
      }),
    )
    .on(`GET ${list}/alignment`, () =>
      json({ items: rows, total: rows.length, summary: { deviating: rows.length, notKnown: 0, aligned: 0 } }),
    )
    .on(`GET ${list}/exceptions`, () => json({ items: [], total: 0 }))
    .on('GET /api/admin/tenant-groups', () => json({ groups, tags: [] }))
    .on(`POST ${list}/preview`, () => json(preview))
    .on(`GET /api/tenant/${tenantId}/baselines`, () => json({ baselines: [{ ...row, checks: [check] }] }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const sent = (server: ReturnType<typeof serverWith>, path: string, method: string) =>
  server.requestsTo(path).filter((request) => request.method === method);

describe('baselines', () => {
  test('are listed with what they require, whom they hold for, and how each tenant stands', async () => {
    renderApp('/admin/baselines', serverWith());
    const table = within(await screen.findByRole('table', { name: 'Baselines' }));
    const texts = table.getAllByRole('row').map(({ textContent }) => textContent ?? '');
    expect(texts[1]).toContain('Comes with Tenantry');
    expect(texts[2]).toContain('From medium severity');
    await table.findByText('Gold');
    const alignment = within(await screen.findByRole('table', { name: 'Alignment of tenants' }));
    const [, first] = alignment.getAllByRole('row').map(({ textContent }) => textContent ?? '');
    expect(first).toContain('50%');
    expect(first).toContain('1 check deviating');
  });

  test('show what they would require of whom before they are saved, and are made once', async () => {
    const server = serverWith().on(`POST ${list}`, () => json(own, 201));
    const { user } = renderApp('/admin/baselines', server);
    await user.click(await screen.findByRole('button', { name: 'New baseline' }));
    const form = await dialog('New baseline');
    await user.click(form.getByRole('button', { name: 'Create' }));
    await form.findByText('Name is required');
    await form.findByText('Choose at least one check');
    await user.type(form.getByLabelText(/^Name/), 'House rules');
    await user.click(await form.findByRole('checkbox', { name: /DMARC rejects/ }));
    form.getByText(/requires nothing of anybody/);
    await user.click(form.getByRole('checkbox', { name: /^Gold/ }));
    await form.findByText('It would require 2 checks of 3 tenants: 1 deviating, 0 not known, 2 aligned.');
    expect(sent(server, `${list}/preview`, 'POST').at(-1)?.body).toEqual({
      checkIds: ['dns.dmarc'],
      minimumGravity: 'low',
      groupIds: [groupId],
    });
    await user.dblClick(form.getByRole('button', { name: 'Create' }));
    await screen.findByText('Baseline created');
    expect(sent(server, list, 'POST').map(({ body }) => body)).toEqual([
      {
        ...{ name: 'House rules', description: '', minimumGravity: 'low', dueDays },
        checkIds: ['dns.dmarc'],
        groupIds: [groupId],
      },
    ]);
  });

  test('that come with Tenantry are assigned, and copied for all else', async () => {
    const path = `${list}/essentials`;
    const server = serverWith().on(`PATCH ${path}`, () => json(essentials));
    const { user } = renderApp('/admin/baselines', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Essentials' }));
    const form = await dialog('Edit Essentials');
    expect(form.queryByLabelText(/^Name/)).toBeNull();
    await user.click(await form.findByRole('checkbox', { name: /^Gold/ }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Baseline changed');
    expect(sent(server, path, 'PATCH')[0]?.body).toEqual({ dueDays, groupIds: [groupId], revision: 0 });
    await user.click(await screen.findByRole('button', { name: 'Copy Essentials' }));
    const copy = await dialog('New baseline');
    expect(copy.getByLabelText(/^Name/)).toHaveProperty('value', 'Copy of Essentials');
  });

  test('take a number of days until what they require is due', async () => {
    const server = serverWith();
    const { user } = renderApp('/admin/baselines', server);
    await user.click(await screen.findByRole('button', { name: `Edit ${own.name}` }));
    const form = await dialog(`Edit ${own.name}`);
    await user.clear(form.getByLabelText('High: due after days'));
    await user.type(form.getByLabelText('High: due after days'), 'soon');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Enter a whole number of days');
    expect(sent(server, `${list}/${own.id}`, 'PATCH')).toEqual([]);
  });

  test('are deleted where somebody made them, and never where they come with Tenantry', async () => {
    const server = serverWith().on(`DELETE ${list}/${own.id}`, () => json({ success: true }));
    const { user } = renderApp('/admin/baselines', server);
    await user.click(await screen.findByRole('button', { name: `Delete ${own.name}` }));
    expect(screen.queryByRole('button', { name: 'Delete Essentials' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('Baseline deleted');
  });

  test('are open to an exception of a tenant, with a reason and a last day', async () => {
    const path = `/api/tenant/${tenantId}/baseline-exceptions`;
    const server = serverWith().on(`POST ${path}`, () => json({ excepted: ['spo.reshare'] }));
    const { user } = renderApp('/admin/baselines', server);
    await user.click(await screen.findByRole('button', { name: `Checks of Contoso, ${own.name}` }));
    await user.click(await screen.findByRole('button', { name: 'Make an exception: Guests cannot share' }));
    const form = await dialog(`Exception from ${own.name}`);
    await user.click(form.getByRole('button', { name: 'Make exception' }));
    await form.findByText('Give a reason of at least 10 characters');
    await user.type(form.getByLabelText(/^Reason/), 'The portal needs it');
    await user.click(form.getByRole('button', { name: 'Make exception' }));
    await screen.findByText('1 exception made');
    expect(sent(server, path, 'POST')[0]?.body).toEqual({
      baselineId: own.id,
      checkIds: ['spo.reshare'],
      reason: 'The portal needs it',
      expiresAt: endOfDay(dayAfter(new Date(), 90)),
    });
  });

  test('list the exceptions of all tenants, and one ends where it is listed, once', async () => {
    const { checkId, title, severity } = check;
    const exception = {
      ...{ tenantId, tenantName: 'Contoso', baselineId: own.id, baselineName: own.name, checkId, title, severity },
      ...{ reason: 'The portal needs it', by: 'Ada', expiresAt: '2027-01-31T22:59:59.999Z' },
    };
    let items = [exception];
    const path = `/api/tenant/${tenantId}/baseline-exceptions`;
    const server = serverWith()
      .on(`GET ${list}/exceptions`, () => json({ items, total: items.length }))
      .on(`DELETE ${path}`, () => {
        items = [];
        return json({ ended: [checkId] });
      });
    const { user } = renderApp('/admin/baselines', server);
    const table = within(await screen.findByRole('table', { name: 'Exceptions' }));
    expect(table.getAllByRole('row')[1]?.textContent).toContain('The portal needs itAda');
    await user.dblClick(table.getByRole('button', { name: `End the exception of Contoso: ${title}` }));
    await screen.findByText('No exceptions');
    expect(sent(server, path, 'DELETE')).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Exceptions' }));
  });

  test('say that no tenant has one, and can be asked for again where they cannot be loaded', async () => {
    const server = serverWith([]).on(`GET ${list}`, () => apiError('INTERNAL', 'Broken'));
    const { user } = renderApp('/admin/baselines', server);
    await screen.findByText('No tenant has a baseline');
    server.on(`GET ${list}`, () => json({ baselines: [own] }));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await screen.findByRole('table', { name: 'Baselines' });
  });
});
