import * as z from 'zod/mini';
import { Role } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid, TenantId, TenantRecordId } from './ids.ts';
import { Day, Instant, listOf, listQuery, Reason, SearchText, wholeNumber } from './lists.ts';
import { line, prose } from './text.ts';
import { Category, Priority, Severity } from './verdicts.ts';
import { ApprovalStatus, TaskStatus } from './work-status.ts';

export { ApprovalStatus };
export const ApprovalType = z.enum(['audit_publish', 'task_assignment', 'system_change', 'user_permission']);
export type ApprovalType = z.infer<typeof ApprovalType>;

/** The specification says `rejected` beside `denied`. */
const asDenied = <T extends string>(word: T): Exclude<T, 'rejected'> | 'denied' =>
  word === 'rejected' ? 'denied' : (word as Exclude<T, 'rejected'>);
type DecisionWord = 'approved' | 'denied' | 'rejected';
const Decision = z.pipe(
  z.enum(['approved', 'denied', 'rejected']),
  z.transform((word: DecisionWord) => asDenied(word)),
);
const DecisionOrPending = z.pipe(
  z.enum(['pending', 'approved', 'denied', 'rejected']),
  z.transform((word: DecisionWord | 'pending') => asDenied(word)),
);
const StatusFilter = z.pipe(
  z.enum(['pending', 'approved', 'denied', 'closed', 'rejected']),
  z.transform((word: ApprovalStatus | 'rejected') => asDenied(word)),
);
export type Decision = 'approved' | 'denied';
const Decided = z.enum(['approved', 'denied']);

/** What the scanner found to be wrong: how bad, whom and what it concerns, which settings, what else is open. */
const FoundCondition = z.object({
  status: z.enum(['warning', 'fail']),
  /** `user:id`; at most as many as a verdict lists, `affectedCount` is the whole number. */
  affected: z.array(z.string()),
  affectedCount: z.number(),
  settings: z.record(z.string(), z.string()),
  gaps: z.optional(z.array(z.string())),
});

/** A finding that the work would close, as the scanner found it. */
const AskedFinding = z.object({
  id: TenantRecordId,
  /** Null in approvals of before that did not keep it. */
  checkId: z.nullable(z.string()),
  title: z.string(),
  severity: Severity,
  condition: z.nullable(FoundCondition),
});

/** What a user would be given: a role, or tenants, or both. Null for what stays as it is. */
const AskedPermission = z.object({
  username: z.string(),
  displayName: z.string(),
  role: z.nullable(Role),
  allTenants: z.boolean(),
  tenants: z.nullable(z.array(z.object({ id: TenantId, name: z.string() }))),
});

export const Approval = z.object({
  id: TenantRecordId,
  /** Null where it concerns the installation; `tenantName` is then 'System-wide'. */
  tenantId: z.nullable(TenantId),
  tenantName: z.string(),
  title: z.string(),
  description: z.string(),
  type: ApprovalType,
  /** Null where a person asks for something that is about none of the six areas. */
  category: z.nullable(Category),
  priority: Priority,
  status: ApprovalStatus,
  origin: z.enum(['scanner', 'manual']),
  /** Approving it makes a task. */
  autoCreateTask: z.boolean(),
  /** `scanner`, else the role of whoever asked: the table says scanner, admin or unknown. */
  createdBy: z.string(),
  requestedBy: z.string(),
  requestedAt: Instant,
  updatedAt: Instant,
  auditId: z.nullable(TenantRecordId),
  scanId: z.nullable(TenantRecordId),
  linkedFindingId: z.nullable(z.string()),
  /** What the scanner found; null where a person asks, and in part for approvals of before. */
  checkId: z.nullable(z.string()),
  condition: z.nullable(FoundCondition),
  /** The work that the scanner asks for: a remedy, or a license; null where a person asks, and in approvals of before. */
  remedyId: z.nullable(z.string()),
  /** What it would close, the gravest first; none where it is about none. */
  findings: z.array(AskedFinding),
  issue: z.nullable(z.string()),
  affectedDomain: z.nullable(z.string()),
  permission: z.nullable(AskedPermission),
  /** The decision: what was noted, who made it and when. */
  reviewNotes: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(Instant),
  closedBecause: z.nullable(z.string()),
  /** It is approved, and what that brings about is still under way: within a minute or two it is done. */
  isUnfinished: z.boolean(),
  /** It is approved, and could not be carried out; null where it could. */
  notDoneBecause: z.nullable(z.string()),
  /** The task that came of it. */
  taskId: z.nullable(TenantRecordId),
});
export type Approval = z.infer<typeof Approval>;

export const ApprovalEvent = z.object({
  at: Instant,
  by: z.string(),
  what: z.enum(['requested', 'noted', 'approved', 'denied', 'closed', 'done', 'notDone']),
  text: z.nullable(z.string()),
});
export type ApprovalEvent = z.infer<typeof ApprovalEvent>;

