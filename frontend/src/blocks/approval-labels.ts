import type { Approval, ApprovalStatus, ApprovalType } from '@tenantry/contract/approvals';
import { formatDateTime } from '../lib/format.ts';

export const approvalTypeLabels: Record<ApprovalType, string> = {
  audit_publish: 'Audit Publish',
  task_assignment: 'Task Assignment',
  system_change: 'System Change',
  user_permission: 'User Permission',
};

export const approvalStatusLabels: Record<ApprovalStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
  closed: 'Closed',
};

const creators: Record<string, string> = { scanner: 'Scanner', admin: 'Admin', technician: 'Technician' };

/** Who made the request: the scanner, or somebody of this role. */
export const creatorLabel = ({ createdBy }: Pick<Approval, 'createdBy'>): string => creators[createdBy] ?? 'Unknown';

/** Who decided and when, or why nobody had to; null while it is pending. */
export function decisionNote({ status, approvedBy, approvedAt, closedBecause, updatedAt }: Approval): string | null {
  if (status === 'pending') return null;
  if (status === 'closed') return `Closed on ${formatDateTime(updatedAt)}. ${closedBecause ?? ''}`.trim();
  const at = approvedAt === null ? '' : ` on ${formatDateTime(approvedAt)}`;
  return `${approvalStatusLabels[status]} by ${approvedBy ?? 'somebody'}${at}`;
}
