import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Asked } from '../../adapters/tickets/testing/ticket-double.ts';
import { newTicket, step, withStep } from '../../domain/tickets/ticket-record.ts';
import { workSystem } from '../../domain/tickets/work-tickets.ts';
import type { TicketSystem } from '../../ports/ticket-system.ts';
import { openTicketApp, remedyId, type TicketApp, weak } from './testing/ticket-app.ts';

const isOpening = ({ method, path }: Asked): boolean => method === 'POST' && path.endsWith('/tickets');

describe('of one piece of work', () => {
  let world: TicketApp;
  beforeEach(async () => {
    world = await openTicketApp('connectwise');
  });
  afterEach(async () => {
    vi.useRealTimers();
    await world.close();
  });

  const numbers = () => world.double.tickets.map(({ id, isClosed }) => [id, isClosed]);

  it('no second ticket is opened where the match was changed after an answer was lost', async () => {
    world.double.companies.push({ id: 13, name: 'Another', domain: '' });
    const taskId = await world.approved();
    world.double.answerNext({ status: 502 }, { after: true, only: isOpening });
    await world.open(taskId);
    await world.changeSystem({});
    for (const companyId of ['13', null]) await world.match(companyId);
    await world.makeDue();
    await world.minute();
    expect(numbers()).toEqual([[2000, false]]);
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'open', failure: null, ticket: { number: '2000' } });
  });

  it('no second ticket is opened while the one before was opened again over there', async () => {
    const taskId = await world.approved();
    await world.open(taskId);
    world.double.closeThere(2000);
    await world.makeDue();
    await world.minute();
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'closedThere' });
    world.double.reopenThere(2000);
    await Promise.all([world.open(taskId), world.open(taskId)]);
    await world.minute();
    expect(numbers()).toEqual([[2000, false]]);
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'open', ticket: { number: '2000' }, earlier: [] });
    const [ticket] = world.double.tickets;
    expect(ticket?.notes).toHaveLength(1);
    expect(ticket?.notes[0]).toContain('Requested by: Ada Lovelace');
    expect(ticket?.notes[0]).not.toContain('It fails again');
    world.mend();
    expect(await world.complete(taskId)).toBe('completed');
    await world.minute();
    expect(numbers()).toEqual([[2000, true]]);
  });

  it('a ticket that was closed in an earlier life is not taken for the new one, one that is open is', async () => {
    const taskId = await world.approved();
    await world.open(taskId);
    const { double } = world;
    await world.reconnect();
    expect((await world.open(taskId)).json).toMatchObject({ phase: 'open', ticket: { number: '2000' } });
    for (const [closed, next] of [
      [2000, 2001],
      [2001, 2002],
    ] as const) {
      double.closeThere(closed);
      await world.reconnect();
      expect((await world.open(taskId)).json).toMatchObject({ phase: 'open', ticket: { number: String(next) } });
    }
    expect(double.tickets.map(({ reference }) => reference.split(':').at(-1))).toEqual(['1', '2', '3']);
    expect(double.tickets[2]?.description).toContain(`[tenantry:${weak}:${remedyId}:3]`);
    expect(double.tickets[2]?.description).not.toContain(`:1]`);
  });

  it('no ticket is opened where it was mended before one was, though opening was tried', async () => {
    const taskId = await world.approved();
    world.double.answerNext({ status: 503 });
    await world.open(taskId);
    world.mend();
    expect(await world.complete(taskId)).toBe('completed');
    expect((await world.ticketOf(taskId)).message).toContain('it is not opened in Desk, or closed if it was');
    await world.changeSystem({});
    await world.makeDue();
    await world.minute();
    expect(numbers()).toEqual([]);
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'dropped', waiting: 0, failure: null });
  });

  it('a ticket whose answer was lost is closed where it was mended before anybody knew of it', async () => {
    const taskId = await world.approved();
    world.double.answerNext({ status: 502 }, { after: true, only: isOpening });
    await world.open(taskId);
    world.mend();
    await world.complete(taskId);
    await world.changeSystem({});
    await world.makeDue();
    await world.minute();
    expect(numbers()).toEqual([[2000, true]]);
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'closed' });
  });

  it('no step is made twice where all of them together take longer than the lease', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const tenant = await world.tenant();
    const notes: string[] = [];
    const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
    const own = world.app.app.ticketing.parts;
    const desk = {
      states: async () => ({ kind: 'ok', value: [{ id: '1', number: '1', url: '', status: 'New', isClosed: false }] }),
      hasNote: async () => ({ kind: 'ok', value: false }),
      addNote: async (_: string, text: string) => {
        notes.push(text.split('\n')[0] ?? '');
        later(90);
        // Another process looks after the system meanwhile.
        if (notes.length === 2) await workSystem(parts, world.systemId);
        return { kind: 'ok', value: null };
      },
    } as unknown as TicketSystem;
    const parts = { ...own, tickets: { ...own.tickets, toRead: async () => [] }, openSystem: () => desk };
    const told = { findingIds: [], gravity: 'high', taskStatus: null } as const;
    const work = { workKey: 'slow', taskId: null, title: 'Slow', told, requestedBy: 'Tenantry' };
    const blank = newTicket({ tenantId: weak, systemId: world.systemId, isSimulated: true, ...work }, new Date());
    const ticket = { id: '1', number: '1', url: '', openedAt: new Date().toISOString() };
    const one = withStep({ ...blank, phase: 'open', ticket }, step('note', 'note-1', 'first'), new Date());
    await tenant.tickets.create(withStep(one, step('note', 'note-2', 'second'), new Date()));
    await workSystem(parts, world.systemId);
    expect(notes).toEqual(['first', 'second']);
  });
});
