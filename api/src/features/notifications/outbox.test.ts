import { describe, expect, it } from 'vitest';
import { placeOfChannel, placeOfMail } from '../../store/notices.ts';
import { fileEvents } from './file-events.ts';
import { eventOf } from './testing/events.ts';
import { openOutbox, range, tenant } from './testing/open-outbox.ts';

const { notices, file, send, later, hooked } = await openOutbox();

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
