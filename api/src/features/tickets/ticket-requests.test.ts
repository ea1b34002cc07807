import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { offboardTenant } from '@tenantry/contract/managed-tenants';
import { changeTask, createTask } from '@tenantry/contract/tasks';
import { listTickets, openTaskTicket, retryTicket } from '@tenantry/contract/tickets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newTicket, step, withStep } from '../../domain/tickets/ticket-record.ts';
import { turnsAMinute } from '../../domain/tickets/ticket-turns.ts';
import { workSystem } from '../../domain/tickets/work-tickets.ts';
import { update } from '../../ports/collection.ts';
import type { NoticeEvent } from '../../ports/notifier.ts';
import type { NewTicket, TicketSystem } from '../../ports/ticket-system.ts';
import { good, openTicketApp, remedyId, type TicketApp, weak } from './testing/ticket-app.ts';

const event = (more: Partial<NoticeEvent> = {}): NoticeEvent => ({
  key: 'finding-new:1',
  kind: 'finding-new',
  tenant: { id: weak, name: 'Bracken Freight Group' },
  gravity: 'high',
  title: 'Anyone may share with anybody',
  detail: '',
  path: '/findings',
  at: '2026-11-28T12:00:00.000Z',
  remedyId,
  userId: null,
  ...more,
});
const message = (...events: NoticeEvent[]) => ({ id: 'm', subject: 's', threadKey: 't', events, unlisted: 0 });

