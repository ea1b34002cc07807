import {
  createNoticeChannel,
  listNoticeChannels,
  listNoticeDeliveries,
  testNoticeChannel,
} from '@tenantry/contract/notice-channels';
import { changeNoticeRule, createNoticeRule, deleteNoticeRule, listNoticeRules } from '@tenantry/contract/notice-rules';
import { listNotices, markNoticesRead } from '@tenantry/contract/notices';
import { createTenantGroup, deleteTenantGroup } from '@tenantry/contract/tenant-groups';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { all, update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { Scope } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';
import { fileEvents } from './file-events.ts';
import { eventOf } from './testing/events.ts';
import { anyEvent, type NoticeApp, openNoticeApp, weak } from './testing/notice-app.ts';

let notices: NoticeApp;
let other: string;
let hook: string;
let nextEvent = 0;
beforeAll(async () => {
  notices = await openNoticeApp();
  [other = ''] = (await notices.app.tenantIds()).filter((id) => id !== weak);
  ({ id: hook } = await notices.channel('Hook', { kind: 'webhook', url: notices.receiver.url('/hook') }));
});
afterAll(() => notices.close());
afterEach(async () => {
  const { noticeRules } = notices.app.app.stores;
  for (const { id } of await noticeRules.all()) await noticeRules.delete(id);
  notices.receiver.received.length = 0;
});

const ofTenant = (id: string, more: object = {}) => {
  nextEvent += 1;
  return eventOf({ id, name: `Tenant ${id.slice(0, 4)}` }, nextEvent, more);
};
const ofInstallation = (more: object = {}) => {
  nextEvent += 1;
  return eventOf(null, nextEvent, { kind: 'trail-broken', path: '/admin/health', ...more });
};
const file = (...events: Parameters<typeof fileEvents>[1][number][]) => fileEvents(notices.app.app.notifying, events);
const only = (tenantId: string): Scope => ({ kind: 'tenants', tenantIds: [tenantId] });
const hooked = (channelId = hook) => ({ targets: { inApp: false, ownMail: false, channelIds: [channelId] } });
const keysSent = () =>
  notices.receiver.received.flatMap(({ body }) =>
    (JSON.parse(body).data.events as { key: string }[]).map(({ key }) => key),
  );

/** Signs somebody in, and finds their record. */
async function somebody(role: 'admin' | 'technician' | 'viewer', scope: Scope) {
  const cookie = await notices.app.signInAs(role, scope);
  const users = notices.app.app.records.partition<UserRecord>(containers.users, 'all');
  let newest: UserRecord | null = null;
  for await (const user of all(users)) if (!newest || user.createdAt >= newest.createdAt) newest = user;
  if (!newest) throw new Error('Nobody was made');
  const { id } = newest;
  return {
    cookie,
    id,
    become: (change: Partial<UserRecord>) =>
      update(notices.app.app.stores.users, id, (user): UserRecord => ({ ...user, ...change })),
  };
}
const page = async (cookie: string) =>
  (await notices.app.call(listNotices, { cookie })).json as {
    total: number;
    items: { tenant: { id: string } | null }[];
  };

/** Why each rule that somebody sees sends nothing, by its name. */
const silences = async (cookie: string) => {
  const { json } = await notices.app.call(listNoticeRules, { cookie });
  const rules = json.rules as { name: string; silentBecause: string | null }[];
  return Object.fromEntries(rules.map(({ name, silentBecause }) => [name, silentBecause]));
};

describe('whoever owns a rule', () => {
  it('is told of the tenants in scope alone, and of the installation only where they administer it', async () => {
    const narrow = await somebody('admin', only(weak));
    await notices.rule({ ...anyEvent, ...hooked() }, narrow.cookie);
    const [own, foreign, ours] = [ofTenant(weak), ofTenant(other), ofInstallation()];
    await file(own, foreign, ours);
    await notices.app.app.sendNotices();
    expect(keysSent()).toEqual([own.key]);
  });

  it.each([
    ['narrowed', { scope: { kind: 'none' } }],
    ['disabled', { isDisabled: true }],
    ['demoted to a role that may not use channels', { role: 'technician' }],
  ] as [string, Partial<UserRecord>][])('and is %s before it is sent sends nothing', async (_, change) => {
    const owner = await somebody('admin', only(weak));
    await notices.rule({ ...anyEvent, ...hooked() }, owner.cookie);
    await file(ofTenant(weak));
    await owner.become(change);
    await notices.app.app.sendNotices();
    expect(keysSent()).toEqual([]);
    const { json } = await notices.app.call(listNoticeDeliveries, {
      cookie: notices.cookie,
      params: { channelId: hook },
    });
    expect((json.items as { state: string }[])[0]?.state).toBe('dropped');
  });

  it('and is narrowed sends what is left of a message', async () => {
    const owner = await somebody('admin', { kind: 'tenants', tenantIds: [weak, other] });
    await notices.rule({ ...anyEvent, ...hooked(), delivery: { when: 'at-once' } }, owner.cookie);
    const events = [
      ...Array.from({ length: 8 }, () => ofTenant(weak)),
      ...Array.from({ length: 8 }, () => ofTenant(other)),
    ];
    await file(...events);
    await owner.become({ scope: only(weak) });
    await notices.app.app.sendNotices();
    expect(notices.receiver.received).toHaveLength(1);
    const { data } = JSON.parse(notices.receiver.received[0]?.body ?? '');
    expect(data.total).toBe(8);
    expect(data.subject).toContain('8 notifications from one tenant');
    expect(notices.receiver.received[0]?.body).not.toContain(other);
  });

  it('and who was deleted sends nothing', async () => {
    const owner = await somebody('admin', { kind: 'all' });
    await notices.rule({ ...anyEvent, ...hooked() }, owner.cookie);
    await file(ofTenant(weak));
    await notices.app.app.stores.users.delete(owner.id);
    await notices.app.app.sendNotices();
    expect(keysSent()).toEqual([]);
  });

  it.each(['viewer', 'technician'] as const)(
    'as %s is told of nothing that only administrators may see',
    async (role) => {
      const reader = await somebody(role, { kind: 'all' });
      await notices.rule({}, reader.cookie);
      const kinds = ['approval-waiting', 'secret-ending', 'change'] as const;
      await file(...kinds.map((kind) => ofTenant(weak, { kind })));
      expect((await page(reader.cookie)).items).toMatchObject([{ kind: 'change' }]);
      const events = [{ kind: 'approval-waiting', gravity: 'low' } as const];
      await notices.rule({ name: 'Approvals', events }, reader.cookie);
      expect(await silences(reader.cookie)).toEqual({
        Everything: null,
        Approvals: 'What it tells of is for administrators, and its owner is none.',
      });
      await reader.become({ role: 'admin' });
      await file(ofTenant(weak, { kind: 'approval-waiting' }));
      expect((await page(reader.cookie)).total).toBe(2);
    },
  );

  it('and sees no tenant, or none of the groups, is told why nothing is sent', async () => {
    const owner = await somebody('admin', { kind: 'tenants', tenantIds: [weak] });
    const rule = { match: 'all', conditions: [{ field: 'tag', value: 'nobody-has-it' }] };
    const made = await notices.app.call(createTenantGroup, { body: { name: 'Empty', rule }, cookie: notices.cookie });
    const groupIds = [String(made.json.id)];
    await notices.rule({ name: 'Of all' }, owner.cookie);
    const [mine] = await notices.app.app.stores.noticeRules.all();
    await update(notices.app.app.stores.noticeRules, mine?.id ?? '', (one) => ({ ...one, groupIds }));
    expect(await silences(owner.cookie)).toEqual({ 'Of all': 'Its groups hold no tenant that its owner sees.' });
    await owner.become({ scope: { kind: 'tenants', tenantIds: [] } });
    expect(await silences(owner.cookie)).toEqual({ 'Of all': 'Its owner sees no tenant.' });
    await notices.app.call(deleteTenantGroup, { params: { groupId: groupIds[0] ?? '' }, cookie: notices.cookie });
  });

  it('sees on their page what is in their scope now, whatever they were told before', async () => {
    const reader = await somebody('viewer', { kind: 'tenants', tenantIds: [weak, other] });
    await notices.rule({}, reader.cookie);
    await file(ofTenant(weak), ofTenant(other), ofInstallation());
    expect((await page(reader.cookie)).total).toBe(2);
    await reader.become({ scope: only(weak) });
    const after = await page(reader.cookie);
    expect(after.items.map(({ tenant }) => tenant?.id)).toEqual([weak]);
    expect(after).toMatchObject({ total: 1, unread: 1 });
    await reader.become({ scope: { kind: 'none' } });
    expect(await page(reader.cookie)).toMatchObject({ total: 0, unread: 0 });
  });
});

describe('a rule', () => {
  it('for a group that was deleted matches nothing, never everything', async () => {
    const { app, cookie } = notices;
    const made = await app.call(createTenantGroup, {
      cookie,
      body: { name: 'Simulated', rule: { match: 'all', conditions: [{ field: 'mode', value: 'simulated' }] } },
    });
    const groupId = String(made.json.id);
    const { id } = await notices.channel('Group', { kind: 'webhook', url: notices.receiver.url('/group') });
    await notices.rule({ ...hooked(id), groupIds: [groupId] });
    const before = ofTenant(weak);
    await file(before);
    await app.app.sendNotices();
    expect(keysSent()).toEqual([before.key]);
    await file(ofTenant(weak));
    const deleted = await app.call(deleteTenantGroup, { cookie, params: { groupId } });
    expect(deleted.status).toBe(200);
    await file(ofTenant(weak), ofTenant(other));
    await app.app.sendNotices();
    expect(keysSent()).toEqual([before.key]);
    const { json } = await app.call(listNoticeRules, { cookie });
    expect(json.rules).toMatchObject([{ silentBecause: 'Its groups were deleted.' }]);
  });

  it('tells nobody of a task that is another’s', async () => {
    const mine = await somebody('technician', { kind: 'all' });
    const yours = await somebody('technician', { kind: 'all' });
    await notices.rule({ ...hooked() });
    await notices.rule({}, mine.cookie);
    await notices.rule({}, yours.cookie);
    await file(ofTenant(weak, { kind: 'task-assigned', userId: mine.id }));
    await notices.app.app.sendNotices();
    expect([(await page(mine.cookie)).total, (await page(yours.cookie)).total]).toEqual([1, 0]);
    expect(keysSent()).toEqual([]);
  });

  it('of somebody who is no administrator sends to themselves alone, and to no group of others', async () => {
    const { app } = notices;
    for (const role of ['viewer', 'technician'] as const) {
      const { cookie } = await somebody(role, only(weak));
      const { status } = await app.call(createNoticeRule, { cookie, body: { ...anyEvent, ...hooked() } });
      expect([role, status]).toEqual([role, 403]);
      expect((await app.call(listNoticeRules, { cookie })).json.channels).toEqual([]);
      expect((await app.call(listNoticeChannels, { cookie })).status).toBe(403);
      expect((await app.call(testNoticeChannel, { cookie, params: { channelId: hook } })).status).toBe(403);
    }
    const narrow = await somebody('admin', only(weak));
    expect((await app.call(listNoticeChannels, { cookie: narrow.cookie })).status).not.toBe(200);
    const { status } = await app.call(createNoticeRule, {
      cookie: narrow.cookie,
      body: { ...anyEvent, groupIds: [crypto.randomUUID()] },
    });
    expect(status).toBe(400);
  });

  it('is changed by its owner alone, and neither seen nor deleted by others than administrators of all tenants', async () => {
    const { app, cookie } = notices;
    const owner = await somebody('technician', only(weak));
    const stranger = await somebody('technician', { kind: 'all' });
    const ruleId = await notices.rule({}, owner.cookie);
    const change = { params: { ruleId }, body: { ...anyEvent, name: 'Taken', revision: 1 } };
    for (const as of [stranger.cookie, cookie])
      expect((await app.call(changeNoticeRule, { ...change, cookie: as })).status).toBe(404);
    expect((await app.call(deleteNoticeRule, { params: { ruleId }, cookie: stranger.cookie })).status).toBe(404);
    expect((await app.call(listNoticeRules, { cookie: stranger.cookie })).json.rules).toEqual([]);
    const both = await Promise.all([
      app.call(changeNoticeRule, { ...change, cookie: owner.cookie }),
      app.call(changeNoticeRule, { ...change, cookie: owner.cookie }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await app.call(deleteNoticeRule, { params: { ruleId }, cookie })).status).toBe(200);
  });

  it('and a channel have ids of their own: another setting is neither', async () => {
    const { app, cookie } = notices;
    const ruleId = await notices.rule({});
    const { status } = await app.call(testNoticeChannel, { cookie, params: { channelId: ruleId } });
    expect(status).toBe(404);
    expect((await app.call(deleteNoticeRule, { cookie, params: { ruleId: hook } })).status).toBe(404);
  });
});

describe('a channel', () => {
  it.each([
    'http://hooks.example/',
    'https://user@hooks.example/',
    'ftp://hooks.example/',
    'javascript:alert(1)',
    'https://',
  ])('is not set up for %j', async (url) => {
    const body = { name: `Bad ${url}`, settings: { kind: 'teams', url } };
    const { status } = await notices.app.call(createNoticeChannel, { cookie: notices.cookie, body });
    expect(status).toBe(400);
  });

  it.each(['a@x.example\r\nBcc: b@x.example', 'a@x.example, b@x.example', '"<script>"@x.example', 'not an address'])(
    'does not take %j for a recipient',
    async (recipient) => {
      const body = { name: 'Mail', settings: { kind: 'mail', recipients: [recipient] } };
      const { status } = await notices.app.call(createNoticeChannel, { cookie: notices.cookie, body });
      expect(status).toBe(400);
    },
  );

  it('that leads to a private address is refused when it is called, and says so', async () => {
    const { id } = await notices.channel('Metadata', { kind: 'webhook', url: 'https://169.254.169.254/metadata' });
    const { json } = await notices.app.call(testNoticeChannel, { cookie: notices.cookie, params: { channelId: id } });
    expect(json).toMatchObject({ ok: false, reason: expect.stringContaining('not public') });
  });

  it('never shows its address or its secret again: in no list, answer, or record, nor in the trail', async () => {
    const { app, cookie, receiver } = notices;
    const { id, secret } = await notices.channel('Quiet', {
      kind: 'webhook',
      url: receiver.url('/token-4711-of-the-address'),
    });
    await app.call(testNoticeChannel, { cookie, params: { channelId: id } });
    const texts = [
      (await app.call(listNoticeChannels, { cookie })).text,
      (await app.call(listNoticeRules, { cookie })).text,
    ];
    for (const container of Object.values(containers))
      for await (const record of all(app.app.records.across<{ id: string }>(container)))
        texts.push(JSON.stringify(record));
    const key = secret?.slice('whsec_'.length) ?? '';
    expect(key.length).toBeGreaterThan(30);
    for (const text of texts) {
      expect(text).not.toContain('token-4711');
      expect(text).not.toContain(key);
    }
  });
});

it('marks nobody else’s notices as read', async () => {
  const reader = await somebody('viewer', only(weak));
  const stranger = await somebody('viewer', only(weak));
  await notices.rule({}, reader.cookie);
  await file(ofTenant(weak));
  const { json } = await notices.app.call(listNotices, { cookie: reader.cookie });
  const [first] = json.items as { id: string }[];
  await notices.app.call(markNoticesRead, { cookie: stranger.cookie, body: { ids: [first?.id ?? ''] } });
  expect((await notices.app.call(listNotices, { cookie: reader.cookie })).json.unread).toBe(1);
});
