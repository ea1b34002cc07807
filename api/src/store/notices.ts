import { systemWideId } from '@tenantry/contract/ids';
import {
  type Collection,
  type Condition,
  every,
  type Page,
  type PageWithTotal,
  pageWithTotal,
} from '../ports/collection.ts';
import type { NoticeEvent } from '../ports/notifier.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { readAtOnce, type Scope } from './scope.ts';

/**
 * Where something is told, as the partition of what is told there: the page of a user, the mail address of a user, or a channel.
 * Derived from it and the event, a delivery is there once.
 */
export type NoticePlace = `user:${string}` | `mail:${string}` | `channel:${string}`;

/** An event that is to be told at a place. On the page of a user it is told by being there. */
export type DeliveryRecord = {
  id: string;
  record: 'delivery';
  place: NoticePlace;
  /** `systemWideId` where it concerns the installation. */
  tenantId: string;
  event: NoticeEvent;
  /** It waits for the others of its hour, and is told with them. */
  isDigest: boolean;
  /** From when on it may be told; '' where it is part of a message, or on a user's page. */
  dueAt: string;
  /** The message that it is part of; '' while there is none. */
  messageId: string;
  isUnread: boolean;
  createdAt: string;
};

/** What goes out in one piece. Its deliveries are settled when it is made, so that what is sent twice is the same message. */
export type MessageRecord = {
  id: string;
  record: 'message';
  place: NoticePlace;
  /** The one tenant that it is about; `systemWideId` where there are several, or none. */
  tenantId: string;
  /** Those that are not marked with it yet, while it is being made; then none. */
  deliveryIds: readonly string[];
  form: 'single' | 'digest' | 'storm';
  /** Of how many deliveries it is made. */
  events: number;
  subject: string;
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  /** Of the last try that failed; '' where none did. */
  reason: string;
  /** Of several recipients, for whom it is settled: why it did not reach them, '' where it did. Absent before the first. */
  settled?: Readonly<Record<string, string>>;
  /** When it is tried next; '' where it has ended. */
  dueAt: string;
  messageId: string;
  isUnread: boolean;
  createdAt: string;
  endedAt: string | null;
};

type NoticeRecord = DeliveryRecord | MessageRecord;

const isDelivery: Condition = { field: 'record', op: 'eq', value: 'delivery' };
const isMessage: Condition = { field: 'record', op: 'eq', value: 'message' };
const unread: Condition = { field: 'isUnread', op: 'eq', value: true };
const newestFirst = { field: 'createdAt', direction: 'desc' } as const;
const dueBy = (now: Date): Condition[] => [
  { field: 'dueAt', op: 'gt', value: '' },
  { field: 'dueAt', op: 'lte', value: now.toISOString() },
];

/** What somebody of this scope may be told of: their tenants', and the installation's where they see every tenant. */
function visibleTo(scope: Scope): Condition[] {
  if (scope.kind === 'all') return [];
  const tenantIds = scope.kind === 'tenants' ? scope.tenantIds : [];
  return [{ field: 'tenantId', op: 'in', value: tenantIds.filter((id) => id !== systemWideId) }];
}

export const placeOfUser = (userId: string): NoticePlace => `user:${userId}`;
export const placeOfMail = (userId: string): NoticePlace => `mail:${userId}`;
export const placeOfChannel = (channelId: string): NoticePlace => `channel:${channelId}`;

/** What is told, and to whom it went. A read of a user's own takes the scope that they have now. */
export function openNoticeStore(records: RecordStore) {
  const everywhere = records.across<NoticeRecord>(containers.notices);
  const at = <T extends NoticeRecord>(place: NoticePlace): Collection<T> =>
    records.partition(containers.notices, place);
  const unreadCount = (userId: string, scope: Scope) =>
    at(placeOfUser(userId)).count([isDelivery, unread, ...visibleTo(scope)]);
  return {
    deliveries: (place: NoticePlace) => at<DeliveryRecord>(place),
    messages: (place: NoticePlace) => at<MessageRecord>(place),
    unreadCount,

    /** The places at which something is due, those that have waited longest first. One read where nothing is. */
    async duePlaces(now: Date, limit: number): Promise<NoticePlace[]> {
      const orderBy = { field: 'dueAt', direction: 'asc' } as const;
      const { items } = await everywhere.query({ where: dueBy(now), orderBy, limit });
      return [...new Set(items.map(({ place }) => place))];
    },

    /** What is due at a place and part of no message, the oldest first. */
    async dueDeliveries(place: NoticePlace, now: Date, limit: number): Promise<DeliveryRecord[]> {
      const orderBy = { field: 'createdAt', direction: 'asc' } as const;
      return (await at<DeliveryRecord>(place).query({ where: [isDelivery, ...dueBy(now)], orderBy, limit })).items;
    },

    /** Messages whose deliveries are still being marked, or that are to be tried by now, the oldest first. */
    async dueMessages(place: NoticePlace, now: Date, limit: number): Promise<MessageRecord[]> {
      const orderBy = { field: 'createdAt', direction: 'asc' } as const;
      return (await at<MessageRecord>(place).query({ where: [isMessage, ...dueBy(now)], orderBy, limit })).items;
    },

    /** The messages of a place that were made since an instant, no more than a few of them. */
    async messagesSince(place: NoticePlace, since: string): Promise<MessageRecord[]> {
      const where: Condition[] = [isMessage, { field: 'createdAt', op: 'gte', value: since }];
      return (await at<MessageRecord>(place).query({ where, orderBy: newestFirst, limit: 50 })).items;
    },

    /** What a message is made of. */
    deliveriesOf: (place: NoticePlace, messageId: string): Promise<DeliveryRecord[]> =>
      every(at<DeliveryRecord>(place), {
        where: [isDelivery, { field: 'messageId', op: 'eq', value: messageId }],
        limit: readAtOnce,
      }),

    /** A page of the messages of a place, the newest first. */
    messagePage: (
      place: NoticePlace,
      page: { limit: number; cursor?: string | undefined },
    ): Promise<PageWithTotal<MessageRecord>> =>
      pageWithTotal(at<MessageRecord>(place), { where: [isMessage], orderBy: newestFirst, ...page }),

    /** A page of what is on a user's page, the newest first, of the scope that they have now. */
    async pageOfUser(
      userId: string,
      scope: Scope,
      { onlyUnread, ...page }: { onlyUnread: boolean; limit: number; cursor?: string | undefined },
    ): Promise<PageWithTotal<DeliveryRecord> & { unread: number }> {
      const where = [isDelivery, ...visibleTo(scope), ...(onlyUnread ? [unread] : [])];
      const [found, count] = await Promise.all([
        pageWithTotal(at<DeliveryRecord>(placeOfUser(userId)), { where, orderBy: newestFirst, ...page }),
        unreadCount(userId, scope),
      ]);
      return { ...found, unread: count };
    },

    /** A page of what a user has not read, of before an instant or at it. */
    unreadOf: (userId: string, until: string): Promise<Page<DeliveryRecord>> =>
      at<DeliveryRecord>(placeOfUser(userId)).query({
        where: [isDelivery, unread, { field: 'createdAt', op: 'lte', value: until }],
        limit: 200,
      }),
  };
}

export type NoticeStore = ReturnType<typeof openNoticeStore>;
