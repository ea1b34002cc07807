import * as z from 'zod/mini';
import { Role } from './auth.ts';
import { ClientAsked } from './client-decisions.ts';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { LowerGuid, TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery, Reason, wholeNumber } from './lists.ts';
import { line, prose } from './text.ts';
import { Category, Priority, Severity } from './verdicts.ts';
import { ApprovalStatus, TaskStatus } from './work-status.ts';

export { ApprovalStatus };
export const ApprovalType = z.enum(['audit_publish', 'task_assignment', 'system_change', 'user_permission']);
export type ApprovalType = z.infer<typeof ApprovalType>;

/** What a client can be asked to approve: to permit users and to release reports is the provider's own business. */
export const mayAskClient = (type: ApprovalType): boolean => type === 'task_assignment' || type === 'system_change';

/** The specification says `rejected` beside `denied`. */
const asDenied = <T extends string>(word: T): Exclude<T, 'rejected'> | 'denied' =>
  word === 'rejected' ? 'denied' : (word as Exclude<T, 'rejected'>);
type DecisionWord = 'approved' | 'denied' | 'rejected';
export const Decision = z.pipe(
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
  /** The baselines of the tenant that required it when it was asked for, by name. */
  requiredBy: z.array(z.string()),
  issue: z.nullable(z.string()),
  affectedDomain: z.nullable(z.string()),
  permission: z.nullable(AskedPermission),
  /** The draft of Conditional Access policies that it is about, with its forecast (what-if-draft). */
  draftId: z.optional(TenantRecordId),
  /** What the client was asked about it; null where they were not. */
  client: z.nullable(ClientAsked),
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
  what: z.enum(['requested', 'clientAsked', 'noted', 'approved', 'denied', 'closed', 'done', 'notDone']),
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
export const approvalFilters = {
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
  token: 'read',
  allTenants: false,
  group: 'query',
  query: z.object({
    ...listQuery,
    ...groupFilter,
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
export const DecisionNote = prose({ max: maxNote, tooLong: `Keep the notes under ${maxNote} characters` });

export const getApproval = defineEndpoint({
  name: 'approval-get',
  summary: 'One approval with its finding, its task and its history',
  method: 'GET',
  path: '/api/admin/approvals/{id}',
  access: 'admin',
  token: 'read',
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
  body: z.object({ comment: z.optional(DecisionNote) }),
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
  body: z.object({ comment: z.optional(DecisionNote) }),
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
    reviewNotes: z.optional(z.nullable(DecisionNote)),
  }),
  multiline: ['reviewNotes'],
  response: Approval,
});

/** Why something is asked for stands in the trail and on the approval: it has to say something. */
export const requestApproval = defineEndpoint({
  name: 'approval-request',
  summary: 'Ask an administrator: to publish a report, change a system, give a permission, or assign a task',
  method: 'POST',
  path: '/api/approvals',
  access: 'technician',
  token: 'propose',
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
  token: 'read',
  query: z.object({ ...listQuery }),
  response: listOf(Approval),
});
