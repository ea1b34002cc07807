import { changeTask } from '@tenantry/contract/tasks';
import { retryTicket } from '@tenantry/contract/tickets';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Asked } from '../../adapters/tickets/testing/ticket-double.ts';
import { every, update } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { openedEvent } from '../notifications/sources/findings.ts';
import { openTicketApp, remedyId, type TicketApp } from './testing/ticket-app.ts';

const isClosing = ({ method }: Asked): boolean => method === 'PATCH';
const isNoting = ({ method, path }: Asked): boolean => method === 'POST' && path.endsWith('/notes');
const refused = (message: string) => ({ status: 400, body: { code: 'InvalidObject', message } });

describe('a step of a ticket', () => {
  let world: TicketApp;
  beforeEach(async () => {
    world = await openTicketApp('connectwise');
  });
  afterEach(() => world.close());

  const opened = async (): Promise<string> => {
    const taskId = await world.approved();
    await world.open(taskId);
    return taskId;
  };
  const setTask = (taskId: string, status: string) =>
    world.app.call(changeTask, { cookie: world.cookie, params: { taskId }, body: { status } });
  const mended = async (taskId: string): Promise<void> => {
    world.mend();
    expect(await world.complete(taskId)).toBe('completed');
    await world.minute();
  };
  const failsAgain = async (): Promise<void> => {
    world.break();
    await world.scan();
    await world.minute();
  };

  it('that closes it and is refused is not made with its evidence once the work fails again: that is noted', async () => {
    const taskId = await opened();
    const [ticket] = world.double.tickets;
    world.double.answerNext(refused('A closing reason is required'), { only: isClosing });
    await mended(taskId);
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'closing', failure: { isPermanent: true } });
    await failsAgain();
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'open', failure: null, waiting: 0 });
    expect(ticket?.notes.at(-1)).toContain('Task: Open, before Completed.');
    const { id: ticketId } = await world.ticketOf(taskId);
    const retried = await world.app.call(retryTicket, { cookie: world.cookie, params: { ticketId } });
    expect([retried.status, ticket?.isClosed]).toEqual([409, false]);

    const before = ticket?.resolution;
    await mended(taskId);
    expect(ticket?.isClosed).toBe(true);
    expect(ticket?.resolution).not.toBe(before);
  });

  it('that closes it and is refused does not hide that somebody closes it over there', async () => {
    const taskId = await opened();
    world.double.answerNext(refused('A closing reason is required'), { only: isClosing });
    await mended(taskId);
    world.double.closeThere(world.double.tickets[0]?.id ?? 0);
    await world.makeDue('states');
    await world.minute();
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'closed', failure: null, waiting: 0 });
  });

  it('that closes it, and whose answer was lost, is not taken for somebody else who closed it', async () => {
    const taskId = await opened();
    world.double.answerNext({ status: 502 }, { after: true, only: isClosing });
    await mended(taskId);
    expect(world.double.tickets).toMatchObject([{ isClosed: true }]);
    await failsAgain();
    await world.changeSystem({});
    await world.makeDue('states');
    await world.minute();
    await world.minute();
    expect(world.double.tickets).toMatchObject([{ isClosed: true }, { isClosed: false }]);
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'open', earlier: [{ number: '2000' }] });
  });

  it('that is a note and is refused for good holds up nothing behind it', async () => {
    const taskId = await opened();
    const [ticket] = world.double.tickets;
    world.double.answerNext(refused('The text is too long'), { only: isNoting });
    await setTask(taskId, 'in_progress');
    await world.minute();
    const reason = expect.stringContaining('The text is too long');
    expect(await world.ticketOf(taskId)).toMatchObject({ failure: { reason, isPermanent: true }, waiting: 1 });
    await mended(taskId);
    expect(ticket?.isClosed).toBe(true);
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'closed', failure: null, waiting: 0 });
  });

  it('that is a note is made each time that a state comes back', async () => {
    const tenant = await world.tenant();
    const { ticketing } = world.app.app;
    const eventOf = (finding: FindingRecord) => openedEvent(finding, tenant.tenant);
    const own = (await every(tenant.findings)).filter((finding) => eventOf(finding).remedyId === remedyId);
    const [told, other] = own;
    if (!told || !other) throw new Error('The work has less than two findings');
    const notify = ticketing.notifier(world.systemId);
    await notify({ id: 'm', subject: 's', threadKey: 't', events: [eventOf(told)], unlisted: 0 });
    await world.minute();
    const counts: number[] = [];
    for (const status of ['ACCEPTED', 'OPEN', 'ACCEPTED', 'OPEN'] as const) {
      await update(tenant.findings, other.id, (finding) => ({ ...finding, status, isVerified: true }));
      await ticketing.follow(tenant);
      await ticketing.follow(tenant);
      await world.minute();
      counts.push(world.double.tickets[0]?.notes.length ?? 0);
    }
    expect(counts).toEqual([1, 2, 3, 4]);
  });
});
