import { decideApprovals } from '@tenantry/contract/approval-decisions';
import { approve, deny, listApprovals } from '@tenantry/contract/approvals';
import { listReports } from '@tenantry/contract/generated-reports';
import { deleteReportSchedule } from '@tenantry/contract/report-schedules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { update } from '../../ports/collection.ts';
import { good, jane, openScheduledStack, type ScheduledStack, weak } from './testing/scheduled-stack.ts';

describe('reports by schedule', () => {
  let stack: ScheduledStack;
  beforeEach(async () => {
    stack = await openScheduledStack();
  });
  afterEach(() => stack.close());

  it('makes the report of the latest audit when it is due, sends it to the contacts, keeps that, and tells the trail', async () => {
    await stack.scan();
    await stack.contacts([jane, { ...jane, id: crypto.randomUUID(), address: 'no@bracken.example', gets: [] }]);
    const schedule = await stack.create();
    expect(schedule).toMatchObject({ nextAt: '2026-12-01T08:00:00.000Z', lastRun: null, stoppedBecause: null });
    await stack.at('2026-12-01T07:59:00Z');
    await stack.minute();
    expect(stack.sent).toEqual([]);

    await stack.at('2026-12-01T08:00:30Z');
    await stack.minute();
    expect(stack.sent).toMatchObject([
      {
        to: [jane.address],
        subject: 'Management summary of Bracken Freight Group, 2026-11-20',
        attachments: [{ contentType: 'application/pdf', fileName: expect.stringMatching(/^Report_.*\.pdf$/) }],
      },
    ]);
    const [delivery] = await stack.deliveries({ tenantId: weak });
    expect(delivery).toMatchObject({
      ...{ state: 'sent', period: '2026-12-01', scheduleName: 'Monthly', told: '' },
      recipients: [{ address: jane.address, name: jane.name, state: 'sent', as: 'file' }],
    });
    const trail = await stack.trail(weak);
    expect(trail).toContain('report_sent');
    expect(trail).toContain(jane.address);
    const [report] = (await stack.test.call(listReports, { cookie: stack.cookie, tenantId: weak })).json
      .items as object[];
    expect(report).toMatchObject({ status: 'ready', form: 'summary', published: { by: 'Ada Lovelace' } });
    expect((await stack.schedules())[0]).toMatchObject({
      nextAt: '2027-01-01T08:00:00.000Z',
      lastRun: { period: '2026-12-01', isPlanned: true, counts: { sent: 1 } },
    });
  });

  it('is not sent of a month without a new audit, which the list, the trail and the owner are told, and the client is not', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    await stack.create();
    await stack.at('2026-12-01T08:00:00Z');
    await stack.minute();
    await stack.at('2027-01-01T08:00:00Z');
    await stack.minute();
    expect(stack.sent.filter(({ to }) => to[0] === jane.address)).toHaveLength(1);
    const [delivery] = await stack.deliveries({ tenantId: weak });
    expect(delivery).toMatchObject({ state: 'not-sent', period: '2027-01-01', reportId: null });
    expect(delivery?.told).toMatch(/^No scan has completed since the report of 2026-12-01/);
    expect(await stack.trail(weak)).toContain('report_not_sent');
    await stack.at('2027-01-01T08:11:00Z');
    await stack.minute();
    const told = stack.sent.find(({ to }) => to[0] === 'ada@msp.example' && to.length === 1);
    expect(told?.text).toContain(
      'Bracken Freight Group, Monthly, 2027-01-01: not sent, because: No scan has completed',
    );
    const before = stack.sent.length;
    await stack.at('2027-01-01T08:30:00Z');
    await stack.minute();
    expect(stack.sent).toHaveLength(before);
  });

  it('is not sent of a tenant that was never scanned, nor of one whose connection is lost', async () => {
    await stack.contacts([jane]);
    await stack.contacts([jane], good);
    const { id } = await stack.create();
    await stack.scan(good);
    const lost = await stack.tenant(good);
    const failing = {
      since: stack.now().toISOString(),
      reason: 'Microsoft no longer accepts it.',
      cause: 'refused',
    } as const;
    await update(stack.app.stores.tenants, good, (one) => ({ ...one, isMock: false, scanFailing: failing }));
    expect(lost.tenant.isMock).toBe(true);
    await stack.runNow(id);
    await stack.minute();
    const told = Object.fromEntries((await stack.deliveries()).map(({ tenantId, told: why }) => [tenantId, why]));
    expect(told[weak]).toMatch(/^No scan of the tenant has completed yet/);
    expect(told[good]).toBe('The connection to the tenant is lost: Microsoft no longer accepts it.');
    expect(stack.sent).toEqual([]);
  });

  it('is sent once where two click at once, twice each, and two workers are at it', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create();
    await Promise.all([1, 2, 3, 4].map(() => stack.runNow(id)));
    await Promise.all(['1', '2', '3'].map((lane) => stack.app.reportScheduleWorker.work(lane)));
    await stack.minute();
    await stack.runNow(id);
    await stack.minute();
    expect(stack.sent.map(({ to }) => to)).toEqual([[jane.address]]);
    expect(await stack.deliveries({ tenantId: weak })).toHaveLength(1);
    expect(stack.rendering).toHaveBeenCalledTimes(1);
  });

  it('sends a mail of the same Message-ID again where a worker died between mail and record', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create();
    const ids: string[] = [];
    stack.answers((mail) => {
      ids.push(mail.messageId);
      if (ids.length === 1) throw new Error('The process is killed');
      return { kind: 'delivered' };
    });
    await stack.runNow(id);
    await stack.minute();
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({ state: 'sending' });
    await stack.at('2026-11-20T10:06:00Z');
    await stack.minute();
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({ state: 'sent' });
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  });

  it('is held until an administrator approves, and is sent then', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ release: 'hold' });
    await stack.runNow(id);
    await stack.minute();
    const [held] = await stack.deliveries({ tenantId: weak });
    expect(held).toMatchObject({ state: 'held', told: expect.stringContaining('waits for an administrator') });
    expect(stack.sent).toEqual([]);
    const asked = await stack.test.call(listApprovals, { cookie: stack.cookie, query: { type: 'audit_publish' } });
    expect(asked.json.items).toMatchObject([{ id: held?.approvalId, status: 'pending', requestedBy: 'Ada Lovelace' }]);
    await Promise.all(
      [1, 2].map(() =>
        stack.test.call(approve, { params: { id: held?.approvalId ?? '' }, body: {}, cookie: stack.cookie }),
      ),
    );
    await stack.minute();
    expect(stack.sent.map(({ to }) => to)).toEqual([[jane.address]]);
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({ state: 'sent', told: '' });
  });

  it('is not sent, and not called too large, where its file has made room for newer ones while it was held', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ release: 'hold' });
    await stack.runNow(id);
    await stack.minute();
    const [held] = await stack.deliveries({ tenantId: weak });
    await update((await stack.tenant()).reports, held?.reportId ?? '', (one) => ({ ...one, isKept: false }));
    const params = { id: held?.approvalId ?? '' };
    await stack.test.call(approve, { params, body: {}, cookie: stack.cookie });
    await stack.minute();
    expect(stack.sent).toEqual([]);
    expect((await stack.deliveries({ tenantId: weak }))[0]?.told).toMatch(/^The report is no longer kept/);
  });

  it('is never sent where that was denied', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ release: 'hold' });
    await stack.runNow(id);
    await stack.minute();
    const [held] = await stack.deliveries({ tenantId: weak });
    await stack.test.call(deny, { params: { id: held?.approvalId ?? '' }, body: {}, cookie: stack.cookie });
    await stack.minute();
    await stack.at('2026-11-21T12:00:00Z');
    await stack.minute();
    expect(stack.sent.filter(({ to }) => to[0] === jane.address)).toEqual([]);
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({
      state: 'not-sent',
      told: 'Ada Lovelace denied that it is published.',
    });
  });

  it('is published by its owner where it went to the client, and not where it went to the staff alone', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const published = async () => {
      const { items } = (await stack.test.call(listReports, { cookie: stack.cookie, tenantId: weak })).json;
      return (items as { published: object | null }[]).map((one) => one.published);
    };
    const internal = await stack.create({ toContacts: false, staff: ['desk@msp.example'] });
    await stack.runNow(internal.id);
    await stack.minute();
    expect([stack.sent.length, await published()]).toEqual([1, [null]]);
    const client = await stack.create();
    await stack.runNow(client.id);
    await stack.minute();
    const by = expect.objectContaining({ by: 'Ada Lovelace' });
    expect([stack.sent.length, await published()]).toEqual([2, [by, by]]);
  });

  it('tells a wrong address, and sends it to the others all the same', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ staff: ['gone@msp.example', 'JANE@bracken.example'] });
    stack.answers(({ to }) =>
      to[0] === 'gone@msp.example'
        ? { kind: 'failed', reason: '550 no such mailbox', isPermanent: true }
        : { kind: 'delivered' },
    );
    await stack.runNow(id);
    await stack.minute();
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({
      state: 'sent',
      told: 'gone@msp.example: 550 no such mailbox',
      recipients: [{ state: 'sent' }, { address: 'gone@msp.example', state: 'failed' }],
    });
    expect(stack.sent).toHaveLength(1);
  });

  it('tries again later where the server asks for it, and sends each mail once', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create();
    stack.answers(() => ({ kind: 'failed', reason: '451 later', isPermanent: false, retryAfterSeconds: 120 }));
    await stack.runNow(id);
    await stack.minute();
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({
      state: 'sending',
      recipients: [{ told: '451 later' }],
    });
    stack.answers(() => ({ kind: 'delivered' }));
    await stack.at('2026-11-20T10:01:00Z');
    await stack.minute();
    expect(stack.sent).toEqual([]);
    await stack.at('2026-11-20T10:02:01Z');
    await stack.minute();
    expect(stack.sent).toHaveLength(1);
  });

  it('is not sent to a contact who was removed while it was held', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ release: 'hold' });
    await stack.runNow(id);
    await stack.minute();
    await stack.contacts([], weak, 1);
    const [held] = await stack.deliveries({ tenantId: weak });
    await stack.test.call(approve, { params: { id: held?.approvalId ?? '' }, body: {}, cookie: stack.cookie });
    await stack.minute();
    expect(stack.sent).toEqual([]);
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({
      state: 'not-sent',
      told: 'No contact of this tenant gets reports any more.',
    });
  });

  it('is a link that asks for a sign-in where it is too large for a mail', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    stack.rendering.mockResolvedValue(Buffer.alloc(10_000_000));
    const { id } = await stack.create();
    await stack.runNow(id);
    await stack.minute();
    expect(stack.sent[0]?.attachments).toBeUndefined();
    expect(stack.sent[0]?.text).toContain(`http://localhost:4280/report?tenantId=${weak}`);
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({
      recipients: [{ as: 'link', state: 'sent' }],
    });
  });

  it('sends nothing of what waits once it is deleted', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ release: 'hold' });
    await stack.runNow(id);
    await stack.minute();
    const [held] = await stack.deliveries({ tenantId: weak });
    await stack.test.call(deleteReportSchedule, { params: { scheduleId: id }, cookie: stack.cookie });
    await stack.test.call(approve, { params: { id: held?.approvalId ?? '' }, body: {}, cookie: stack.cookie });
    await stack.minute();
    expect(stack.sent).toEqual([]);
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({
      state: 'not-sent',
      told: 'The schedule was deleted before it was sent.',
    });
  });

  it('goes on after one failure that passes, however long it was held', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ release: 'hold', staff: ['desk@msp.example'] });
    await stack.runNow(id);
    await stack.minute();
    const [held] = await stack.deliveries({ tenantId: weak });
    await stack.at('2026-11-23T10:00:00Z');
    let isBroken = true;
    stack.answers(({ to }) => {
      if (to[0] === 'desk@msp.example' && isBroken) throw new Error('The connection was reset');
      return { kind: 'delivered' };
    });
    await stack.test.call(approve, { params: { id: held?.approvalId ?? '' }, body: {}, cookie: stack.cookie });
    await stack.minute();
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({ state: 'sending' });
    isBroken = false;
    await stack.at('2026-11-23T10:06:00Z');
    await stack.minute();
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({ state: 'sent', told: '' });
    const withReport = stack.sent.filter(({ attachments }) => attachments !== undefined);
    expect(withReport.map(({ to }) => to)).toEqual([[jane.address], ['desk@msp.example']]);
  });

  it('ends as sent to those who have it, and published, where it broke off for a day, and is given up where nobody has it', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ staff: ['desk@msp.example'] });
    stack.answers(({ to }) => {
      if (to[0] === 'desk@msp.example') throw new Error('The connection was reset');
      return { kind: 'delivered' };
    });
    await stack.runNow(id);
    await stack.minute();
    await stack.at('2026-11-21T09:59:00Z');
    await stack.minute();
    expect((await stack.deliveries({ tenantId: weak }))[0]).toMatchObject({ state: 'sending' });
    await stack.at('2026-11-21T10:05:00Z');
    await stack.minute();
    const [delivery] = await stack.deliveries({ tenantId: weak });
    expect(delivery).toMatchObject({ state: 'sent', told: expect.stringMatching(/^desk@msp.example: It broke off/) });
    expect(delivery?.recipients.map(({ state }) => state)).toEqual(['sent', 'failed']);
    const [report] = (await stack.test.call(listReports, { cookie: stack.cookie, tenantId: weak })).json.items as {
      published: object | null;
    }[];
    expect(report?.published).toMatchObject({ by: 'Ada Lovelace' });
    expect(await stack.trail(weak)).toContain('report_sent');
  });

  it('is told as what it is where some have it, with growing pauses, and for a day at most', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    await stack.create({ staff: ['gone@msp.example'] });
    const tries: string[] = [];
    stack.answers(({ to, text }) => {
      if (to[0] === 'gone@msp.example') return { kind: 'failed', reason: '550 no such mailbox', isPermanent: true };
      if (to[0] !== 'ada@msp.example') return { kind: 'delivered' };
      tries.push(text);
      return { kind: 'failed', reason: '452 mailbox full', isPermanent: false };
    });
    await stack.at('2026-12-01T08:00:30Z');
    await stack.minute();
    const beginMs = Date.parse('2026-12-01T08:10:00Z');
    for (let minutes = 0; minutes < 20; minutes += 1) {
      stack.move(new Date(beginMs + minutes * 60_000 + 31_000).toISOString());
      await stack.minute();
    }
    expect(tries).toHaveLength(5);
    expect(tries[0]).toContain('Bracken Freight Group, Monthly, 2026-12-01: sent, but not to gone@msp.example: 550');
    for (let hours = 1; hours < 40; hours += 1) {
      stack.move(new Date(beginMs + hours * 3_600_000).toISOString());
      await stack.minute();
    }
    expect(tries.length).toBeLessThanOrEqual(14);
    const told = tries.length;
    stack.move('2026-12-05T08:00:00Z');
    await stack.minute();
    expect(tries).toHaveLength(told);
  }, 60_000);

  it('is sent when many requests are approved at once', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ release: 'hold' });
    await stack.runNow(id);
    await stack.minute();
    const ids = (await stack.deliveries({ state: 'held' })).map(({ approvalId }) => approvalId);
    expect(ids).toHaveLength(1);
    await stack.test.call(decideApprovals, { body: { ids, status: 'approved' }, cookie: stack.cookie });
    await stack.test.drainQueue();
    await stack.minute();
    expect(stack.sent.map(({ to }) => to)).toEqual([[jane.address]]);
  });
});
