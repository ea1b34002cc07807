import { getSystemHealth } from '@tenantry/contract/health';
import { changeTask } from '@tenantry/contract/tasks';
import { TicketSystemKind } from '@tenantry/contract/ticket-systems';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ticketDoubles } from '../../adapters/tickets/testing/ticket-doubles.ts';
import { openTicketApp, remedyId, type TicketApp, weak } from './testing/ticket-app.ts';

describe.each(TicketSystemKind.options)('a ticket in %s', (kind) => {
  let world: TicketApp;
  beforeEach(async () => {
    world = await openTicketApp(kind);
  });
  afterEach(async () => {
    expect(world.double.refusals).toEqual([]);
    await world.close();
  });

  it('is opened, noted, closed by the re-check with its evidence, and followed by another where it fails again', async () => {
    const { double } = world;
    const taskId = await world.approved();
    const opened = await world.open(taskId);
    expect([opened.status, opened.json.phase]).toEqual([201, 'open']);
    expect(double.tickets).toHaveLength(1);
    const [first] = double.tickets;
    expect(first?.companyId).toBe('12');
    expect(first?.summary).toContain('Bracken Freight Group');
    expect(first?.description).toContain(`[tenantry:${weak}:${remedyId}:1]`);
    expect(first?.description).toContain(`task=${taskId}`);
    const shown = await world.ticketOf(taskId);
    expect(shown).toMatchObject({
      phase: 'open',
      taskId,
      ticket: { number: expect.stringContaining(String(first?.id)) },
    });
    expect(shown.ticket?.url).toMatch(/^https:\/\//);

    await world.app.call(changeTask, {
      cookie: world.cookie,
      params: { taskId },
      body: { status: 'in_progress' },
    });
    await world.minute();
    expect(first?.notes).toHaveLength(1);
    expect(first?.notes[0]).toContain('Task: In Progress, before Open.');
    await world.minute();
    expect(first?.notes).toHaveLength(1);

    world.mend();
    expect(await world.complete(taskId)).toBe('completed');
    await world.minute();
    expect(first).toMatchObject({ isClosed: true });
    expect(first?.resolution).toContain('A re-check asked for by Ada Lovelace');
    expect(first?.resolution).toMatch(/found that the checks pass/);
    expect(await world.ticketOf(taskId)).toMatchObject({
      phase: 'closed',
      message: 'Closed in Desk: its checks pass.',
    });
    await world.minute();
    expect(double.tickets).toHaveLength(1);

    world.break();
    await world.scan();
    await world.minute();
    expect(double.tickets).toHaveLength(2);
    const [, second] = double.tickets;
    expect(second?.description).toContain(`It fails again. Earlier ticket: `);
    expect(second?.description).toContain(`[tenantry:${weak}:${remedyId}:2]`);
    const again = await world.ticketOf(taskId);
    expect(again).toMatchObject({ phase: 'open', earlier: [{ number: shown.ticket?.number }] });

    world.mend();
    await world.scan();
    await world.minute();
    expect(second).toMatchObject({ isClosed: true });
    expect(second?.resolution).toMatch(/A scan of .* found that the checks pass/);
  });

  it('is opened once by two people at once, and however often it is asked for', async () => {
    const taskId = await world.approved();
    const answers = await Promise.all([world.open(taskId), world.open(taskId), world.open(taskId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    await Promise.all([world.minute(), world.minute()]);
    expect((await world.open(taskId)).status).toBe(200);
    expect(world.double.tickets).toHaveLength(1);
    expect((await world.ticketsOf(taskId)).systems).toEqual([
      { id: world.systemId, name: 'Desk', because: 'A ticket is open.' },
    ]);
  });

  it('that was opened by a process that died before it was recorded is found, and noted once by one that dies after', async () => {
    const { double } = world;
    const taskId = await world.approved();
    const isOpening = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && /\/tickets$/i.test(path);
    // The ticket is made, and its answer is lost.
    double.answerNext({ status: 502 }, { after: true, only: isOpening });
    expect((await world.open(taskId)).json).toMatchObject({ phase: 'waiting' });
    expect(double.tickets).toHaveLength(1);
    await world.changeSystem({});
    await world.makeDue();
    await world.minute();
    expect(double.tickets).toHaveLength(1);
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'open', failure: null });

    const isNoting = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && /\/(notes|actions)$/i.test(path);
    double.answerNext({ status: 502 }, { after: true, only: isNoting });
    const body = { status: 'on_hold' };
    await world.app.call(changeTask, { cookie: world.cookie, params: { taskId }, body });
    await world.minute();
    expect(await world.ticketOf(taskId)).toMatchObject({ failure: { isPermanent: false }, waiting: 1 });
    await world.changeSystem({});
    await world.makeDue();
    await world.minute();
    expect(double.tickets[0]?.notes).toHaveLength(1);
    expect(await world.ticketOf(taskId)).toMatchObject({ failure: null, waiting: 0 });
  });

  it('that somebody closes over there says so on the task, and is told nothing more', async () => {
    const { double } = world;
    const taskId = await world.approved();
    await world.open(taskId);
    const [ticket] = double.tickets;
    double.closeThere(ticket?.id ?? 0);
    await world.makeDue();
    await world.minute();
    const shown = await world.ticketOf(taskId);
    expect(shown).toMatchObject({ phase: 'closedThere', there: { isClosed: true } });
    expect(shown.message).toBe('Closed in Desk on 2026-11-27, the check still fails.');
    await world.app.call(changeTask, { cookie: world.cookie, params: { taskId }, body: { status: 'in_progress' } });
    await world.minute();
    expect(ticket?.notes).toEqual([]);

    double.reopenThere(ticket?.id ?? 0);
    await world.makeDue();
    await world.minute();
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'open' });

    double.closeThere(ticket?.id ?? 0);
    await world.makeDue();
    await world.minute();
    expect((await world.open(taskId)).status).toBe(201);
    expect(double.tickets).toHaveLength(2);
    expect(double.tickets[1]?.description).toContain('Earlier ticket');
  });

  it('waits while the secret of the system is an old one, which System Health tells, and is opened once it is replaced', async () => {
    const { double, app, cookie } = world;
    const taskId = await world.approved();
    double.rotate('rotated-s3cret');
    expect((await world.open(taskId)).json).toMatchObject({ phase: 'waiting' });
    expect(double.tickets).toHaveLength(0);
    expect((await world.system()).trouble?.reason).toMatch(/refused the sign-in|refused it/);
    const health = getSystemHealth.response.parse((await app.call(getSystemHealth, { cookie })).json);
    const item = health.readiness.groups.find(({ id }) => id === 'tickets')?.items[0];
    expect(item).toMatchObject({
      label: 'Desk',
      state: 'attention',
      message: expect.stringContaining('1 ticket waits'),
    });
    const before = double.requests.length;
    await world.minute();
    expect(double.requests).toHaveLength(before);

    const saved = await world.changeSystem({ secrets: { [ticketDoubles[kind].rotating]: 'rotated-s3cret' } });
    expect([saved.status, saved.text.includes('rotated-s3cret')]).toEqual([200, false]);
    await world.minute();
    expect(double.tickets).toHaveLength(1);
    expect(await world.ticketOf(taskId)).toMatchObject({ phase: 'open', failure: null });
    expect((await world.system()).trouble).toBeNull();
  });
});
