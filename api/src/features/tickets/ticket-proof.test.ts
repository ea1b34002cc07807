import { recheckFinding } from '@tenantry/contract/findings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { every, update } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { openedEvent } from '../notifications/sources/findings.ts';
import { openTicketApp, remedyId, type TicketApp, weak } from './testing/ticket-app.ts';

/** Tidewell Motors, without a license for Conditional Access. */
const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';

describe('a ticket', () => {
  let world: TicketApp;
  beforeEach(async () => {
    world = await openTicketApp('connectwise');
  });
  afterEach(() => world.close());

  const findingsOf = async (tenantId = weak) => every((await world.tenant(tenantId)).findings);
  const setStatus = async (id: string, status: FindingRecord['status'], tenantId = weak) => {
    const tenant = await world.tenant(tenantId);
    await update(tenant.findings, id, (finding) => ({ ...finding, status, isVerified: true }));
    await world.app.app.ticketing.follow(tenant);
    await world.minute();
  };
  /** A notification rule tells the system that a finding was opened. */
  async function notice(finding: FindingRecord): Promise<void> {
    const { tenant } = await world.tenant(finding.tenantId);
    const events = [openedEvent(finding, tenant)];
    const notify = world.app.app.ticketing.notifier(world.systemId);
    expect(await notify({ id: 'm', subject: 's', threadKey: 't', events, unlisted: 0 })).toMatchObject({
      kind: 'delivered',
    });
    await world.minute();
  }

  it('of a finding that waits for a license is of that license, and stays open while a scan finds it', async () => {
    await world.scan(unlicensed);
    world.double.companies.push({ id: 77, name: 'Tidewell', domain: '' });
    await world.changeSystem({});
    await world.match('77', unlicensed);
    const waiting = (await findingsOf(unlicensed)).filter(({ needsLicense }) => needsLicense !== null);
    const [one, other] = waiting;
    if (!one || !other) throw new Error('Nothing waits for a license');
    await notice(one);
    await notice(other);
    const [ticket, ...more] = world.double.tickets;
    expect(more).toEqual([]);
    expect(ticket?.summary).toContain('Get Microsoft Entra ID P1');
    expect(ticket?.description).toContain(`${waiting.length} open findings:`);
    await world.scan(unlicensed);
    await world.minute();
    expect(ticket).toMatchObject({ isClosed: false });
  });

  it('without a task lists what became other work, and is closed once that is resolved', async () => {
    const finding = (await findingsOf()).find(({ checkId }) => checkId === 'spo.sharing');
    if (!finding) throw new Error('There is no finding');
    await notice(finding);
    const [ticket] = world.double.tickets;
    const tenant = await world.tenant();
    for (const { id, checkId } of await findingsOf())
      if (checkId !== 'spo.sharing')
        await update(tenant.findings, id, (one): FindingRecord => ({ ...one, status: 'RESOLVED', isVerified: true }));
    await update(tenant.findings, finding.id, (one) => ({ ...one, needsLicense: 'Microsoft Entra ID P1' }));
    await setStatus(finding.id, 'OPEN');
    expect(ticket).toMatchObject({ isClosed: false });
    await setStatus(finding.id, 'ACCEPTED');
    expect(ticket).toMatchObject({ isClosed: false });
    await setStatus(finding.id, 'RESOLVED');
    expect(ticket).toMatchObject({ isClosed: true });
  });

  it('that was told of no finding is not closed by there being none', async () => {
    for (const { id } of await findingsOf()) await setStatus(id, 'RESOLVED');
    const { tenant } = await world.tenant();
    const notify = world.app.app.ticketing.notifier(world.systemId);
    const [any] = await findingsOf();
    if (!any) throw new Error('There is no finding');
    await notify({
      id: 'm',
      subject: 's',
      threadKey: 't',
      events: [{ ...openedEvent(any, tenant), remedyId }],
      unlisted: 0,
    });
    await world.minute();
    await world.app.app.ticketing.follow(await world.tenant());
    await world.minute();
    expect(world.double.tickets).toMatchObject([{ isClosed: false }]);
  });

  it('is not closed with the proof of before while "Check again" finds that it fails', async () => {
    const taskId = await world.approved();
    world.mend();
    expect(await world.complete(taskId)).toBe('completed');
    world.break();
    const before = (await findingsOf()).find(({ checkId }) => checkId === 'spo.sharing');
    const params = { findingId: before?.id ?? '' };
    await world.app.call(recheckFinding, { cookie: world.cookie, params });
    await world.app.drainQueue();
    const back = (await findingsOf()).find(({ checkId }) => checkId === 'spo.sharing');
    expect([back?.status, (await (await world.tenant()).tasks.get(taskId))?.value.status]).toEqual([
      'OPEN',
      'completed',
    ]);
    if (back) await notice(back);
    await world.makeDue();
    await world.minute();
    await world.minute();
    expect(world.double.tickets).toMatchObject([{ isClosed: false }]);
    world.mend();
    await world.scan();
    await world.minute();
    expect(world.double.tickets).toMatchObject([{ isClosed: true }]);
  });
});
