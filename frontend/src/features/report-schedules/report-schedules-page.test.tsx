import type { ReportDelivery, ReportSchedule } from '@tenantry/contract/report-schedules';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { gold } from '../../testing/tenant-groups.ts';

const list = '/api/admin/report-schedules';
const monthly: ReportSchedule = {
  ...{
    id: '11111111-1111-4111-8111-111111111111',
    name: 'Monthly',
    groupId: gold.id,
    groupName: gold.name,
    form: 'summary',
  },
  ...{
    day: { every: 'month', day: 31 },
    hour: 8,
    timeZone: 'Europe/Berlin',
    toContacts: true,
    staff: ['desk@msp.example'],
  },
  ...{ release: 'hold', isOn: true, owner: { name: 'Ada Lovelace' }, stoppedBecause: null },
  nextAt: '2030-12-01T08:00:00.000Z',
  lastRun: { period: '2026-11-01', isPlanned: true, counts: { waiting: 0, held: 2, sent: 5, notSent: 1 } },
  ...{ revision: 3, updatedAt: '2026-11-01T08:00:00.000Z', updatedBy: 'Ada Lovelace' },
};
const notSent: ReportDelivery = {
  id: '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01_delivery-1',
  ...{ tenantId: '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01', tenantName: 'Bracken Freight Group' },
  ...{ scheduleId: monthly.id, scheduleName: 'Monthly', period: '2026-11-01', form: 'summary', state: 'not-sent' },
  told: 'No scan has completed since 2026-10-01.',
  ...{ reportId: null, approvalId: null, recipients: [], createdAt: '2026-11-01T08:00:00.000Z', endedAt: null },
};

const serverWith = (
  schedules: ReportSchedule[],
  deliveries: ReportDelivery[] = [],
  mailUnavailable: string | null = null,
) =>
  signedInServer('admin')
    .on(`GET ${list}`, () => json({ schedules, mailUnavailable }))
    .on('GET /api/admin/report-deliveries', () => json({ items: deliveries, total: deliveries.length }))
    .on('GET /api/admin/tenant-groups', () => json({ groups: [gold] }));

describe('scheduled reports', () => {
  test('are listed with when, to whom and what became of the last run, and what was not sent with the reason', async () => {
    renderApp('/admin/report-schedules', serverWith([monthly], [notSent]));
    const table = within(await screen.findByRole('table', { name: 'Report schedules' }));
    const row = table.getAllByRole('row')[1]?.textContent;
    expect(row).toContain(`Management summary of ${gold.name}`);
    expect(row).toContain('Last day of each month, 08:00 (Europe/Berlin)');
    expect(row).toContain('contacts of each tenant, 1 fixed address; held for approval');
    expect(row).toContain('2026-11-01: 5 sent, 1 not sent, 2 held');
    const sent = within(await screen.findByRole('table', { name: 'Sent reports' }));
    expect(sent.getAllByRole('row')[1]?.textContent).toContain('Because: No scan has completed since 2026-10-01.');
  });

  test('say that no mail can leave, and why nothing of a schedule is sent', async () => {
    const stopped = {
      ...monthly,
      stoppedBecause: 'The account of Ada Lovelace, who answers for this schedule, is disabled.',
    };
    renderApp('/admin/report-schedules', serverWith([stopped], [], 'No mailbox is set up.'));
    await screen.findByText('No mail can leave: No mailbox is set up.');
    await screen.findByText(/^Nothing of it is sent: The account of Ada Lovelace/);
  });

  test('are made once however often the form is sent, held for approval unless somebody chooses otherwise', async () => {
    const server = serverWith([]).on(`POST ${list}`, () => json(monthly, 201));
    const { user } = renderApp('/admin/report-schedules', server);
    await screen.findByText('No report goes out by itself yet');
    await user.click(screen.getByRole('button', { name: 'New schedule' }));
    const form = within(await screen.findByRole('dialog', { name: 'New schedule' }));
    const set = (label: string | RegExp, value: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    set(/^Name/, 'Monthly');
    set('Fixed addresses', 'desk@msp.example');
    set('Day of the month', '31');
    set('Tenants', gold.id);
    await user.dblClick(form.getByText('Create'));
    await screen.findByText('Schedule created');
    const sent = server.requestsTo(list).filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      ...{ name: 'Monthly', groupId: gold.id, form: 'short', day: { every: 'month', day: 31 }, hour: 8 },
      ...{ toContacts: true, staff: ['desk@msp.example'], release: 'hold', isOn: true, key: expect.any(String) },
    });
  });

  test('are not made without a name, or for what is no address', async () => {
    const server = serverWith([]);
    const { user } = renderApp('/admin/report-schedules', server);
    await user.click(await screen.findByRole('button', { name: 'New schedule' }));
    const form = within(await screen.findByRole('dialog', { name: 'New schedule' }));
    await user.type(form.getByLabelText('Fixed addresses'), 'a@b.example, wrong');
    await user.click(form.getByRole('button', { name: 'Create' }));
    await form.findByText('Name is required');
    await form.findByText('Must be a mail address');
    expect(server.requestsTo(list).filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('are sent now once where somebody clicks twice', async () => {
    const run = `${list}/${monthly.id}/run`;
    const server = serverWith([monthly]).on(`POST ${run}`, () => json(monthly));
    const { user } = renderApp('/admin/report-schedules', server);
    await user.click(await screen.findByRole('button', { name: 'Send now: Monthly' }));
    await user.dblClick(await screen.findByRole('button', { name: 'Send' }));
    await screen.findByText('Reports are on their way');
    expect(server.requestsTo(run)).toHaveLength(1);
  });

  test('that somebody changed meanwhile are not changed, and the form says so', async () => {
    const refusal = 'Somebody changed this schedule meanwhile. Reload it and make your change again.';
    const server = serverWith([monthly]).on(`PUT ${list}/${monthly.id}`, () => apiError('CONFLICT', refusal));
    const { user } = renderApp('/admin/report-schedules', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Monthly' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Monthly' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText(/Somebody changed this schedule meanwhile/);
    expect(server.requestsTo(`${list}/${monthly.id}`)[0]?.body).toMatchObject({ revision: 3, takeOver: false });
  });

  test('that nobody answers for can be taken over', async () => {
    const stopped = {
      ...monthly,
      stoppedBecause: 'Ada Lovelace, who answers for this schedule, has no account any more.',
    };
    const server = serverWith([stopped]).on(`PUT ${list}/${monthly.id}`, () => json(monthly));
    const { user } = renderApp('/admin/report-schedules', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Monthly' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Monthly' }));
    await user.click(form.getByLabelText(/^Take over/));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Schedule changed');
    expect(server.requestsTo(`${list}/${monthly.id}`)[0]?.body).toMatchObject({ takeOver: true });
  });
});