export const ApprovalDetails = z.extend(Approval, {
  /** As it is now; null where the approval is about none, or it is gone. */
  finding: z.nullable(
    z.object({
      id: TenantRecordId,
      title: z.string(),
      status: z.enum(['unresolved', 'in-progress', 'accepted', 'resolved']),
      lastDetected: Instant,
    }),
  ),
  task: z.nullable(
    z.object({
      id: TenantRecordId,
      title: z.string(),
      status: TaskStatus,
    }),
  ),
  /** The oldest first. */
  history: z.array(ApprovalEvent),
  /** Other approvals of the same finding, the newest first. */
  others: z.array(
    z.object({ id: TenantRecordId, status: ApprovalStatus, requestedAt: Instant, approvedBy: z.nullable(z.string()) }),
  ),
});
export type ApprovalDetails = z.infer<typeof ApprovalDetails>;

export const ApprovalTotals = z.object({
  pending: z.number(),
  approved: z.number(),
  denied: z.number(),
  closed: z.number(),
});
export type ApprovalTotals = z.infer<typeof ApprovalTotals>;

/** Which requests: of one piece of work, of a tenant, of a priority, or that have waited for so many days. */
const approvalFilters = {
  remedyId: z.optional(line({ max: 100 })),
  /** `systemWideId` for those of no tenant. */
  tenantId: z.optional(TenantId),
  priority: z.optional(Priority),
  olderThanDays: z.optional(wholeNumber(1, 365)),
};

export const listApprovals = defineEndpoint({
  name: 'approvals',
  summary: 'Approvals over all tenants in scope, newest first; those of no tenant for administrators of all',
  method: 'GET',
  path: '/api/admin/approvals',
  access: 'admin',
  allTenants: false,
  query: z.object({
    ...listQuery,
    status: z.optional(StatusFilter),
    type: z.optional(ApprovalType),
    ...approvalFilters,
  }),
  /** `summary` counts over the scope, whatever the filters. */
  response: z.extend(listOf(Approval), { summary: ApprovalTotals }),
});

const params = z.object({ id: TenantRecordId });
const tenant = { from: 'idPrefix', name: 'id', orSystemWide: true } as const;
const maxNote = 1000;
const Note = prose({ max: maxNote, tooLong: `Keep the notes under ${maxNote} characters` });

export const getApproval = defineEndpoint({
  name: 'approval-get',
  summary: 'One approval with its finding, its task and its history',
  method: 'GET',
  path: '/api/admin/approvals/{id}',
  access: 'admin',
  tenant,
  params,
  response: ApprovalDetails,
});

export const approve = defineEndpoint({
  name: 'approval-approve',
  summary: 'Approve: a task is made, a report published or a permission given. A decided one answers 409',
  method: 'POST',
  path: '/api/admin/approvals/{id}/approve',
  access: 'admin',
  stepUp: 'sometimes',
  tenant,
  params,
  body: z.object({ comment: z.optional(Note) }),
  multiline: ['comment'],
  response: Approval,
});

export const deny = defineEndpoint({
  name: 'approval-deny',
  summary: 'Deny: the scanner asks again only when the condition grows. A decided one answers 409',
  method: 'POST',
  path: '/api/admin/approvals/{id}/deny',
  access: 'admin',
  tenant,
  params,
  body: z.object({ comment: z.optional(Note) }),
  multiline: ['comment'],
  response: Approval,
});

/**
 * The generic update (specification, admin 4 and 7): `approved` and `denied` decide like the calls of their own, `rejected`
 * is read as denied, and `pending` or no status keeps notes without deciding. A decided one answers 409 to all of them.
 */
export const changeApproval = defineEndpoint({
  name: 'approval-change',
  summary: 'Decide, or keep notes on what is pending. A decided one answers 409',
  method: 'PUT',
  path: '/api/admin/approvals/{id}',
  access: 'admin',
  stepUp: 'sometimes',
  tenant,
  params,
  body: z.object({
    status: z.optional(DecisionOrPending),
    reviewNotes: z.optional(z.nullable(Note)),
  }),
  multiline: ['reviewNotes'],
  response: Approval,
});

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
  /** Since when the oldest of them does. */
  waitingSince: Instant,
});
export type WaitingWork = z.infer<typeof WaitingWork>;

