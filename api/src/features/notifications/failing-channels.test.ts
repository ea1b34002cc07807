import { getSystemHealth } from '@tenantry/contract/health';
import { changeNoticeChannel, listNoticeChannels, testNoticeChannel } from '@tenantry/contract/notice-channels';
import { describe, expect, it, vi } from 'vitest';
import type { DeliveryOutcome } from '../../ports/mail.ts';
import type { MessageRecord } from '../../store/notices.ts';
import { placeOfChannel } from '../../store/notices.ts';
import { afterTry } from './send-messages.ts';
import { openOutbox } from './testing/open-outbox.ts';

const { notices, file, send, later, hooked } = await openOutbox();

describe('a channel that fails', () => {
  it('is tried again with growing pauses under the same id, and waits as long as it is told to', async () => {
    const hook = await hooked();
    notices.receiver.answers.push({ status: 500 }, { status: 429, headers: { 'retry-after': '600' } });
    await file(5000);
    await send();
    await send();
    expect(hook.posts()).toHaveLength(1);
    later(1.1);
    await send();
    expect(hook.posts()).toHaveLength(2);
    later(9);
    await send();
    expect(hook.posts()).toHaveLength(2);
    later(2);
    await send();
    expect(hook.posts()).toHaveLength(3);
    expect(new Set(hook.posts().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(hook.posts().map(({ body }) => body)).size).toBe(1);
    expect(await hook.messages()).toMatchObject([{ state: 'delivered', attempts: 3 }]);
  });

  it('is not tried again in quiet hours, and is when they are over', async () => {
    const hourMs = 3_600_000;
    const beginMs = Math.ceil(Date.now() / hourMs) * hourMs;
    const from = new Date(beginMs).getUTCHours();
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const hook = await hooked({ quiet: { from, to: (from + 1) % 24, days } });
    vi.setSystemTime(beginMs - 120_000);
    notices.receiver.answers.push({ status: 503, headers: { 'retry-after': '300' } });
    await file(90);
    await send();
    expect(hook.posts()).toHaveLength(1);
    later(10);
    await send();
    vi.setSystemTime(beginMs + hourMs - 60_000);
    await send();
    expect(hook.posts()).toHaveLength(1);
    vi.setSystemTime(beginMs + hourMs);
    await send();
    expect(new Set(hook.posts().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(hook.posts()).toHaveLength(2);
    expect(await hook.messages()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('is given up at once where trying again changes nothing, and says so on System Health and in its list', async () => {
    const hook = await hooked();
    notices.receiver.answers.push({ status: 410 });
    await file(6000);
    await send();
    expect(await hook.messages()).toMatchObject([{ state: 'failed', reason: expect.stringMatching(/answered 410$/) }]);
    const channels = async () =>
      (await notices.app.call(listNoticeChannels, { cookie: notices.cookie })).json.channels as {
        id: string;
        lastDelivery: object;
      }[];
    const found = (await channels()).find(({ id }) => id === hook.id);
    expect(found?.lastDelivery).toMatchObject({ ok: false, reason: expect.stringContaining('410') });
    const health = await notices.app.call(getSystemHealth, { cookie: notices.cookie });
    expect(health.text).toContain(hook.name);
    expect(health.text).toContain('answered 410');
    // A test that arrives takes the word back.
    const tested = await notices.app.call(testNoticeChannel, {
      cookie: notices.cookie,
      params: { channelId: hook.id },
    });
    expect(tested.json).toMatchObject({ ok: true, reason: '' });
    expect((await channels()).find(({ id }) => id === hook.id)?.lastDelivery).toMatchObject({ ok: true });
  });

  it('holds up no other channel', async () => {
    const broken = await hooked();
    const fine = await hooked();
    await broken.spoil();
    await file(7000);
    await send();
    expect(fine.posts()).toHaveLength(1);
    expect(await broken.messages()).toMatchObject([{ state: 'pending', attempts: 1 }]);
  });

  it('and does not answer is left after its first try, so that others are not held up', async () => {
    const hook = await hooked();
    notices.receiver.answers.push({ status: 0 });
    await file(7100, 7101, 7102, 7103);
    await send();
    expect(hook.posts()).toHaveLength(1);
    expect((await hook.messages()).map(({ state, attempts }) => [state, attempts]).sort()).toEqual([
      ['pending', 0],
      ['pending', 0],
      ['pending', 0],
      ['pending', 1],
    ]);
    await send();
    expect(hook.posts()).toHaveLength(4);
  });

  it('and is slow is left when the time of a sweep is over', async () => {
    const { id } = await notices.channel('Slow mail', { kind: 'mail', recipients: ['soc@msp.example'] });
    await notices.rule({ targets: { inApp: false, ownMail: false, channelIds: [id] } });
    const sending = vi.spyOn(notices.mail, 'send').mockImplementation(async (mail) => {
      notices.mail.sent.push(mail);
      later(0.5);
      return { kind: 'delivered' };
    });
    await file(7200, 7201, 7202, 7203);
    await send();
    expect(notices.mail.sent).toHaveLength(2);
    await send();
    expect(notices.mail.sent).toHaveLength(4);
    sending.mockRestore();
  });

  it('for one of several recipients is tried again for them alone, a mail each, and is delivered where anybody has it', async () => {
    const recipients = ['a@msp.example', 'b@msp.example', 'c@msp.example'];
    const { id } = await notices.channel('Staff', { kind: 'mail', recipients });
    await notices.rule({ targets: { inApp: false, ownMail: false, channelIds: [id] } });
    const failures = new Map<string, DeliveryOutcome>([
      ['b@msp.example', { kind: 'failed', reason: '451 greylisted', isPermanent: false }],
      ['c@msp.example', { kind: 'failed', reason: '550 no such mailbox', isPermanent: true }],
    ]);
    const tried: string[] = [];
    const sending = vi.spyOn(notices.mail, 'send').mockImplementation(async ({ to }) => {
      tried.push(to.join());
      return failures.get(to.join()) ?? { kind: 'delivered' };
    });
    await file(7300);
    await send();
    expect(tried).toEqual(recipients);
    const message = async () =>
      (await notices.app.app.stores.notices.messagePage(placeOfChannel(id), { limit: 9 })).items[0];
    expect(await message()).toMatchObject({ state: 'pending', reason: 'Not yet to b@msp.example: 451 greylisted' });
    failures.delete('b@msp.example');
    later(2);
    await send();
    expect(tried.slice(3)).toEqual(['b@msp.example']);
    const reason = 'Not to c@msp.example: 550 no such mailbox';
    expect(await message()).toMatchObject({ state: 'delivered', reason });
    // The wrong address is told on the channel.
    const channel = (await notices.app.app.stores.noticeChannels.get(id))?.value;
    expect(channel?.lastDelivery).toMatchObject({ ok: false, reason });
    sending.mockRestore();
  });

  it('sends nothing while it is switched off', async () => {
    const hook = await hooked();
    await notices.app.call(changeNoticeChannel, {
      cookie: notices.cookie,
      params: { channelId: hook.id },
      body: { isEnabled: false, revision: 1 },
    });
    await file(8000);
    await send();
    expect(hook.posts()).toHaveLength(0);
    expect(await hook.messages()).toMatchObject([{ state: 'dropped', reason: 'The channel is switched off' }]);
  });

  it('is no failure after eleven tries where somebody has it', () => {
    const message = { attempts: 10, state: 'pending', dueAt: 'x', settled: { 'a@msp.example': '' } } as unknown;
    const outcome = { kind: 'failed', reason: 'no', isPermanent: false } as const;
    expect(afterTry(message as MessageRecord, outcome, new Date())).toMatchObject({ state: 'delivered', reason: 'no' });
  });

  it('is given up after eleven tries', () => {
    let message = { attempts: 0, state: 'pending', dueAt: 'x' } as MessageRecord;
    const pauses: number[] = [];
    const now = new Date('2026-11-24T10:00:00Z');
    while (message.state === 'pending') {
      message = afterTry(message, { kind: 'failed', reason: 'no', isPermanent: false }, now);
      if (message.state === 'pending') pauses.push((Date.parse(message.dueAt) - now.getTime()) / 60_000);
    }
    expect(message).toMatchObject({ state: 'failed', attempts: 11, reason: 'no', dueAt: '' });
    expect(pauses).toEqual([1, 2, 5, 10, 20, 40, 60, 120, 240, 480]);
  });
});
