import type { Category, Severity } from '@tenantry/contract/verdicts';

export type ApprovalRecord = {
  id: string;
  tenantId: string;
  scanId: string | null;
  linkedFindingId: string | null;
  title: string;
  description: string;
  category: Category;
  priority: Severity;
  origin: 'scanner' | 'manual';
  type: 'audit_publish' | 'task_assignment' | 'system_change' | 'user_permission';
  status: 'pending' | 'approved' | 'denied';
  requestedBy: string;
  comment: string | null;
  approvedBy: string | null;
  createdAt: string;
  updatedAt: string;
};
