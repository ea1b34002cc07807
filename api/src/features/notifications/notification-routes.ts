import {
  changeNoticeChannel,
  createNoticeChannel,
  deleteNoticeChannel,
  listNoticeChannels,
  listNoticeDeliveries,
  rotateNoticeSecret,
  type SentMessage,
  testNoticeChannel,
} from '@tenantry/contract/notice-channels';
import { changeNoticeRule, createNoticeRule, deleteNoticeRule, listNoticeRules } from '@tenantry/contract/notice-rules';
import { listNotices, markAllNoticesRead, markNoticesRead, type Notice } from '@tenantry/contract/notices';
import { countUnreadNotices } from '@tenantry/contract/unread-notices';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import { update } from '../../ports/collection.ts';
import { type DeliveryRecord, type MessageRecord, placeOfChannel, placeOfUser } from '../../store/notices.ts';
import {
  type ChannelParts,
  changeChannel,
  channelList,
  channelOf,
  createChannel,
  deleteChannel,
  rotateSecret,
  testChannel,
} from './channel-service.ts';
import { mayUseChannels } from './rule-matching.ts';
import { changeRule, createRule, deleteRule, type RuleParts, rulesFor } from './rule-service.ts';
import type { MessageParts } from './send-messages.ts';

type Dependencies = ChannelParts & RuleParts & MessageParts;

function noticeView({ id, event, isUnread }: DeliveryRecord): Notice {
  const { kind, tenant, gravity, title, detail, path, at } = event;
  return { id, kind, tenant, gravity, title, detail, path, at, isUnread };
}

function messageView(message: MessageRecord): SentMessage {
  const { id, subject, events, state, attempts, reason, createdAt, dueAt, endedAt } = message;
  return { id, subject, events, state, attempts, reason, createdAt, at: endedAt ?? (dueAt === '' ? createdAt : dueAt) };
}

/** So many records are marked at the same time. */
const markedAtOnce = 20;

async function markRead({ notices }: Dependencies, userId: string, ids: readonly string[]): Promise<void> {
  const own = notices.deliveries(placeOfUser(userId));
  for (let at = 0; at < ids.length; at += markedAtOnce) {
    await Promise.all(
      ids
        .slice(at, at + markedAtOnce)
        .map((id) => update(own, id, (one) => (one.isUnread ? { ...one, isUnread: false } : one))),
    );
  }
}

async function markReadUntil(parts: Dependencies, userId: string, until: string): Promise<void> {
  for (;;) {
    const { items } = await parts.notices.unreadOf(userId, until);
    if (items.length === 0) return;
    await markRead(
      parts,
      userId,
      items.map(({ id }) => id),
    );
  }
}

function ownNoticeRoutes(parts: Dependencies): Route[] {
  const { notices, clock } = parts;
  return [
    callerRoute(listNotices, async ({ caller: { userId, scope }, query: { unread, ...page } }) => {
      const asOf = clock.now().toISOString();
      const found = await notices.pageOfUser(userId, scope, { onlyUnread: unread === 'true', ...page });
      return { ...found, items: found.items.map(noticeView), asOf };
    }),

    callerRoute(countUnreadNotices, async ({ caller: { userId, scope } }) => ({
      unread: await notices.unreadCount(userId, scope),
    })),

    callerRoute(markNoticesRead, async ({ caller: { userId, scope }, body }) => {
      await markRead(parts, userId, [...new Set(body.ids)]);
      return { unread: await notices.unreadCount(userId, scope) };
    }),

    callerRoute(markAllNoticesRead, async ({ caller: { userId, scope }, body }) => {
      await markReadUntil(parts, userId, body.until);
      return { unread: await notices.unreadCount(userId, scope) };
    }),
  ];
}

function ruleRoutes(parts: Dependencies): Route[] {
  return [
    callerRoute(listNoticeRules, async ({ caller }) => {
      const [rules, channels, mailUnavailable] = await Promise.all([
        rulesFor(parts, caller),
        mayUseChannels(caller.user) ? parts.noticeChannels.all() : [],
        parts.mail.unavailable(),
      ]);
      return {
        rules,
        channels: channels.map(({ id, name, kind }) => ({ id, name, kind })),
        ownMail: caller.user.email,
        mailUnavailable,
      };
    }),

    callerRoute(createNoticeRule, async ({ caller, body }) =>
      Reply.json(await createRule(parts, caller, body), { status: 201 }),
    ),

    callerRoute(changeNoticeRule, ({ caller, params, body }) => changeRule(parts, caller, params.ruleId, body)),

    callerRoute(deleteNoticeRule, async ({ caller, params }) => {
      await deleteRule(parts, caller, params.ruleId);
      return { success: true as const };
    }),
  ];
}

function channelRoutes(parts: Dependencies): Route[] {
  return [
    callerRoute(listNoticeChannels, async () => ({
      channels: await channelList(parts),
      mailUnavailable: await parts.mail.unavailable(),
    })),

    callerRoute(createNoticeChannel, async ({ caller, body }) =>
      Reply.json(await createChannel(parts, caller, body), { status: 201 }),
    ),

    callerRoute(changeNoticeChannel, ({ caller, params, body }) =>
      changeChannel(parts, caller, params.channelId, body),
    ),

    callerRoute(deleteNoticeChannel, async ({ caller, params }) => {
      await deleteChannel(parts, caller, params.channelId);
      return { success: true as const };
    }),

    callerRoute(rotateNoticeSecret, ({ caller, params }) => rotateSecret(parts, caller, params.channelId)),

    callerRoute(testNoticeChannel, ({ caller, params }) => testChannel(parts, caller, params.channelId)),

    callerRoute(listNoticeDeliveries, async ({ params, query }) => {
      const page = await parts.notices.messagePage(placeOfChannel(params.channelId), query);
      await channelOf(parts, params.channelId);
      return { ...page, items: page.items.map(messageView) };
    }),
  ];
}

/** Notifications: what a user is told, by which rules, and the channels that they go to. */
export function notificationRoutes(parts: Dependencies): Route[] {
  return [...ownNoticeRoutes(parts), ...ruleRoutes(parts), ...channelRoutes(parts)];
}
