import type { Category, Severity } from '@tenantry/contract/verdicts';
import { pageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { inScope, type Scope } from './scope.ts';

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

/** Reads of the approvals of several tenants. A tenant's own are bound to it (`TenantRecords.approvals`). */
export function openApprovalStore(records: RecordStore) {
  const approvals = records.across<ApprovalRecord>(containers.approvals);
  return {
    /** A page, the newest first. */
    page(
      scope: Scope,
      {
        status,
        ...page
      }: { status?: ApprovalRecord['status'] | undefined; limit: number; cursor?: string | undefined },
    ) {
      const where = status ? [{ field: 'status', op: 'eq' as const, value: status }] : [];
      return pageWithTotal(inScope(approvals, scope), {
        where,
        orderBy: { field: 'createdAt', direction: 'desc' },
        ...page,
      });
    },
  };
}

export type ApprovalStore = ReturnType<typeof openApprovalStore>;
