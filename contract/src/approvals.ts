import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery } from './lists.ts';
import { Severity } from './verdicts.ts';

export const ApprovalStatus = z.enum(['pending', 'approved', 'denied']);
export const ApprovalType = z.enum(['audit_publish', 'task_assignment', 'system_change', 'user_permission']);

export const Approval = z.object({
  id: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  title: z.string(),
  description: z.string(),
  type: ApprovalType,
  priority: Severity,
  status: ApprovalStatus,
  origin: z.enum(['scanner', 'manual']),
  requestedBy: z.string(),
  requestedAt: Instant,
  linkedFindingId: z.nullable(z.string()),
});
export type Approval = z.infer<typeof Approval>;

export const listApprovals = defineEndpoint({
  name: 'approvals',
  summary: 'Approvals over all tenants in scope, newest first',
  method: 'GET',
  path: '/api/admin/approvals',
  access: 'admin',
  query: z.object({ ...listQuery, status: z.optional(ApprovalStatus) }),
  response: listOf(Approval),
});
