import type { DataKeys } from '../../domain/secrets/data-keys.ts';
import { decryptSecret, EnvelopeError, encryptSecret } from '../../domain/secrets/envelope.ts';
import type { Reencrypted } from '../../domain/secrets/rotate-data-key.ts';
import { replaceIfUnchanged } from '../../ports/collection.ts';
import type { NoticeChannelRecord, NoticeChannelStore } from '../../store/notice-channels.ts';

type Dependencies = { dataKeys: DataKeys; noticeChannels: NoticeChannelStore };
type Plain = Readonly<Record<string, string>>;

const placeOf = (channelId: string, field: string) => ({ owner: `notice-channel/${channelId}`, field });
/** As many changes of one channel may come between. */
const triesAtMost = 20;

/** The secrets of channels: envelopes under the vault's data keys, each bound to its channel and name. */
export function createChannelSecrets({ dataKeys, noticeChannels }: Dependencies) {
  async function seal(channelId: string, secrets: Plain): Promise<NoticeChannelRecord['secrets']> {
    const key = await dataKeys.current();
    const sealed = Object.entries(secrets).map(([name, value]) => [
      name,
      encryptSecret(value, placeOf(channelId, name), key),
    ]);
    return Object.fromEntries(sealed);
  }

  /** @throws EnvelopeError where one does not open */
  async function open({ id, secrets }: Pick<NoticeChannelRecord, 'id' | 'secrets'>): Promise<Plain> {
    const opened: Record<string, string> = {};
    for (const [name, envelope] of Object.entries(secrets)) {
      opened[name] = decryptSecret(envelope, placeOf(id, name), await dataKeys.version(envelope.keyVersion));
    }
    return opened;
  }

  /** One channel under the current key. False where a secret does not open: it stays as it is. */
  async function reencryptOne(id: string): Promise<number | null> {
    for (let tries = 0; tries < triesAtMost; tries += 1) {
      const stored = await noticeChannels.get(id);
      if (!stored) return 0;
      let secrets: NoticeChannelRecord['secrets'];
      try {
        secrets = await seal(id, await open(stored.value));
      } catch (error) {
        if (error instanceof EnvelopeError) return null;
        throw error;
      }
      if (await replaceIfUnchanged(noticeChannels, { ...stored.value, secrets }, stored.etag))
        return Object.keys(secrets).length;
    }
    throw new Error(`The channel ${id} changed ${triesAtMost} times in a row`);
  }

  return {
    seal,
    open,
    /** Puts the secrets of all channels under the current data key. */
    async reencrypt(): Promise<Reencrypted> {
      const outcome = { reencrypted: 0, corrupted: 0 };
      for (const { id, secrets } of await noticeChannels.all()) {
        const count = await reencryptOne(id);
        if (count === null) outcome.corrupted += Object.keys(secrets).length;
        else outcome.reencrypted += count;
      }
      return outcome;
    },
  };
}

export type ChannelSecrets = ReturnType<typeof createChannelSecrets>;
