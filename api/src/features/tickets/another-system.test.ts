import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { changeTask } from '@tenantry/contract/tasks';
import type { TicketSystemKind } from '@tenantry/contract/ticket-systems';
import { afterEach, describe, expect, it } from 'vitest';
import type { KeptTicket, TicketDouble } from '../../adapters/tickets/testing/ticket-double.ts';
import { ticketDoubles } from '../../adapters/tickets/testing/ticket-doubles.ts';
import { update } from '../../ports/collection.ts';
import { openTicketApp, type TicketApp, weak } from './testing/ticket-app.ts';

describe('a ticket system that leads elsewhere', () => {
  let world: TicketApp;
  let other: TicketDouble | null = null;
  afterEach(async () => {
    await world.close();
    await other?.close();
    other = null;
  });

  /** A ticket of somebody else, with the number of the first one that we opened. */
  const foreign = (id: number): KeptTicket => ({
    ...{ id, companyId: '99', summary: 'Printer of another client', description: 'x', reference: '', status: 'New' },
    ...{ isClosed: false, closedAt: null, resolution: '', notes: [] },
  });
  const setTask = (taskId: string, status: string) =>
    world.app.call(changeTask, { cookie: world.cookie, params: { taskId }, body: { status } });
  const mended = async (taskId: string): Promise<void> => {
    await setTask(taskId, 'in_progress');
    await world.makeDue();
    await world.minute();
    world.mend();
    await world.complete(taskId);
    await world.minute();
  };

  it.each(['halopsa', 'connectwise', 'autotask'] satisfies TicketSystemKind[])(
    'by its address (%s): what was known of tickets and companies is forgotten, and no ticket of others is touched',
    async (kind) => {
      world = await openTicketApp(kind);
      const taskId = await world.approved();
      await world.open(taskId);
      const [own] = world.double.tickets;
      other = await ticketDoubles[kind].start();
      const theirs = foreign(own?.id ?? 0);
      other.tickets.push(theirs);
      const { address, account, secrets } = other;
      const changed = await world.changeSystem({ address, account, secrets });
      expect(changed.json).toMatchObject({ choices: {}, counts: { open: 0, matched: 0 } });
      await world.changeSystem({ choices: other.choices });
      expect((await world.ticketsOf(taskId)).tickets).toEqual([]);
      await mended(taskId);
      expect([theirs.notes, theirs.isClosed]).toEqual([[], false]);
      expect([own?.notes, own?.isClosed]).toEqual([[], false]);
    },
  );

  it.each([
    ['halopsa', { tenant: 'another' }],
    ['connectwise', { companyId: 'another' }],
    ['autotask', { userName: 'another@psa.example' }],
  ] as const)('by its account (%s), too; by a key of the same account it does not', async (kind, place) => {
    world = await openTicketApp(kind);
    await world.open(await world.approved());
    const account = kind === 'connectwise' ? { ...world.double.account, publicKey: 'pub-2' } : world.double.account;
    const secrets = Object.fromEntries(Object.keys(world.double.secrets).map((name) => [name, 'another']));
    const renewed = await world.changeSystem({ account, secrets, name: 'Renamed' });
    expect(renewed.json).toMatchObject({ choices: world.double.choices, counts: { open: 1, matched: 1 } });
    const moved = await world.changeSystem({ account: { ...account, ...place } });
    expect(moved.json).toMatchObject({ choices: {}, counts: { open: 0, matched: 0 } });
    const { entries } = listAuditTrail.response.parse(
      (await world.app.call(listAuditTrail, { cookie: world.cookie, query: { limit: '5' } })).json,
    );
    const [entry] = entries.filter(({ eventType }) => eventType === 'ticket_system_changed');
    expect(entry?.details).toMatchObject({ ticketsForgotten: 1, companiesForgotten: 1 });
  });

  it('is sent nothing until all is forgotten, which a process that died leaves to the next', async () => {
    world = await openTicketApp('connectwise');
    const taskId = await world.approved();
    await world.open(taskId);
    const { stores, ticketing } = world.app.app;
    await update(stores.ticketSystems, world.systemId, (system) => ({ ...system, isForgetting: true }));
    await setTask(taskId, 'in_progress');
    const before = world.double.requests.length;
    await ticketing.work(world.systemId);
    expect(world.double.requests).toHaveLength(before);
    await Promise.all([world.minute(), world.minute()]);
    expect(await stores.tickets.ofSystem({ kind: 'all' }, world.systemId)).toEqual([]);
    expect((await stores.ticketSystems.get(world.systemId))?.value.isForgetting).toBe(false);
    expect((await world.match('12', weak)).json).toEqual({ changed: 1 });
    // The same system after all: the ticket that is open is found.
    expect((await world.open(taskId)).json).toMatchObject({ phase: 'open' });
    expect(world.double.tickets).toHaveLength(1);
  });
});
