import { getSession } from '@tenantry/contract/auth';
import { endClientAccess, getClientRoom } from '@tenantry/contract/client-room';
import { askForClientLink } from '@tenantry/contract/client-sign-in';
import { getClientSummary } from '@tenantry/contract/client-summary';
import { changeUser, listUsers } from '@tenantry/contract/users';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { update } from '../../ports/collection.ts';
import { good, jane, openRoomStack, type RoomStack, rob, weak } from './testing/room-stack.ts';

describe('the room of a client', () => {
  let stack: RoomStack;
  beforeEach(async () => {
    stack = await openRoomStack();
  });
  afterEach(() => stack.close());

  const session = (cookie: string) => stack.test.call(getSession, { cookie });
  const summary = (cookie: string, tenantId = weak) => stack.test.call(getClientSummary, { tenantId, cookie });
  const room = async () => (await stack.test.call(getClientRoom, { params: { id: weak }, cookie: stack.cookie })).json;

  it('a contact signs in by a link that works once, also for two at once, and the trail of the tenant tells all of it', async () => {
    await stack.contacts([jane]);
    await stack.room();
    const invited = await stack.invite(jane.id);
    expect(invited.json).toMatchObject({ isSent: true, notSentBecause: null });
    const token = stack.linkTo(jane.address);
    expect(token).not.toBe('');
    const both = await Promise.all([stack.open(token), stack.open(token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await stack.open(token)).json.message).toBe('This link was used already. Ask for a new link.');
    const cookie = both.find(({ status }) => status === 200)?.cookie ?? '';
    expect((await session(cookie)).json.user).toMatchObject({ role: 'viewer', clientTenantId: weak, name: 'Jane Doe' });
    expect((await summary(cookie)).json).toMatchObject({
      clientName: 'Bracken Freight Group',
      provider: 'Northwind IT',
    });
    await summary(cookie);
    const trail = await stack.trail();
    for (const event of ['client_room_changed', 'client_invited', 'client_link_sent', 'user_signed_in'])
      expect(trail).toContain(event);
    expect(trail.split('client_room_viewed')).toHaveLength(2);
    expect((await room()).guests).toMatchObject([{ contactId: jane.id, access: 'active' }]);
  });

  it('a link is mailed to the contact alone: no answer, no trail and no list has it', async () => {
    await stack.contacts([jane]);
    await stack.room();
    const invited = await stack.invite(jane.id);
    expect(stack.sent).toMatchObject([{ to: [jane.address], isConfidential: true }]);
    const secret = stack.linkTo(jane.address).split('.')[1] ?? '';
    expect(secret).toHaveLength(43);
    for (const text of [invited.text, await stack.trail(), JSON.stringify(await room())])
      expect(text).not.toContain(secret);
  });

  it('an invitation is the provider’s: it names nobody of the staff', async () => {
    await stack.contacts([jane]);
    await stack.room();
    await stack.invite(jane.id);
    const [mail] = stack.sent;
    expect(mail?.text).toContain('Northwind IT invites you to the client room');
    expect(JSON.stringify(mail)).not.toContain('Ada');
  });

  it.each([
    ['removed', (one: RoomStack) => one.contacts([rob])],
    ['given another address', (one: RoomStack) => one.contacts([{ ...jane, address: 'eve@bracken.example' }])],
    ['without a room, since that was closed', (one: RoomStack) => one.room({ isOpen: false })],
    [
      'no guest any more',
      (one: RoomStack) =>
        one.test.call(endClientAccess, { params: { id: weak, contactId: jane.id }, cookie: one.cookie }),
    ],
  ])('a contact who is %s is signed out at once, and gets no link', async (_, change) => {
    const cookie = await stack.guest(jane);
    expect((await summary(cookie)).status).toBe(200);
    await change(stack);
    expect([(await summary(cookie)).status, (await session(cookie)).status]).toEqual([401, 401]);
    stack.sent.length = 0;
    await stack.test.call(askForClientLink, { body: { address: jane.address } });
    await stack.test.drainQueue();
    expect(stack.sent).toEqual([]);
  });

  it('a contact who comes back has to be invited, also where their removal broke off before it ended their access', async () => {
    const cookie = await stack.guest(jane);
    await update(stack.app.stores.tenants, weak, (tenant) => ({ ...tenant, contacts: [] }));
    expect((await summary(cookie)).status).toBe(401);
    await stack.contacts([jane]);
    expect((await summary(cookie)).status).toBe(401);
    expect((await room()).guests).toMatchObject([{ contactId: jane.id, invitedAt: null }]);
  });

  it('whoever asks for a link is told the same, whether or not the address is a guest’s, and guests of two rooms get two', async () => {
    await stack.guest(jane);
    await stack.guest({ ...jane, id: rob.id }, good);
    stack.sent.length = 0;
    const ask = (address: string) => stack.test.call(askForClientLink, { body: { address } });
    const [known, unknown] = [await ask('JANE@bracken.example'), await ask('nobody@bracken.example')];
    expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
    await stack.test.drainQueue();
    expect(stack.sent.map(({ to }) => to)).toEqual([[jane.address], [jane.address]]);
    expect(stack.sent.map(({ subject }) => subject).toSorted()).toEqual([
      'Your link to the client room of Alderwick Clinic',
      'Your link to the client room of Bracken Freight Group',
    ]);
  });

  it('a link that anybody asks for leaves an invitation alone, and a second one at once is not sent', async () => {
    await stack.contacts([jane]);
    await stack.room();
    await stack.invite(jane.id);
    const invitation = stack.linkTo(jane.address);
    for (let asked = 0; asked < 2; asked += 1) {
      await stack.test.call(askForClientLink, { body: { address: jane.address } });
      await stack.test.drainQueue();
    }
    expect(stack.sent).toHaveLength(2);
    const link = stack.linkTo(jane.address);
    expect(link).not.toBe(invitation);
    expect([(await stack.open(invitation)).status, (await stack.open(link)).status]).toEqual([200, 200]);
    await stack.test.call(askForClientLink, { body: { address: jane.address } });
    await stack.test.drainQueue();
    expect(stack.sent).toHaveLength(3);
  });

  it('who is invited by two at once gets one mail, and the next one where that was not sent', async () => {
    await stack.contacts([jane]);
    await stack.room();
    const send = vi.mocked(stack.app.mail.send);
    send.mockResolvedValueOnce({ kind: 'failed', reason: 'Nobody answers.', isPermanent: false });
    expect((await stack.invite(jane.id)).json).toMatchObject({ isSent: false });
    await Promise.all([stack.invite(jane.id), stack.invite(jane.id)]);
    expect(stack.sent).toHaveLength(1);
    expect((await stack.open(stack.linkTo(jane.address))).status).toBe(200);
  });

  it('asking for links is slowed down', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 8; asked += 1)
      statuses.push((await stack.test.call(askForClientLink, { body: { address: jane.address } })).status);
    expect(statuses).toContain(200);
    expect(statuses.at(-1)).toBe(429);
  });

  it('a client of one tenant is told of another what they are told of one that is not there', async () => {
    const cookie = await stack.guest(jane);
    await stack.guest({ ...rob }, good);
    const foreign = await summary(cookie, good);
    const absent = await summary(cookie, '00000000-0000-4000-8000-00000000dead');
    expect([foreign.status, foreign.json.message]).toEqual([404, absent.json.message]);
  });

  it('nobody is invited to a closed room, and staff are not made of clients', async () => {
    await stack.contacts([jane]);
    expect((await stack.invite(jane.id)).status).toBe(409);
    const cookie = await stack.guest(jane);
    const { json } = await stack.test.call(listUsers, { query: { search: 'jane' }, cookie: stack.cookie });
    const [user] = json.items as { id: string }[];
    const wanted = { params: { id: user?.id ?? '' }, body: { role: 'admin', tenantId: null }, cookie: stack.cookie };
    expect((await stack.test.call(changeUser, wanted)).status).toBe(409);
    expect((await session(cookie)).json.user).toMatchObject({ role: 'viewer', seesAllTenants: false });
  });

  it('says what was not sent where no mailbox is set up, and lets them in with Microsoft all the same', async () => {
    const { mail } = stack.app;
    (mail.unavailable as unknown as { mockResolvedValue(value: string): void }).mockResolvedValue(
      'No mailbox is set up.',
    );
    await stack.contacts([jane]);
    await stack.room();
    const invited = await stack.invite(jane.id);
    expect(invited.json).toMatchObject({ isSent: false, notSentBecause: 'No mailbox is set up.' });
    expect((await room()).guests).toMatchObject([{ access: 'invited' }]);
    expect(await stack.trail()).toContain('client_link_not_sent');
  });

  it('is changed by one of two at once, and the same change twice is one', async () => {
    const [one, other] = await Promise.all([stack.room({ welcome: 'A' }), stack.room({ welcome: 'B' })]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
  });
});
