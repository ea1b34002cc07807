import { getSystemHealth } from '@tenantry/contract/health';
import {
  changeNoticeChannel,
  listNoticeChannels,
  listNoticeDeliveries,
  rotateNoticeSecret,
  testNoticeChannel,
} from '@tenantry/contract/notice-channels';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeliveryOutcome } from '../../ports/mail.ts';
import type { MessageRecord } from '../../store/notices.ts';
import { placeOfChannel, placeOfMail } from '../../store/notices.ts';
import { fileEvents } from './file-events.ts';
import { afterTry } from './send-messages.ts';
import { eventOf } from './testing/events.ts';
import { type NoticeApp, openNoticeApp, weak } from './testing/notice-app.ts';

let notices: NoticeApp;
const tenant = { id: weak, name: 'Bracken' };
beforeAll(async () => {
  notices = await openNoticeApp();
});
afterAll(() => notices.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(async () => {
  const { noticeRules } = notices.app.app.stores;
  for (const { id } of await noticeRules.all()) await noticeRules.delete(id);
  notices.receiver.received.length = 0;
  notices.receiver.answers.length = 0;
  notices.mail.sent.length = 0;
  notices.mail.outcome = { kind: 'delivered' };
  notices.mail.missing = null;
  vi.useRealTimers();
});

const file = (...numbers: number[]) =>
  fileEvents(
    notices.app.app.notifying,
    numbers.map((number) => eventOf(tenant, number)),
  );
const send = () => notices.app.app.sendNotices();
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
let uniqueName = 0;

/** A webhook with a rule of its own, which tells of everything. */
async function hooked(rule: object = {}) {
  uniqueName += 1;
  const { id, secret } = await notices.channel(`Hook ${uniqueName}`, {
    kind: 'webhook',
    url: notices.receiver.url(`/hook-${uniqueName}`),
  });
  const ruleId = await notices.rule({ targets: { inApp: false, ownMail: false, channelIds: [id] }, ...rule });
  const path = `/hook-${uniqueName}`;
  return {
    id,
    secret: secret ?? '',
    ruleId,
    posts: () => notices.receiver.received.filter((one) => one.path === path),
    async messages() {
      const { json } = await notices.app.call(listNoticeDeliveries, {
        cookie: notices.cookie,
        params: { channelId: id },
      });
      return json.items as { state: string; attempts: number; reason: string; events: number; subject: string }[];
    },
  };
}
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

describe('what is due', () => {
  it('is told once for each event and channel, however often it is found and by how many processes at once', async () => {
    const hook = await hooked();
    expect(await file(1, 2)).toBe(2);
    expect(await Promise.all([file(1, 2), file(2, 1)])).toEqual([0, 0]);
    await Promise.all([send(), send(), send()]);
    await send();
    expect(hook.posts()).toHaveLength(2);
    expect(new Set(hook.posts().map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  it('is one message where very much comes at once, which counts it and lists the worst', async () => {
    const hook = await hooked();
    await fileEvents(notices.app.app.notifying, [
      ...range(1000, 499).map((number) => eventOf(tenant, number)),
      eventOf(tenant, 1999, { gravity: 'critical', title: 'The worst' }),
    ]);
    await send();
    expect(hook.posts()).toHaveLength(1);
    const { data } = JSON.parse(hook.posts()[0]?.body ?? '');
    expect(data).toMatchObject({ total: 500, unlisted: 490, subject: expect.stringContaining('500 notifications') });
    expect(data.events).toHaveLength(10);
    expect(data.events[0].title).toBe('The worst');
    // What comes while the storm goes on is one message more when it is over.
    await file(2000, 2001);
    await send();
    expect(hook.posts()).toHaveLength(1);
    later(11);
    await send();
    expect(hook.posts()).toHaveLength(3);
  }, 60_000);

  it('is told as itself where it is the one event too many, and begins no storm', async () => {
    const hook = await hooked();
    await file(...range(2100, 10));
    await send();
    await file(2110);
    await send();
    await file(2111);
    await send();
    expect(hook.posts()).toHaveLength(12);
    const subjects = (await hook.messages()).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Many at once'))).toEqual([]);
    expect(JSON.parse(hook.posts()[10]?.body ?? '').data.subject).toContain('Scans fail 2110');
  });

  it('is told together at the hour of a digest', async () => {
    const hook = await hooked({ delivery: { when: 'daily', hour: 8 } });
    await file(3000, 3001, 3002);
    await send();
    expect(hook.posts()).toHaveLength(0);
    later(25 * 60);
    await send();
    expect(hook.posts()).toHaveLength(1);
    expect(JSON.parse(hook.posts()[0]?.body ?? '').data).toMatchObject({ total: 3, unlisted: 0 });
  });

  it('goes to one’s own address, and says why where there is no mailbox', async () => {
    await notices.rule({ targets: { inApp: false, ownMail: true, channelIds: [] } });
    notices.mail.missing = 'Mail is not set up';
    await file(4000);
    await send();
    const [ada] = await notices.app.app.stores.users.administrators();
    const place = placeOfMail(ada?.id ?? '');
    const own = (await notices.app.app.stores.notices.messagePage(place, { limit: 10 })).items;
    expect(own.at(0)).toMatchObject({ state: 'pending', reason: 'Mail is not set up', attempts: 1 });
    notices.mail.missing = null;
    later(2);
    await send();
    expect(notices.mail.sent.map(({ to }) => to)).toEqual([['ada@msp.example']]);
  });
});

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
    expect(health.text).toContain(`Hook ${uniqueName}`);
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
    await notices.app.app.stores.noticeChannels.get(broken.id).then(async (stored) => {
      if (!stored) throw new Error('The channel is gone');
      const secrets = { url: { keyVersion: 1, iv: '', tag: '', data: '' } };
      await notices.app.app.stores.noticeChannels.replace({ ...stored.value, secrets }, stored.etag);
    });
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

describe('a signed webhook', () => {
  it('is verified by the library, and refused when it is replayed later, changed, or of another secret', async () => {
    const hook = await hooked();
    await file(9000);
    await send();
    const [post] = hook.posts();
    const verify = (secret: string, body = post?.body ?? '') => new Webhook(secret).verify(body, post?.headers ?? {});
    expect(verify(hook.secret)).toMatchObject({ data: { total: 1 } });
    expect(() => verify(hook.secret, `${post?.body} `)).toThrow(WebhookVerificationError);
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow(WebhookVerificationError);
    later(6);
    expect(() => verify(hook.secret)).toThrow('Message timestamp too old');
  });

  it('is signed with both secrets for a day after a rotation, and then with the new one alone', async () => {
    const hook = await hooked();
    const answer = await notices.app.call(rotateNoticeSecret, {
      cookie: notices.cookie,
      params: { channelId: hook.id },
    });
    const rotated = String(answer.json.secret);
    expect(rotated).toMatch(/^whsec_/);
    expect(rotated).not.toBe(hook.secret);
    await file(10_000);
    await send();
    const [first] = hook.posts();
    for (const secret of [hook.secret, rotated])
      expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toBeDefined();
    expect(first?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    later(24 * 60 + 1);
    await file(10_001);
    await send();
    const second = hook.posts().at(-1);
    expect(new Webhook(rotated).verify(second?.body ?? '', second?.headers ?? {})).toBeDefined();
    expect(() => new Webhook(hook.secret).verify(second?.body ?? '', second?.headers ?? {})).toThrow(
      WebhookVerificationError,
    );
  });

  it('renewed again within the day is signed with each secret until its own day is over, also with one that an earlier version kept', async () => {
    const hook = await hooked();
    const rotate = async () => {
      const params = { channelId: hook.id };
      return notices.app.call(rotateNoticeSecret, { cookie: notices.cookie, params });
    };
    const second = String((await rotate()).json.secret);
    const { noticeChannels } = notices.app.app.stores;
    const { channelSecrets } = notices.app.app.notifying;
    const stored = await noticeChannels.get(hook.id);
    if (!stored) throw new Error('The channel is gone');
    const { url = '', signing = '' } = await channelSecrets.open(stored.value);
    // As it was kept before there could be several.
    const secrets = await channelSecrets.seal(hook.id, { url, signing, oldSigning: hook.secret });
    const oldSecretUntil = new Date(Date.now() + 12 * 3_600_000).toISOString();
    await noticeChannels.replace(
      { ...stored.value, settings: { ...stored.value.settings, oldSecretUntil }, secrets },
      stored.etag,
    );
    const third = String((await rotate()).json.secret);
    const verifiedBy = async (number: number) => {
      await file(number);
      await send();
      const post = hook.posts().at(-1);
      return [hook.secret, second, third].map((secret) => {
        try {
          return new Webhook(secret).verify(post?.body ?? '', post?.headers ?? {}) !== undefined;
        } catch (error) {
          expect(error).toBeInstanceOf(WebhookVerificationError);
          return false;
        }
      });
    };
    expect(await verifiedBy(10_100)).toEqual([true, true, true]);
    later(12 * 60 + 1);
    expect(await verifiedBy(10_101)).toEqual([false, true, true]);
    later(12 * 60);
    expect(await verifiedBy(10_102)).toEqual([false, false, true]);
  });

  it('is not renewed more often in a day than its messages can be signed for', async () => {
    const hook = await hooked();
    const rotate = async () =>
      (await notices.app.call(rotateNoticeSecret, { cookie: notices.cookie, params: { channelId: hook.id } })).status;
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      later(0.01);
      statuses.push(await rotate());
    }
    expect(statuses).toEqual([...range(0, 10).map(() => 200), 409]);
    await file(10_200);
    await send();
    expect(hook.posts()[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(11);
  });

  it('keeps its secrets through a new data key, also where two rotate its own at once', async () => {
    const hook = await hooked();
    const rotate = () =>
      notices.app.call(rotateNoticeSecret, { cookie: notices.cookie, params: { channelId: hook.id } });
    const both = await Promise.all([rotate(), rotate()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const outcome = await notices.app.app.rotateDataKey();
    expect(outcome.corrupted).toBe(1);
    await file(11_000);
    await send();
    const [post] = hook.posts();
    const verified = both.map(({ json }) => {
      try {
        return new Webhook(String(json.secret)).verify(post?.body ?? '', post?.headers ?? {}) !== null;
      } catch (error) {
        expect(error).toBeInstanceOf(WebhookVerificationError);
        return false;
      }
    });
    // The later of both replaced the earlier one, which signs for a day too.
    expect(verified).toEqual([true, true]);
  });
});

it('forgets what was delivered after 90 days', async () => {
  const hook = await hooked();
  await file(12_000);
  await send();
  const { notices: store } = notices.app.app.stores;
  const count = async () => (await store.messagePage(placeOfChannel(hook.id), { limit: 10 })).total;
  expect(await count()).toBe(1);
  await notices.app.app.stores.removeExpired(new Date(Date.now() + 91 * 24 * 3_600_000));
  expect(await count()).toBe(0);
});
