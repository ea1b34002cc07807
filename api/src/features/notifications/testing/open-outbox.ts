import { listNoticeDeliveries } from '@tenantry/contract/notice-channels';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { fileEvents } from '../file-events.ts';
import { eventOf } from './events.ts';
import { openNoticeApp, weak } from './notice-app.ts';

export const tenant = { id: weak, name: 'Bracken' };
export const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

/** For the tests of one file: an app with a receiver of its own. The clock stands until a test moves it, and each begins without rules. */
export async function openOutbox() {
  const notices = await openNoticeApp();
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
  let hooks = 0;
  return {
    notices,
    file: (...numbers: number[]) =>
      fileEvents(
        notices.app.app.notifying,
        numbers.map((number) => eventOf(tenant, number)),
      ),
    send: () => notices.app.app.sendNotices(),
    later: (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000),

    /** A webhook with a rule of its own, which tells of everything. */
    async hooked(rule: object = {}) {
      hooks += 1;
      const [name, path] = [`Hook ${hooks}`, `/hook-${hooks}`];
      const { id, secret } = await notices.channel(name, {
        kind: 'webhook',
        url: notices.receiver.url(path),
      });
      const ruleId = await notices.rule({ targets: { inApp: false, ownMail: false, channelIds: [id] }, ...rule });
      return {
        id,
        name,
        secret: secret ?? '',
        ruleId,
        /** Its secrets open no more. */
        async spoil() {
          const { noticeChannels } = notices.app.app.stores;
          const stored = await noticeChannels.get(id);
          if (!stored) throw new Error('The channel is gone');
          const secrets = { url: { keyVersion: 1, iv: '', tag: '', data: '' } };
          await noticeChannels.replace({ ...stored.value, secrets }, stored.etag);
        },
        posts: () => notices.receiver.received.filter((one) => one.path === path),
        async messages() {
          const { json } = await notices.app.call(listNoticeDeliveries, {
            cookie: notices.cookie,
            params: { channelId: id },
          });
          return json.items as { state: string; attempts: number; reason: string; events: number; subject: string }[];
        },
      };
    },
  };
}
