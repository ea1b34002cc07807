import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant, listOf, listQuery } from './lists.ts';
import { NoticeKind } from './notice-kinds.ts';
import { Priority } from './verdicts.ts';

const NoticeId = z.string().check(z.regex(/^[a-f0-9]{40}$/, 'Must be an id as this API gave it out'));

/** Something that a user is told on their own page. */
export const Notice = z.object({
  id: NoticeId,
  kind: NoticeKind,
  /** Null where it concerns the installation. */
  tenant: z.nullable(z.object({ id: TenantId, name: z.string() })),
  gravity: Priority,
  title: z.string(),
  /** '' where the title says it. */
  detail: z.string(),
  /** Of its page here. */
  path: z.string(),
  at: Instant,
  isUnread: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const listNotices = defineEndpoint({
  name: 'notices',
  summary: 'What concerned you in the last 90 days, the newest first, with how much of it you have not read',
  method: 'GET',
  path: '/api/notices',
  access: 'viewer',
  query: z.object({ ...listQuery, unread: z.optional(z.literal('true')) }),
  response: z.extend(listOf(Notice), {
    unread: z.number(),
    /** What came up to then is in the list. */
    asOf: Instant,
  }),
});

export const markNoticesRead = defineEndpoint({
  name: 'notices-read',
  summary: 'Say that you have read some notices',
  method: 'POST',
  path: '/api/notices/read',
  access: 'viewer',
  body: z.object({ ids: z.array(NoticeId).check(z.minLength(1), z.maxLength(200)) }),
  response: z.object({ unread: z.number() }),
});

export const markAllNoticesRead = defineEndpoint({
  name: 'notices-read-all',
  summary: 'Say that you have read everything up to an instant',
  method: 'POST',
  path: '/api/notices/read-all',
  access: 'viewer',
  body: z.object({ until: Instant }),
  response: z.object({ unread: z.number() }),
});
