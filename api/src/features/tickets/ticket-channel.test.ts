import { createNoticeChannel, testNoticeChannel } from '@tenantry/contract/notice-channels';
import { createNoticeRule } from '@tenantry/contract/notice-rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyEvent, letTimePass } from '../notifications/testing/notice-app.ts';
import { openTicketApp, type TicketApp } from './testing/ticket-app.ts';

describe('a rule of notifications with a ticket system', () => {
  let world: TicketApp;
  beforeEach(async () => {
    world = await openTicketApp('halopsa');
    await world.app.app.collectNotices();
  });
  afterEach(() => world.close());

  async function channel(systemId: string): Promise<string> {
    const body = { name: 'Desk', settings: { kind: 'ticket', systemId } };
    const { status, json } = await world.app.call(createNoticeChannel, { cookie: world.cookie, body });
    expect([status, json.secret]).toEqual([201, null]);
    return String((json.channel as { id: string }).id);
  }
  const notify = async () => {
    await letTimePass(world.app);
    await world.app.app.collectNotices();
    await world.app.app.sendNotices();
    await world.minute();
  };

  it('opens one ticket for the work of findings that are back, however many there are and however often it is told', async () => {
    world.mend();
    await world.scan();
    const channelIds = [await channel(world.systemId)];
    const body = {
      ...anyEvent,
      events: [{ kind: 'finding-back', gravity: 'low' }],
      targets: { inApp: false, ownMail: false, channelIds },
    };
    const before = world.double.tickets.length;
    await notify();
    expect((await world.app.call(createNoticeRule, { cookie: world.cookie, body })).status).toBe(201);
    world.break();
    await world.scan();
    await notify();
    await notify();
    expect(world.double.tickets.length).toBe(before + 1);
  });

  it('says of a system that is connected no more that nothing can be sent there', async () => {
    const channelId = await channel('00000000-0000-4000-8000-000000000000');
    const { json } = await world.app.call(testNoticeChannel, { cookie: world.cookie, params: { channelId } });
    expect(JSON.stringify(json)).toContain('connected no more');
  });
});
