import { createCarryOut } from '../domain/approvals/carry-out.ts';
import { createApprovalDecisions } from '../domain/approvals/decide-approval.ts';
import { createDecisionRuns } from '../domain/approvals/decision-runs.ts';
import type { CommonParts } from '../domain/parts/common-parts.ts';
import type { UserAccess } from '../domain/user-access/change-user-access.ts';
import { createApprovalService } from '../features/approvals/approval-service.ts';
import { createApprovalRequests } from '../features/approvals/request-approval.ts';
import { createProjectPlans } from '../features/project-plan/project-plan-service.ts';
import type { WorkQueue } from '../ports/work-queue.ts';
import type { Stores } from '../store/stores.ts';
import type { TenantRecords } from '../store/tenant-records.ts';

type Parts = Pick<CommonParts, 'trail' | 'activityLog' | 'clock' | 'log'> & {
  stores: Stores;
  queue: WorkQueue;
  userAccess: UserAccess;
};

/** Asking for approvals, deciding them, one by one or with a project plan, and what follows from that. */
export function composeApprovals({ stores, ...rest }: Parts) {
  const parts = { ...stores, ...rest };
  const approvalDecisions = createApprovalDecisions({ ...parts, carryOut: createCarryOut(parts) });
  const decisionRuns = createDecisionRuns({
    ...parts,
    decisionRuns: stores.decisionRuns,
    decisions: approvalDecisions,
  });
  return {
    approvalDecisions,
    decisionRuns,
    approvalService: createApprovalService({ ...parts, decisions: approvalDecisions, runs: decisionRuns }),
    approvalRequests: createApprovalRequests(parts),
    projectPlans: createProjectPlans({ ...parts, decisionRuns }),
  };
}

/** Asking to publish in somebody's name, as schedules do. */
export function publishingBy({ request }: ReturnType<typeof createApprovalRequests>) {
  return (
    as: Parameters<typeof request>[0],
    tenant: TenantRecords,
    { auditId, reason }: { auditId: string; reason: string },
  ) => request(as, tenant, { type: 'audit_publish', tenantId: tenant.tenant.id, auditId, reason });
}
