import type { NoticeChannelKind } from '@tenantry/contract/notice-channel-kinds';
import type { LastDelivery } from '@tenantry/contract/notice-channels';
import { type Collection, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Envelope } from './credentials.ts';
import type { Outboxed } from './outbox.ts';
import { readAtOnce } from './scope.ts';

/** What a kind of channel keeps that is no secret: its module knows what (features/notifications/channels). */
export type ChannelSettings = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Where notifications go, as an administrator set it up. */
export type NoticeChannelRecord = Outboxed & {
  id: string;
  /** `notice-channel:` and the name without regard to case, so that the store holds it unique. */
  key: string;
  name: string;
  kind: NoticeChannelKind;
  isEnabled: boolean;
  settings: ChannelSettings;
  /** By name. What they are the kind's module knows. */
  secrets: Readonly<Record<string, Envelope>>;
  lastDelivery: LastDelivery | null;
  /** Counts the changes that people make, so that nobody overwrites one that they have not seen. */
  revision: number;
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
};

const keyPrefix = 'notice-channel:';
export const noticeChannelKey = (name: string): string => keyPrefix + name.toLowerCase();

/** The channels: few, beside the settings of the installation. */
export function openNoticeChannelStore(records: RecordStore) {
  const channels: Collection<NoticeChannelRecord> = records.partition(containers.systemConfig, globalPartition);
  const where = [{ field: 'key', op: 'prefix' as const, value: keyPrefix }];
  return { ...channels, all: () => every(channels, { where, limit: readAtOnce }) };
}

export type NoticeChannelStore = ReturnType<typeof openNoticeChannelStore>;