describe('tickets', () => {
  let world: TicketApp;
  beforeEach(async () => {
    world = await openTicketApp('connectwise');
  });
  afterEach(async () => {
    vi.useRealTimers();
    await world.close();
  });

  const made = async (tenantId: string, more: Record<string, unknown> = {}) => {
    const body = { tenantId, title: 'Renew', description: 'x', category: 'mail-flow', priority: 'high', ...more };
    return String((await world.app.call(createTask, { cookie: world.cookie, body })).json.id);
  };
  const trail = async () => {
    const { app, cookie } = world;
    const { entries: items } = listAuditTrail.response.parse(
      (await app.call(listAuditTrail, { cookie, query: { limit: '100' } })).json,
    );
    return items.map(({ eventType }) => eventType).filter((type) => type.startsWith('ticket_'));
  };

  it('each step of a ticket stands in the trail: asked for, opened, noted, closed', async () => {
    const taskId = await world.approved();
    await world.open(taskId);
    await world.app.call(changeTask, { cookie: world.cookie, params: { taskId }, body: { status: 'on_hold' } });
    await world.minute();
    world.mend();
    await world.complete(taskId);
    await world.minute();
    expect((await trail()).slice(0, 5)).toEqual(
      expect.arrayContaining(['ticket_closed', 'ticket_noted', 'ticket_opened', 'ticket_requested']),
    );
  });

  it('are opened for no tenant that is matched with no company, which is said', async () => {
    const taskId = await made(good);
    const refused = await world.open(taskId);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('Alderwick Clinic is matched with no company of Desk'),
    ]);
    expect((await world.ticketsOf(taskId)).systems[0]?.because).toContain('is matched with no company');
    await world.changeSystem({ rule: { isOn: true, from: 'low', groupIds: [] } });
    await made(good);
    await world.minute();
    const notify = world.app.app.ticketing.notifier(world.systemId);
    const outcome = await notify(message(event({ tenant: { id: good, name: 'Alderwick Clinic' } })));
    expect(outcome).toMatchObject({ kind: 'failed', isPermanent: true, reason: expect.stringContaining('matched') });
    expect(world.double.tickets).toEqual([]);
  });

  it('are nothing that a technician of other tenants, or a viewer, can open or see', async () => {
    const taskId = await world.approved();
    const foreign = await world.app.signInAs('technician', { kind: 'tenants', tenantIds: [good] });
    const viewer = await world.app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak] });
    expect((await world.open(taskId, foreign)).status).toBe(404);
    expect((await world.open(taskId, viewer)).status).toBe(403);
    const own = await world.app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
    expect((await world.open(taskId, own)).status).toBe(201);
    const ticketId = (await world.ticketOf(taskId)).id;
    const retry = await world.app.call(retryTicket, { cookie: foreign, params: { ticketId } });
    expect(retry.status).toBe(404);
    expect((await world.app.call(listTickets, { cookie: foreign })).status).toBe(403);
    const other = {
      cookie: foreign,
      params: { taskId: taskId.replace(weak, good) },
      body: { systemId: world.systemId },
    };
    expect((await world.app.call(openTaskTicket, other)).status).toBe(404);
  });

  it('say what tenants and people write as plain text, without markup, links or lines of their own', async () => {
    const { app } = world;
    await update(app.app.stores.tenants, weak, (tenant) => ({
      ...tenant,
      name: '<img src=x onerror=alert(1)> [click](https://evil.example) `x` **b**',
    }));
    const title = 'Look at www.evil.example | # Head <script>x</script>';
    const taskId = await made(weak, { title });
    await world.open(taskId);
    const [ticket] = world.double.tickets;
    const text = `${ticket?.summary}\n${ticket?.description}`;
    for (const mark of ['<', '](', '`', '**', 'https://evil', 'www.', '# Head', '| ']) expect(text).not.toContain(mark);
    expect(text).toContain('evil.example');
    expect(ticket?.description.split('\n').filter((line) => line.startsWith('Severity: '))).toHaveLength(1);
  });

  it('one that was refused is given up, says why, and is tried again by a person, which the trail tells', async () => {
    const { app, cookie, double } = world;
    await world.changeSystem({ choices: { ...double.choices, boardId: '404' } });
    const taskId = await world.approved();
    const answer = await world.open(taskId);
    expect(answer.json).toMatchObject({
      phase: 'waiting',
      failure: { isPermanent: true, reason: expect.stringContaining('board is not known') },
    });
    await world.minute();
    expect(double.refusals).toHaveLength(1);
    const ticketId = String(answer.json.id);
    const retry = () => app.call(retryTicket, { cookie, params: { ticketId } });
    expect((await retry()).json).toMatchObject({ phase: 'waiting' });
    expect(double.refusals).toHaveLength(2);
    expect((await trail())[0]).toBe('ticket_retried');
    const failed = await app.call(listTickets, { cookie, query: { state: 'failed' } });
    expect(listTickets.response.parse(failed.json).items.map(({ id }) => id)).toEqual([ticketId]);
    await world.changeSystem({ choices: double.choices });
    await world.minute();
    expect(double.tickets).toHaveLength(1);
    expect((await retry()).status).toBe(409);
  });

  it('are asked for by the rule of a system, for each new task of its gravity and groups, once', async () => {
    const before = await made(weak);
    await world.changeSystem({ rule: { isOn: true, from: 'high', groupIds: [] } });
    const grave = await made(weak, { title: 'Grave' });
    await made(weak, { title: 'Slight', priority: 'low' });
    await Promise.all([world.minute(), world.minute()]);
    await world.minute();
    expect(world.double.tickets.map(({ summary }) => summary)).toEqual([expect.stringContaining('Grave')]);
    expect((await world.ticketsOf(before)).tickets).toEqual([]);
    expect(await world.ticketOf(grave)).toMatchObject({ phase: 'open' });

    const elsewhere = await made(good, { title: 'Elsewhere' });
    await world.minute();
    expect(world.double.tickets).toHaveLength(1);
    world.double.companies.push({ id: 40, name: 'Alderwick', domain: '' });
    await world.changeSystem({});
    await world.match('40', good);
    await world.minute();
    expect(await world.ticketOf(elsewhere)).toMatchObject({ phase: 'open' });
  });

  it('come of events of a tenant and a remedy, others are not for tickets, and what is told twice is once', async () => {
    const notify = world.app.app.ticketing.notifier(world.systemId);
    expect(await notify(message(event({ remedyId: null })))).toMatchObject({
      kind: 'delivered',
      reference: expect.stringContaining('Not for tickets'),
    });
    expect(await notify(message(event()))).toMatchObject({ kind: 'delivered', reference: '1 of 1 events for Desk' });
    await Promise.all([notify(message(event())), notify(message(event()))]);
    await world.minute();
    expect(world.double.tickets).toHaveLength(1);
    const [ticket] = world.double.tickets;
    expect(ticket?.description).toContain('Anyone may share with anybody');
    const grown = event({ key: 'finding-new:2', title: 'A second one' });
    await notify(message(grown));
    await world.minute();
    await notify(message(grown));
    await world.minute();
    expect(ticket?.notes.filter((note) => note.includes('A second one'))).toHaveLength(1);

    world.mend();
    await world.scan();
    await world.minute();
    expect(ticket).toMatchObject({ isClosed: true });
    expect(ticket?.resolution).toContain('found all findings of this work resolved');
  });

  it('a storm of 500 is bounded in each minute, by all processes together, and comes to an end', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const tenant = await world.tenant();
    const references = new Set<string>();
    const found = (id: string) => ({ kind: 'ok' as const, value: { id, number: id, url: 'https://psa.example' } });
    const desk = {
      findByReference: async () => ({ kind: 'ok' as const, value: null }),
      open: async ({ reference }: NewTicket) => found(String(references.add(reference).size)),
      states: async () => ({ kind: 'ok' as const, value: [] }),
    } as unknown as TicketSystem;
    const own = world.app.app.ticketing.parts;
    // The work of these tickets is made up: it is not held against findings that there are not.
    const parts = { ...own, tickets: { ...own.tickets, toRead: async () => [] }, openSystem: () => desk };
    for (let index = 0; index < 500; index += 1) {
      const told = { findingIds: [], gravity: 'high', taskStatus: null } as const;
      const work = { workKey: `storm-${index}`, taskId: null, title: `Storm ${index}`, told, requestedBy: 'Tenantry' };
      const record = newTicket({ tenantId: weak, systemId: world.systemId, isSimulated: true, ...work }, new Date());
      await tenant.tickets.create(withStep(record, step('open', 'open-1', 'Storm'), new Date()));
    }
    const opened: number[] = [];
    while (references.size < 500 && opened.length < 60) {
      vi.setSystemTime(Date.now() + 60_000);
      const before = references.size;
      await Promise.all([workSystem(parts, world.systemId), workSystem(parts, world.systemId)]);
      opened.push(references.size - before);
    }
    expect(Math.max(...opened)).toBeLessThanOrEqual(turnsAMinute);
    expect(references.size).toBe(500);
    const after = await world.app.app.stores.tickets.counts({ kind: 'all' }, world.systemId);
    expect(after.waiting).toBe(0);
  }, 60_000);

  it('go with the tenant that is offboarded here, and stay in the system', async () => {
    const { app, cookie } = world;
    const taskId = await world.approved();
    await world.open(taskId);
    const name = (await app.app.stores.tenants.get(weak))?.value.name ?? '';
    await app.call(offboardTenant, { cookie, params: { id: weak }, body: { name } });
    await app.app.offboarding.finishWaiting();
    const left = await app.app.stores.tickets.ofSystem({ kind: 'all' }, world.systemId);
    expect(left).toEqual([]);
    expect(world.double.tickets).toHaveLength(1);
  });
});
