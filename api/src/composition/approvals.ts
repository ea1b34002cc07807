import { createCarryOut } from '../domain/approvals/carry-out.ts';
import { createApprovalDecisions } from '../domain/approvals/decide-approval.ts';
import type { CommonParts } from '../domain/parts/common-parts.ts';
import type { UserAccess } from '../domain/user-access/change-user-access.ts';
import { createApprovalService } from '../features/approvals/approval-service.ts';
import { createApprovalRequests } from '../features/approvals/request-approval.ts';
import { createProjectPlans } from '../features/project-plan/project-plan-service.ts';
import type { Stores } from '../store/stores.ts';

type Parts = Pick<CommonParts, 'trail' | 'activityLog' | 'clock' | 'log'> & {
  stores: Stores;
  userAccess: UserAccess;
};

/** Asking for approvals, deciding them, one by one or with a project plan, and what follows from that. */
export function composeApprovals({ stores, ...rest }: Parts) {
  const parts = { ...stores, ...rest };
  const approvalDecisions = createApprovalDecisions({ ...parts, carryOut: createCarryOut(parts) });
  return {
    approvalDecisions,
    approvalService: createApprovalService({ ...parts, decisions: approvalDecisions }),
    approvalRequests: createApprovalRequests(parts),
    projectPlans: createProjectPlans({ ...parts, approvalDecisions }),
  };
}
