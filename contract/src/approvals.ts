import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery } from './lists.ts';
import { Category, Priority } from './verdicts.ts';

export const ApprovalStatus = z.enum(['pending', 'approved', 'denied']);
export type ApprovalStatus = z.infer<typeof ApprovalStatus>;
export const ApprovalType = z.enum(['audit_publish', 'task_assignment', 'system_change', 'user_permission']);
export type ApprovalType = z.infer<typeof ApprovalType>;

/** What the scanner found to be wrong: how bad, whom and what it concerns, which settings, what else is open. */
const FoundCondition = z.object({
  status: z.enum(['warning', 'fail']),
  /** `user:id`; at most as many as a verdict lists, `affectedCount` is the whole number. */
  affected: z.array(z.string()),
  affectedCount: z.number(),
  settings: z.record(z.string(), z.string()),
  gaps: z.optional(z.array(z.string())),
});

export const Approval = z.object({
  id: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  title: z.string(),
  description: z.string(),
  type: ApprovalType,
  category: Category,
  priority: Priority,
  status: ApprovalStatus,
  origin: z.enum(['scanner', 'manual']),
  /** Approving it makes a task. */
  autoCreateTask: z.boolean(),
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
  issue: z.nullable(z.string()),
  affectedDomain: z.nullable(z.string()),
  /** The decision: what was noted, who made it and when. */
  reviewNotes: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(Instant),
});
export type Approval = z.infer<typeof Approval>;

export const listApprovals = defineEndpoint({
  name: 'approvals',
  summary: 'Approvals over all tenants in scope, newest first',
  method: 'GET',
  path: '/api/admin/approvals',
  access: 'admin',
  allTenants: false,
  query: z.object({ ...listQuery, status: z.optional(ApprovalStatus), type: z.optional(ApprovalType) }),
  response: listOf(Approval),
});
