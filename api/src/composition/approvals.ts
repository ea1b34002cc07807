import type { ActivityLog } from '../domain/activity-log/activity-log.ts';
import { createCarryOut } from '../domain/approvals/carry-out.ts';
import { createApprovalDecisions } from '../domain/approvals/decide-approval.ts';
import type { UserAccess } from '../domain/user-access/change-user-access.ts';
import { createApprovalService } from '../features/approvals/approval-service.ts';
import { createApprovalRequests } from '../features/approvals/request-approval.ts';
import { createProjectPlans } from '../features/project-plan/project-plan-service.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/telemetry.ts';
import type { Trail } from '../ports/trail.ts';
import type { Stores } from '../store/stores.ts';

type Parts = {
  stores: Stores;
  userAccess: UserAccess;
  trail: Trail;
  activityLog: ActivityLog;
  clock: Clock;
  log: Log;
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
