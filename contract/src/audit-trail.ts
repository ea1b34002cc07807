import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { Instant, wholeNumber } from './lists.ts';
import { line } from './text.ts';

/**
 * What is wrong with a record or file of the audit trail.
 * - `altered`: not as it was written. `removed`: sealed, anchored or followed by another, and gone
 * - `inserted`: the product did not write it, or not there. `misplaced`: copied or moved to another month
 * - `unsealed`: written, but the block that sealed it is gone. `anchor`: a file of an anchor is altered or gone
 * - `key`: the record that names the key is. `newer`: of a later version of the product, which alone can judge it
 */
export const TrailProblem = z.object({
  kind: z.enum(['altered', 'removed', 'inserted', 'misplaced', 'unsealed', 'anchor', 'key', 'newer']),
  /** The id of the entry or block, or the name of the file. */
  record: z.string(),
  /** When it was written, as far as that is known. */
  at: z.nullable(z.string()),
  /** The partition that it lies in, or lay in. */
  month: z.nullable(z.string()),
  message: z.string(),
});
export type TrailProblem = z.infer<typeof TrailProblem>;

/** The result of one verification of the audit trail, over all of it. */
export const TrailVerification = z.object({
  /** `notVerified`: it could not be determined, for `reason`. */
  status: z.enum(['whole', 'broken', 'notVerified']),
  reason: z.nullable(z.string()),
  verifiedAt: Instant,
  entries: z.number(),
  blocks: z.number(),
  /** When the first and the newest block were written; null where there is none. */
  from: z.nullable(Instant),
  until: z.nullable(Instant),
  /** The newest anchor that fits: up to its block nothing can have been cut off. Null before the first. */
  anchored: z.nullable(z.object({ block: z.number(), at: Instant, isSealed: z.boolean() })),
  /** What came after it: should it be cut off, nothing would show it. `waiting`: entries that no block seals yet. */
  unproven: z.object({ blocks: z.number(), entries: z.number(), waiting: z.number() }),
  problemCount: z.number(),
  /** The earliest of them, at most 20. */
  problems: z.array(TrailProblem),
  /** What cannot be proven for another reason, in words. */
  notes: z.array(z.string()),
});
export type TrailVerification = z.infer<typeof TrailVerification>;

export const TrailState = z.object({
  /** Null before the first verification has ended. */
  last: z.nullable(TrailVerification),
  /** The verification under way; null where none is. */
  running: z.nullable(z.object({ requestedBy: z.string(), requestedAt: Instant, entries: z.number() })),
  /** A verification is due each day: this one is late. */
  isOverdue: z.boolean(),
});
export type TrailState = z.infer<typeof TrailState>;

export const getTrailState = defineEndpoint({
  name: 'audit-trail-verification',
  summary: 'Whether the audit trail is whole, as the last verification found it',
  method: 'GET',
  path: '/api/admin/audit-trail/verification',
  access: 'admin',
  token: 'read',
  background: true,
  response: TrailState,
});

export const verifyTrailNow = defineEndpoint({
  name: 'audit-trail-verify',
  summary: 'Verify the audit trail now; while a verification runs, that one is answered',
  method: 'POST',
  path: '/api/admin/audit-trail/verification',
  access: 'admin',
  statuses: [202],
  response: TrailState,
});

/** One change or sensitive read. What a change was is in the `before` and `after` of `details`. */
export const TrailEntry = z.object({
  id: z.string(),
  eventType: z.string(),
  user: z.string(),
  target: z.string(),
  /** The tenant that it was about; null where it was about none. The name is null where the tenant is gone, too. */
  tenantId: z.nullable(z.string()),
  tenantName: z.nullable(z.string()),
  /** Text where the stored entry is not as Tenantry wrote it. */
  details: z.union([z.string(), z.record(z.string(), z.unknown())]),
  timestamp: z.string(),
});
export type TrailEntry = z.infer<typeof TrailEntry>;

/** An instant, a day in UTC (`2026-11-23`), or nothing. */
const Moment = z.union([z.literal(''), z.iso.date(), Instant], 'Must be an instant in UTC or a day (2026-11-23)');

/** An empty filter is none (section 5). */
export const trailFilters = {
  eventType: z._default(z.string().check(z.regex(/^[a-z_]{0,100}$/, 'Must be the name of an event')), ''),
  /** Part of a user's name, without regard to case. */
  user: z._default(line({ max: 200 }), ''),
  /** Part of what it was done to, without regard to case. */
  target: z._default(line({ max: 200 }), ''),
  startDate: z._default(Moment, ''),
  /** Of a day all of it. */
  endDate: z._default(Moment, ''),
};

export const trailPageSize = 50;

export const listAuditTrail = defineEndpoint({
  name: 'audit-trail',
  summary: 'The audit trail, newest first; what concerns no tenant is for administrators of all of them',
  method: 'GET',
  path: '/api/admin/audit-trail',
  access: 'admin',
  token: 'read',
  allTenants: false,
  group: 'query',
  query: z.object({
    ...trailFilters,
    ...groupFilter,
    limit: z._default(wholeNumber(1, 200), trailPageSize),
    offset: z._default(wholeNumber(0, 100_000_000), 0),
  }),
  response: z.object({
    entries: z.array(TrailEntry),
    pagination: z.object({ total: z.number(), limit: z.number(), offset: z.number(), hasMore: z.boolean() }),
  }),
});
