import type { ReadinessItem } from '@tenantry/contract/health';
import type { NoticeChannelRecord, NoticeChannelStore } from '../../store/notice-channels.ts';
import { needsAttention, notKnown, ready } from './readiness-item.ts';

export type NotificationDependencies = { noticeChannels: Pick<NoticeChannelStore, 'all'> };

function channelItem({ id, name, isEnabled, lastDelivery }: NoticeChannelRecord): ReadinessItem {
  const item = { id: `notifications.${id}`, label: `Channel ${name}` };
  const remedy = { action: 'Read the reason, mend it and test the channel.', page: 'notificationChannels' } as const;
  if (!isEnabled) return notKnown(item, 'It is switched off.', { ...remedy, action: 'Switch it on to use it.' });
  if (lastDelivery === null) return notKnown(item, 'Nothing was sent to it yet.', { ...remedy, action: 'Test it.' });
  const { ok, reason, at } = lastDelivery;
  if (ok) return ready(item, 'The last message arrived.', at);
  return needsAttention(
    item,
    `The last message did not arrive: ${reason}.`,
    { ...remedy, docs: 'docs/notifications.md' },
    at,
  );
}

/** Each channel of notifications: whether its last message arrived. Without one there is nothing to see to. */
export async function notificationItems({ noticeChannels }: NotificationDependencies): Promise<ReadinessItem[]> {
  const channels = await noticeChannels.all();
  if (channels.length === 0)
    return [ready({ id: 'notifications', label: 'Channels' }, 'None is set up: notifications stay in this product.')];
  return channels.map(channelItem);
}