export const listWaitingWork = defineEndpoint({
  name: 'approvals-by-remedy',
  summary: 'What waits for a decision by remedy, in the order in which to do it; its tenants are listed by `remedyId`',
  method: 'GET',
  path: '/api/admin/approvals/remedies',
  access: 'admin',
  allTenants: false,
  query: z.object({
    search: z.optional(SearchText),
    tenantId: approvalFilters.tenantId,
    priority: approvalFilters.priority,
    olderThanDays: approvalFilters.olderThanDays,
  }),
  response: z.object({
    items: z.array(WaitingWork),
    /** Requests that wait, of the scanner and of these filters. */
    waiting: z.number(),
    /** Beside them: requests of persons, and those of before, which are of no remedy. The plain list has them. */
    others: z.number(),
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
  decision: Decided,
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
  body: z
    .object({
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
      comment: z.optional(Note),
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
      z.refine(({ filter, status, comment }) => filter === undefined || status === 'approved' || Boolean(comment), {
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
  summary:
    'Who may work in some tenant of the caller: where one may not, a decision that assigns tasks to them says so',
  method: 'GET',
  path: '/api/admin/approvals/assignees',
  access: 'admin',
  allTenants: false,
  query: z.object({ search: z.optional(SearchText), limit: listQuery.limit }),
  response: z.object({
    items: z.array(z.object({ userId: z.string(), name: z.string() })),
    hasMore: z.boolean(),
  }),
});

/** What is settled about a piece of work before the scanner asks for it. */
export const ApprovalRule = z.object({
  id: z.string(),
  remedyId: z.string(),
  title: z.string(),
  /** `never`: it is not asked for. `approve`: it is approved as it is asked for. */
  action: z.enum(['never', 'approve']),
  /** Null: all tenants. */
  tenants: z.nullable(z.array(z.object({ id: TenantId, name: z.string() }))),
  by: z.string(),
  createdAt: Instant,
});
export type ApprovalRule = z.infer<typeof ApprovalRule>;

export const ApprovalRules = z.object({
  /** The scanner asks where the gravest open finding of a remedy is of this severity, or graver. */
  askFrom: Severity,
  rules: z.array(ApprovalRule),
  /** Counts the changes; 0 where nobody has changed anything. */
  revision: z.number(),
  updatedAt: z.nullable(Instant),
  updatedBy: z.nullable(z.string()),
});
export type ApprovalRules = z.infer<typeof ApprovalRules>;

export const getApprovalRules = defineEndpoint({
  name: 'approval-rules',
  summary: 'From which severity on the scanner asks for approval, and what is settled before it asks',
  method: 'GET',
  path: '/api/settings/approval-rules',
  access: 'admin',
  response: ApprovalRules,
});

const maxRules = 500;

export const changeApprovalRules = defineEndpoint({
  name: 'approval-rules-change',
  summary: 'Change what the scanner asks for; each next scan follows it',
  method: 'PUT',
  path: '/api/settings/approval-rules',
  access: 'admin',
  body: z.object({
    /** Of the rules that were edited. Where somebody else changed them meanwhile, nothing is changed. */
    revision: z.int().check(z.minimum(0)),
    askFrom: Severity,
    rules: z
      .array(
        z.object({
          remedyId: line({ min: 1, max: 100 }),
          action: z.enum(['never', 'approve']),
          /** Null: all tenants. */
          tenantIds: z.nullable(z.array(TenantId).check(z.minLength(1, 'Choose a tenant'), z.maxLength(5000))),
        }),
      )
      .check(z.maxLength(maxRules, `Keep it to ${maxRules} rules`)),
  }),
  response: ApprovalRules,
});

/** Why something is asked for stands in the trail and on the approval: it has to say something. */
export const requestApproval = defineEndpoint({
  name: 'approval-request',
  summary: 'Ask an administrator: to publish a report, change a system, give a permission, or assign a task',
  method: 'POST',
  path: '/api/approvals',
  access: 'technician',
  tenant: { from: 'bodyIfPresent', name: 'tenantId' },
  body: z.object({
    type: ApprovalType,
    /** Without one it concerns the installation, as a permission of a user always does. */
    tenantId: z.optional(z.nullable(TenantId)),
    /** Needed for a system change, and for a task that is about no finding. */
    title: z.optional(
      line({
        min: 3,
        tooShort: 'Give it a title of at least 3 characters',
        max: 200,
        tooLong: 'Keep the title under 200 characters',
      }),
    ),
    reason: Reason,
    /** Without one that of the finding, else medium. */
    priority: z.optional(Priority),
    /** Needed for a task that is about no finding. */
    category: z.optional(Category),
    findingId: z.optional(TenantRecordId),
    /** Of a report: the audit that it is made of; without it the latest. */
    auditId: z.optional(TenantRecordId),
    permission: z.optional(
      z.object({
        /** User name or e-mail. */
        user: line({ min: 1, tooShort: 'Name the user', max: 254 }),
        role: z.optional(Role),
        /** Tenants that the user is to see beside those of now; `all` for every one. */
        tenantIds: z.optional(z.union([z.literal('all'), z.array(TenantId).check(z.minLength(1), z.maxLength(500))])),
      }),
    ),
    /** Made by the caller, new for each request that is meant: sent again, it answers the same one. */
    key: z.optional(LowerGuid),
  }),
  response: Approval,
});

export const listOwnRequests = defineEndpoint({
  name: 'approvals-own',
  summary: 'What the caller has asked for, newest first',
  method: 'GET',
  path: '/api/approvals/mine',
  access: 'technician',
  query: z.object({ ...listQuery }),
  response: listOf(Approval),
});
