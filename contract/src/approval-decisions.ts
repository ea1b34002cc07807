import * as z from 'zod/mini';
import { Approval, approvalFilters, Decision, DecisionNote } from './approvals.ts';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { LowerGuid, TenantRecordId } from './ids.ts';
import { Day, Instant, listQuery, SearchText } from './lists.ts';
import { line } from './text.ts';
import { Priority } from './verdicts.ts';

/** Work that waits for a decision, over the tenants in scope. */
export const WaitingWork = z.object({
  /** A remedy, or the license without which several remedies cannot be had. */
  remedyId: z.string(),
  title: z.string(),
  /** Its help article; null for a license. */
  article: z.nullable(z.string()),
  /** The gravest of its requests. */
  priority: Priority,
  /** How many wait: one for each tenant. */
  waiting: z.number(),
  /** How many of them a baseline of their tenant requires. */
  required: z.number(),
  /** Since when the oldest of them does. */
  waitingSince: Instant,
  /** The tenant where one alone waits; null where several do. */
  tenantName: z.nullable(z.string()),
});
export type WaitingWork = z.infer<typeof WaitingWork>;

export const listWaitingWork = defineEndpoint({
  name: 'approvals-by-remedy',
  summary: 'What waits for a decision by remedy, in the order in which to do it; its tenants are listed by `remedyId`',
  method: 'GET',
  path: '/api/admin/approvals/remedies',
  access: 'admin',
  token: 'read',
  allTenants: false,
  group: 'query',
  query: z.object({
    ...groupFilter,
    search: z.optional(SearchText),
    tenantId: approvalFilters.tenantId,
    priority: approvalFilters.priority,
    olderThanDays: approvalFilters.olderThanDays,
  }),
  response: z.object({
    items: z.array(WaitingWork),
    /** Requests that wait, of the scanner and of these filters. */
    waiting: z.number(),
    /**
     * Beside them: requests of persons, and those of before, which are of no remedy. The plain list has them. Null for a search:
     * which of them would fit it is not known.
     */
    others: z.nullable(z.number()),
  }),
});

/** As many are decided in one call, each with its outcome. */
export const maxDecidedAtOnce = 100;
/** As many are decided by a filter, in the background. */
export const maxDecidedByFilter = 10_000;

/** What became of one of several: `refused` and `failed` are undecided still, and `message` says why. */
export const DecisionOutcome = z.object({
  id: TenantRecordId,
  outcome: z.enum(['done', 'alreadyDecided', 'notFound', 'refused', 'failed']),
  message: z.string(),
  approval: z.nullable(Approval),
});
export type DecisionOutcome = z.infer<typeof DecisionOutcome>;

/** One decision on many requests, and how far it came. */
export const DecisionRun = z.object({
  id: z.string(),
  decision: z.enum(['approved', 'denied']),
  startedBy: z.string(),
  startedAt: Instant,
  endedAt: z.nullable(Instant),
  total: z.number(),
  /** Of them were looked at. */
  handled: z.number(),
  decided: z.number(),
  /** Of which it could not be said: the first hundred, each with why. */
  conflicts: z.array(z.object({ id: TenantRecordId, tenantName: z.string(), message: z.string() })),
  conflictCount: z.number(),
});
export type DecisionRun = z.infer<typeof DecisionRun>;

export const getDecisionRun = defineEndpoint({
  name: 'approvals-decision-run',
  summary: 'How far a decision on many requests came; seen by who started it',
  method: 'GET',
  path: '/api/admin/approvals/decisions/{runId}',
  access: 'admin',
  allTenants: false,
  params: z.object({ runId: LowerGuid }),
  response: DecisionRun,
});

export const decideApprovals = defineEndpoint({
  name: 'approvals-decide',
  summary:
    'Decide several requests with one entry in the trail: those that are named, each answered apart; or all that wait and fit a filter, in the background (202)',
  method: 'POST',
  path: '/api/admin/approvals/decisions',
  access: 'admin',
  allTenants: false,
  stepUp: 'sometimes',
  group: 'body',
  body: z
    .object({
      ...groupFilter,
      ids: z.optional(
        z
          .array(TenantRecordId)
          .check(
            z.minLength(1, 'ids must name an approval'),
            z.maxLength(maxDecidedAtOnce, `ids must name at most ${maxDecidedAtOnce}`),
          ),
      ),
      filter: z.optional(
        z.object({
          remedyId: line({ min: 1, tooShort: 'Name the remedy', max: 100 }),
          tenantId: approvalFilters.tenantId,
          priority: approvalFilters.priority,
          olderThanDays: approvalFilters.olderThanDays,
        }),
      ),
      status: Decision,
      comment: z.optional(DecisionNote),
      /** How the tasks begin that are made of it: who does them, how urgent they are and when they are due. */
      assigneeId: z.optional(z.nullable(line({ max: 100 }))),
      priority: z.optional(Priority),
      dueDate: z.optional(z.nullable(Day)),
      /** Made by the caller, new for each decision that is meant: sent again, it answers the same one. */
      key: z.optional(LowerGuid),
    })
    .check(
      z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
        path: ['ids'],
        error: 'Name approvals, or a filter',
      }),
      z.refine(({ status, comment }) => status === 'approved' || Boolean(comment), {
        path: ['comment'],
        error: 'Say why it is denied',
      }),
    ),
  multiline: ['comment'],
  statuses: [200, 202],
  /** `run`: of a decision by filter, and of several. */
  response: z.object({
    decided: z.number(),
    results: z.array(DecisionOutcome),
    run: z.nullable(DecisionRun),
  }),
});

export const listApprovalAssignees = defineEndpoint({
  name: 'approvals-assignees',
  summary: 'Who may work in some tenant of the caller: where one may not, what assigns tasks to them says so',
  method: 'GET',
  path: '/api/admin/approvals/assignees',
  access: 'technician',
  token: 'read',
  query: z.object({ search: z.optional(SearchText), limit: listQuery.limit }),
  response: z.object({
    items: z.array(z.object({ userId: z.string(), name: z.string() })),
    hasMore: z.boolean(),
  }),
});
