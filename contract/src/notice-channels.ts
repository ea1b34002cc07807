import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid } from './ids.ts';
import { Instant, listOf, listQuery } from './lists.ts';
import { ChannelInput, ChannelView } from './notice-channel-kinds.ts';
import { line } from './text.ts';

const Name = line({ min: 1, tooShort: 'Name is required', max: 80, tooLong: 'Keep the name under 80 characters' });

/** How the last delivery, or test, ended. `reason` is '' where it arrived. */
export const LastDelivery = z.object({ at: Instant, ok: z.boolean(), reason: z.string() });
export type LastDelivery = z.infer<typeof LastDelivery>;

export const NoticeChannel = z.object({
  id: LowerGuid,
  name: z.string(),
  isEnabled: z.boolean(),
  settings: ChannelView,
  lastDelivery: z.nullable(LastDelivery),
  /** How many rules send to it. */
  rules: z.number(),
  revision: z.int(),
  updatedAt: Instant,
  updatedBy: z.string(),
});
export type NoticeChannel = z.infer<typeof NoticeChannel>;

/** `secret`: what signs its messages, shown this once; null for kinds that have none. */
const WithSecret = z.object({ channel: NoticeChannel, secret: z.nullable(z.string()) });

export const listNoticeChannels = defineEndpoint({
  name: 'notice-channels',
  summary: 'The channels that notifications go to',
  method: 'GET',
  path: '/api/admin/notice-channels',
  access: 'admin',
  response: z.object({
    channels: z.array(NoticeChannel),
    /** Why no mail can be sent now; null where it can. */
    mailUnavailable: z.nullable(z.string()),
  }),
});

export const createNoticeChannel = defineEndpoint({
  name: 'notice-channel-create',
  summary: 'Set up a channel. The secret that signs its messages is in this answer alone',
  method: 'POST',
  path: '/api/admin/notice-channels',
  access: 'admin',
  stepUp: true,
  body: z.object({ name: Name, settings: ChannelInput }),
  response: WithSecret,
  statuses: [201],
});

const params = z.object({ channelId: LowerGuid });

export const changeNoticeChannel = defineEndpoint({
  name: 'notice-channel-change',
  summary: 'Change a channel; what is left out stays as it is. Its kind stays',
  method: 'PATCH',
  path: '/api/admin/notice-channels/{channelId}',
  access: 'admin',
  stepUp: true,
  params,
  body: z.object({
    name: z.optional(Name),
    isEnabled: z.optional(z.boolean()),
    settings: z.optional(ChannelInput),
    revision: z.int(),
  }),
  response: NoticeChannel,
});

export const deleteNoticeChannel = defineEndpoint({
  name: 'notice-channel-delete',
  summary: 'Delete a channel with its secrets. Rules no longer send to it',
  method: 'DELETE',
  path: '/api/admin/notice-channels/{channelId}',
  access: 'admin',
  params,
  response: z.object({ success: z.literal(true) }),
});

export const rotateNoticeSecret = defineEndpoint({
  name: 'notice-channel-rotate-secret',
  summary: 'Make a new secret for a signed webhook. Messages are signed with both for 24 hours',
  method: 'POST',
  path: '/api/admin/notice-channels/{channelId}/rotate-secret',
  access: 'admin',
  stepUp: true,
  params,
  response: z.object({ channel: NoticeChannel, secret: z.string() }),
});

export const testNoticeChannel = defineEndpoint({
  name: 'notice-channel-test',
  summary: 'Send a message that says that it is a test',
  method: 'POST',
  path: '/api/admin/notice-channels/{channelId}/test',
  access: 'admin',
  params,
  response: LastDelivery,
});

/** A message to a channel: of one event, or of several. */
export const SentMessage = z.object({
  id: z.string(),
  subject: z.string(),
  events: z.number(),
  /** `pending`: waits for its first try, or the next. `dropped`: nobody's rule may send any of it any more. */
  state: z.enum(['pending', 'delivered', 'failed', 'dropped']),
  attempts: z.number(),
  /** Of the last try that failed; '' where none did. */
  reason: z.string(),
  createdAt: Instant,
  /** When it ended, or when it is tried next. */
  at: Instant,
});
export type SentMessage = z.infer<typeof SentMessage>;

export const listNoticeDeliveries = defineEndpoint({
  name: 'notice-channel-deliveries',
  summary: 'What was sent to a channel in the last 90 days, the newest first',
  method: 'GET',
  path: '/api/admin/notice-channels/{channelId}/deliveries',
  access: 'admin',
  params,
  query: z.object(listQuery),
  response: listOf(SentMessage),
});
