import { approve } from '@tenantry/contract/approvals';
import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { systemWideId } from '@tenantry/contract/ids';
import { changeReportSchedule, createReportSchedule, deleteReportSchedule } from '@tenantry/contract/report-schedules';
import { changeTenantLabels, createTenantGroup } from '@tenantry/contract/tenant-groups';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import { good, jane, monthly, openScheduledStack, type ScheduledStack, weak } from './testing/scheduled-stack.ts';

describe('who answers for a schedule, and for whom it is', () => {
  let stack: ScheduledStack;
  beforeEach(async () => {
    stack = await openScheduledStack();
  });
  afterEach(() => stack.close());

  it.each([
    ['is disabled', { isDisabled: true }, /^The account of Ada Lovelace/],
    ['is no administrator any more', { role: 'technician' }, /is no administrator any more/],
    [
      'does not see the tenant any more',
      { scope: { kind: 'tenants', tenantIds: [good] } },
      /no longer sees this tenant/,
    ],
  ] as const)('stops where whoever answers for it %s', async (_, change, told) => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ release: 'hold' });
    await stack.runNow(id);
    await stack.minute();
    const [held] = await stack.deliveries({ tenantId: weak });
    const another = await stack.test.signInAs('admin', { kind: 'all' });
    await stack.owner(change);
    await stack.test.call(approve, { params: { id: held?.approvalId ?? '' }, body: {}, cookie: another });
    await stack.minute();
    expect(stack.sent).toEqual([]);
    const [now] = await stack.deliveries({ tenantId: weak }, another);
    expect(now).toMatchObject({ state: 'not-sent', told: expect.stringMatching(told) });
  });

  it.each([
    ['is disabled', { isDisabled: true }, 'The account of Ada Lovelace, who answers for this schedule, is disabled.'],
    ['is demoted', { role: 'viewer' }, 'Ada Lovelace, who answers for this schedule, is no administrator any more.'],
  ] as const)(
    'skips no month silently where whoever answers for it %s before it is due',
    async (_, change, because) => {
      await stack.scan();
      await stack.contacts([jane]);
      await stack.create();
      const another = await stack.test.signInAs('admin', { kind: 'all' });
      const [admin] = (await stack.app.stores.users.administrators()).filter(({ username }) => username !== 'ada');
      const address = { email: 'chief@msp.example', emailKey: 'chief@msp.example' };
      await update(stack.app.stores.users, admin?.id ?? '', (one) => ({ ...one, ...address }));
      await stack.at('2026-12-01T08:00:30Z');
      await stack.minute();
      expect(stack.sent.map(({ to }) => to)).toEqual([[jane.address]]);
      await stack.owner(change);
      for (const instant of [
        '2027-01-01T08:00:30Z',
        '2027-01-01T08:11:00Z',
        '2027-01-01T08:12:00Z',
        '2027-01-01T09:00:00Z',
      ]) {
        await stack.move(instant);
        await stack.minute();
      }
      const told = stack.sent.filter(({ subject }) => subject.includes('not sent'));
      expect(told.filter(({ to }) => to[0] === 'chief@msp.example')).toHaveLength(1);
      const text = told.map((mail) => mail.text).join('');
      expect(text).toContain(`Monthly, 2027-01-01: nothing was sent, because: ${because}`);
      expect(text).toContain(`Bracken Freight Group, Monthly, 2027-01-01: not sent, because: ${because}`);
      const cookie = await stack.signedInAs(admin?.username ?? '');
      expect(another).not.toBe('');
      expect((await stack.deliveries({ tenantId: weak }, cookie))[0]).toMatchObject({
        ...{ state: 'not-sent', period: '2027-01-01', told: because },
      });
      const entries = await stack.test.call(listAuditTrail, { cookie, query: { tenantId: systemWideId } });
      expect(entries.text).toContain('report_not_sent');
      expect(entries.text).toContain(because);
    },
  );

  it('tells once of a tenant that whoever answers for it no longer sees, and of none that is no longer asked for', async () => {
    await stack.scan();
    await stack.scan(good);
    await stack.contacts([jane]);
    await stack.contacts([jane], good);
    const { id } = await stack.create();
    const another = await stack.test.signInAs('admin', { kind: 'all' });
    await stack.runNow(id);
    await stack.minute();
    await stack.owner({ scope: { kind: 'tenants', tenantIds: [good] } });
    const ofWeak = async () =>
      (await stack.app.stores.reportDeliveries.page(everyTenant, { tenantId: weak, limit: 9 })).items;
    const [admin] = (await stack.app.stores.users.administrators()).filter(({ username }) => username !== 'ada');
    const address = { email: 'chief@msp.example', emailKey: 'chief@msp.example' };
    await update(stack.app.stores.users, admin?.id ?? '', (one) => ({ ...one, ...address }));
    expect(another).not.toBe('');
    for (const instant of ['2026-12-01T08:00:30Z', '2026-12-01T08:11:00Z']) {
      await stack.move(instant);
      await stack.minute();
    }
    const told = 'Ada Lovelace, who answers for this schedule, no longer sees this tenant.';
    expect((await ofWeak())[0]).toMatchObject({ state: 'not-sent', period: '2026-12-01', told });
    expect(stack.sent.filter(({ to }) => to[0] === 'chief@msp.example')).toMatchObject([
      { text: expect.stringContaining(`Bracken Freight Group, Monthly, 2026-12-01: not sent, because: ${told}`) },
    ]);
    for (const instant of ['2027-01-01T08:00:30Z', '2027-01-01T08:11:00Z']) {
      await stack.move(instant);
      await stack.minute();
    }
    expect(await ofWeak()).toHaveLength(2);
  });

  it('goes to no user who is disabled or does not see the tenant, whatever addresses the schedule names', async () => {
    await stack.scan();
    const user = await stack.test.signInAs('technician', { kind: 'tenants', tenantIds: [good] });
    expect(user).not.toBe('');
    const found = (await stack.app.stores.users.workersOf(good)) as AsyncGenerator<{ id: string; role: string }>;
    for await (const { id, role } of found)
      if (role === 'technician')
        await update(stack.app.stores.users, id, (one) => ({
          ...one,
          email: 'tech@msp.example',
          emailKey: 'tech@msp.example',
        }));
    const { id } = await stack.create({ toContacts: false, staff: ['tech@msp.example'] });
    await stack.runNow(id);
    await stack.minute();
    expect(stack.sent).toEqual([]);
    const told = 'The user with this address does not see this tenant.';
    const failed = { state: 'failed', told };
    expect((await stack.deliveries({ tenantId: weak }))[0]?.recipients).toMatchObject([failed]);
    // Nor where they are named as a contact of the tenant.
    await stack.contacts([{ ...jane, address: 'tech@msp.example' }]);
    const other = await stack.create({ name: 'To contacts' });
    await stack.runNow(other.id);
    await stack.minute();
    expect(stack.sent).toEqual([]);
    const [ofContact] = await stack.deliveries({ tenantId: weak, scheduleId: other.id });
    expect(ofContact?.recipients).toMatchObject([{ ...failed, name: jane.name }]);
  });

  it('is seen and changed by its owner and by administrators of all tenants, and sends no more than its owner sees', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const scoped = await stack.test.signInAs('admin', { kind: 'tenants', tenantIds: [good] });
    const other = await stack.test.signInAs('admin', { kind: 'tenants', tenantIds: [weak] });
    const own = await stack.create({ name: 'Mine' }, scoped);
    expect((await stack.schedules()).map(({ name }) => name)).toEqual(['Mine']);
    expect((await stack.runNow(own.id, other)).status).toBe(404);
    const change = { ...monthly, revision: 1 };
    const params = { scheduleId: own.id };
    expect((await stack.test.call(changeReportSchedule, { params, body: change, cookie: other })).status).toBe(404);
    expect((await stack.test.call(deleteReportSchedule, { params, cookie: other })).status).toBe(404);
    await stack.runNow(own.id, scoped);
    await stack.minute();
    expect((await stack.deliveries()).map(({ tenantId }) => tenantId)).toEqual([good]);
    expect(await stack.deliveries({}, other)).toEqual([]);
    expect(
      (
        await stack.test.call(createReportSchedule, {
          body: { ...monthly, key: crypto.randomUUID() },
          cookie: await stack.test.signInAs('technician', { kind: 'all' }),
        })
      ).status,
    ).toBe(403);
  });

  it('is one where the same request comes twice, and is changed by one of two at once', async () => {
    const key = crypto.randomUUID();
    const both = await Promise.all([stack.create({ key }), stack.create({ key })]);
    expect(both[0]?.id).toBe(both[1]?.id);
    const body = { ...monthly, revision: 1 };
    const params = { scheduleId: key };
    const changes = await Promise.all(
      ['One', 'Two'].map((name) =>
        stack.test.call(changeReportSchedule, { params, body: { ...body, name }, cookie: stack.cookie }),
      ),
    );
    expect(changes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it.each([
    ['nobody who gets it', { toContacts: false }, 'staff'],
    ['no such time zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
    ['no such group', { groupId: '22222222-2222-4222-8222-222222222222' }, 'groupId'],
    ['an address with a line break', { staff: ['a@msp.example\r\nBcc: e@evil.example'] }, 'staff.0'],
    ['day 32', { day: { every: 'month', day: 32 } }, 'day.day'],
  ])('is refused with %s', async (_, fields, path) => {
    const body = { ...monthly, key: crypto.randomUUID(), ...fields };
    const refused = await stack.test.call(createReportSchedule, { body, cookie: stack.cookie });
    expect([refused.status, refused.json.fields]).toEqual([400, [expect.objectContaining({ path })]]);
  });

  it('says nothing of tenants that are in it no more since somebody gave it another group', async () => {
    const rule = { match: 'all', conditions: [{ field: 'tag', value: 'gold' }] };
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create();
    await stack.runNow(id);
    await stack.minute();
    const group = await stack.test.call(createTenantGroup, { body: { name: 'Gold', rule }, cookie: stack.cookie });
    const body = { ...monthly, groupId: group.json.id, revision: 1 };
    await stack.test.call(changeReportSchedule, { params: { scheduleId: id }, body, cookie: stack.cookie });
    await stack.at('2026-12-01T08:00:30Z');
    await stack.minute();
    expect(await stack.deliveries({ tenantId: weak })).toHaveLength(1);
  });

  it('is for the tenants of its group, and for none that left it before it went', async () => {
    const rule = (value: string) => ({ match: 'all', conditions: [{ field: 'tag', value }] });
    const tag = (tags: string[], tenantId = weak) =>
      stack.test.call(changeTenantLabels, { params: { id: tenantId }, body: { tags }, cookie: stack.cookie });
    const group = await stack.test.call(createTenantGroup, {
      body: { name: 'Gold', rule: rule('gold') },
      cookie: stack.cookie,
    });
    await stack.scan();
    await stack.scan(good);
    await stack.contacts([jane]);
    await stack.contacts([jane], good);
    await tag(['gold']);
    const { id } = await stack.create({ groupId: group.json.id, release: 'hold' });
    await stack.runNow(id);
    await stack.minute();
    expect((await stack.deliveries()).map(({ tenantId, state }) => [tenantId, state])).toEqual([[weak, 'held']]);
    const [held] = await stack.deliveries();
    await tag([]);
    await stack.test.call(approve, { params: { id: held?.approvalId ?? '' }, body: {}, cookie: stack.cookie });
    await stack.minute();
    expect(stack.sent).toEqual([]);
    expect((await stack.deliveries())[0]).toMatchObject({
      state: 'not-sent',
      told: 'The tenant is no longer in the group of this schedule.',
    });
  });

  it('goes on where somebody takes it over from an owner who is gone', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create();
    const another = await stack.test.signInAs('admin', { kind: 'all' });
    await stack.owner({ isDisabled: true });
    await stack.runNow(id, another);
    await stack.minute();
    expect(stack.sent).toEqual([]);
    const body = { ...monthly, takeOver: true, revision: 1 };
    const taken = await stack.test.call(changeReportSchedule, { params: { scheduleId: id }, body, cookie: another });
    expect(taken.json).toMatchObject({ stoppedBecause: null, owner: { name: 'A admin' } });
    await stack.runNow(id, another);
    await stack.minute();
    expect(stack.sent.map(({ to }) => to)).toEqual([[jane.address]]);
  });
});
