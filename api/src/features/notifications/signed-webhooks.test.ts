import { rotateNoticeSecret } from '@tenantry/contract/notice-channels';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { openOutbox, range } from './testing/open-outbox.ts';

const { notices, file, send, later, hooked } = await openOutbox();

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

  it('keeps its secrets through a new data key, beside one whose are spoiled, also where two rotate its own at once', async () => {
    const hook = await hooked();
    await (await hooked()).spoil();
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
