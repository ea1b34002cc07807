import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery, SearchText } from './lists.ts';
import { NotableKind } from './notable-kinds.ts';
import { Priority } from './verdicts.ts';

/** What noticed a change: a scan, a look at the directory audit log between two scans, or a connection that was lost. */
export const NoticedBy = z.enum(['scan', 'watch', 'connection']);
export type NoticedBy = z.infer<typeof NoticedBy>;

/** A change in a tenant that is worth telling, kept for 400 days. */
export const TenantChangeRecord = z.object({
  id: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  isSimulated: z.boolean(),
  kind: NotableKind,
  gravity: Priority,
  title: z.string(),
  /** The name of what changed; '' where the title says it. */
  object: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Whoever the directory audit log names; null with the reason where it names nobody, or several of whom one made it. */
  by: z.nullable(z.object({ kind: z.enum(['user', 'app']), name: z.string() })),
  byUnknownBecause: z.nullable(z.string()),
  /** When it was made, by the directory audit log; null where that does not tell. */
  changedAt: z.nullable(Instant),
  noticedAt: Instant,
  noticedBy: NoticedBy,
  /** The two scans between which it lies; `to` is null until a scan has ended since. Null where no scan tells of it. */
  between: z.nullable(z.object({ from: TenantRecordId, to: z.nullable(TenantRecordId) })),
  /** The check whose verdict changed, of such a change. */
  checkId: z.nullable(z.string()),
  /** Noticed after the caller last said that they have seen what there was. */
  isNew: z.boolean(),
});
export type TenantChangeRecord = z.infer<typeof TenantChangeRecord>;

export const ChangeTotals = z.object({
  critical: z.number(),
  high: z.number(),
  medium: z.number(),
  low: z.number(),
});
export type ChangeTotals = z.infer<typeof ChangeTotals>;

export const listChanges = defineEndpoint({
  name: 'changes',
  summary: 'What changed in the tenants in scope, the latest first, with counts by gravity',
  method: 'GET',
  path: '/api/admin/changes',
  access: 'viewer',
  token: 'read',
  group: 'query',
  query: z.object({
    ...listQuery,
    ...groupFilter,
    tenantId: z.optional(TenantId),
    /** Noticed at this instant or later. */
    since: z.optional(Instant),
    /** Only what the caller has not said to have seen. */
    unseen: z.optional(z.literal('true')),
    kind: z.optional(NotableKind),
    gravity: z.optional(Priority),
    /** A part of the name of whoever made it, or of one of those of whom one did. */
    actor: z.optional(SearchText),
  }),
  response: z.extend(listOf(TenantChangeRecord), {
    /** By gravity: all that fits but the gravity that was asked for. */
    summary: ChangeTotals,
    /** Up to when the caller has said that they have seen everything; null where they never have. */
    seenUntil: z.nullable(Instant),
    /** Everything that was noticed up to then is in it; of what was noticed later some may not be. */
    asOf: Instant,
  }),
});

/** Tenants in scope of which nothing is noticed between two scans. No more are listed than this. */
export const maxLeftOut = 50;

export const getChangeWatch = defineEndpoint({
  name: 'change-watch',
  summary: 'How often changes are looked for between two scans, and in which tenants in scope they are not',
  method: 'GET',
  path: '/api/admin/changes/watch',
  access: 'viewer',
  token: 'read',
  response: z.object({
    /** Null: they are not looked for at all. */
    everyMinutes: z.nullable(z.number()),
    watched: z.number(),
    leftOut: z
      .array(z.object({ tenantId: TenantId, tenantName: z.string(), because: z.string() }))
      .check(z.maxLength(maxLeftOut)),
    leftOutTotal: z.number(),
  }),
});

export const markChangesSeen = defineEndpoint({
  name: 'changes-seen',
  summary: 'Say that you have seen every change up to an instant',
  method: 'POST',
  path: '/api/admin/changes/seen',
  access: 'viewer',
  body: z.object({ until: Instant }),
  response: z.object({ seenUntil: Instant }),
});
