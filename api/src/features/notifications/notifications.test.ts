import { listNoticeDeliveries } from '@tenantry/contract/notice-channels';
import { listNotices, markAllNoticesRead, markNoticesRead } from '@tenantry/contract/notices';
import { countUnreadNotices } from '@tenantry/contract/unread-notices';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileEvents } from './file-events.ts';
import { eventOf } from './testing/events.ts';
import { type NoticeApp, openNoticeApp, weak } from './testing/notice-app.ts';

let notices: NoticeApp;
beforeEach(async () => {
  notices = await openNoticeApp();
  // The first time, sources tell nothing: from here on they do.
  await notices.app.app.collectNotices();
});
afterEach(() => notices.close());

const makeAdministrator = () =>
  notices.cloud.changeTenant(weak, { kind: 'role', role: 'Global Administrator', user: 200 }, { user: 4 });
const onlyChanges = [{ kind: 'change', gravity: 'critical' } as const];

describe('a critical change', () => {
  it('is a mail, a card in Teams, a signed webhook and a line on the page of the owner, each once', async () => {
    const { app, cookie, receiver, mail } = notices;
    const mails = await notices.channel('Security mail', { kind: 'mail', recipients: ['soc@msp.example'] });
    const teams = await notices.channel('Teams', { kind: 'teams', url: receiver.url('/teams?sig=secret') });
    const webhook = await notices.channel('SIEM', { kind: 'webhook', url: receiver.url('/hook') });
    const channelIds = [mails.id, teams.id, webhook.id];
    await notices.scan();
    await notices.tick();
    await notices.rule({ events: onlyChanges, targets: { inApp: true, ownMail: true, channelIds } });
    makeAdministrator();
    await notices.scan();
    await notices.tick();
    await notices.tick();

    expect(mail.sent.flatMap(({ to }) => to).sort()).toEqual(['ada@msp.example', 'soc@msp.example']);
    const [sent] = mail.sent;
    expect(sent?.subject).toMatch(/: New Global Administrator: /);
    expect(sent?.text).toContain('CRITICAL - Change - ');

    const posted = receiver.received.map(({ path }) => path).sort();
    expect(posted).toEqual(['/hook', '/teams?sig=secret']);
    const hook = receiver.received.find(({ path }) => path === '/hook');
    const payload = new Webhook(webhook.secret ?? '').verify(hook?.body ?? '', hook?.headers ?? {});
    expect(payload).toMatchObject({
      type: 'tenantry.notification',
      data: { total: 1, events: [{ kind: 'change', gravity: 'critical', tenant: { id: weak } }] },
    });

    const { json } = await app.call(listNotices, { cookie });
    expect(json).toMatchObject({
      total: 1,
      unread: 1,
      items: [{ kind: 'change', isUnread: true, tenant: { id: weak } }],
    });
    const listed = await app.call(listNoticeDeliveries, { cookie, params: { channelId: webhook.id } });
    expect(listed.json).toMatchObject({ total: 1, items: [{ state: 'delivered', attempts: 1, events: 1 }] });
  });

  it('is read by its owner: one by one, or all at once, also twice at the same time', async () => {
    const { app, cookie } = notices;
    await notices.scan();
    await notices.rule({});
    makeAdministrator();
    await notices.scan();
    await notices.tick();
    const unread = async () => (await app.call(countUnreadNotices, { cookie })).json.unread;
    const { json } = await app.call(listNotices, { cookie });
    const items = json.items as { id: string }[];
    const before = Number(await unread());
    expect(before).toBe(json.total);
    expect(before).toBeGreaterThan(1);
    const [first] = items;
    const one = { cookie, body: { ids: [first?.id ?? ''] } };
    await Promise.all([app.call(markNoticesRead, one), app.call(markNoticesRead, one)]);
    expect(await unread()).toBe(before - 1);
    const all = { cookie, body: { until: String(json.asOf) } };
    await Promise.all([app.call(markAllNoticesRead, all), app.call(markAllNoticesRead, all)]);
    expect(await unread()).toBe(0);
    expect((await app.call(listNotices, { cookie, query: { unread: 'true' } })).json).toMatchObject({ total: 0 });
  });
});

it('orders what was filed in one minute by when it happened, over all pages, and can be read up to then', async () => {
  const { app, cookie } = notices;
  await notices.rule({});
  const minutes = [12, 40, 3, 25, 7, 59];
  const at = (minute: number) => `2026-11-24T10:${String(minute).padStart(2, '0')}:00.000Z`;
  const now = new Date();
  for (const some of [minutes.slice(0, 4), minutes.slice(4)]) {
    const events = some.map((minute) => eventOf({ id: weak, name: 'Bracken' }, minute, { at: at(minute) }));
    await fileEvents(app.app.notifying, events, now);
  }
  const first = (await app.call(listNotices, { cookie, query: { limit: '4' } })).json;
  const query = { limit: '4', cursor: String(first.nextCursor) };
  const second = (await app.call(listNotices, { cookie, query })).json;
  const listed = [...(first.items as { at: string }[]), ...(second.items as { at: string }[])].map((one) => one.at);
  expect(listed).toEqual([59, 40, 25, 12, 7, 3].map(at));
  await app.call(markAllNoticesRead, { cookie, body: { until: now.toISOString() } });
  expect((await app.call(countUnreadNotices, { cookie })).json.unread).toBe(0);
});
