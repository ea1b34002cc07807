import type { ApprovalStatus, ApprovalType } from '@tenantry/contract/approvals';
import type { Category, Priority } from '@tenantry/contract/verdicts';
import type { FindingCondition } from '../audit/finding-condition.ts';
import { type Condition, pageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { inScope, type Scope } from './scope.ts';

export type ApprovalRecord = {
  id: string;
  tenantId: string;
  /** What the scanner found it in; null where a person asks. */
  auditId: string | null;
  scanId: string | null;
  linkedFindingId: string | null;
  checkId: string | null;
  /** What was found to be wrong: a decision holds for it (decision 009). Null in records of before, and where a person asks. */
  condition: FindingCondition | null;
  title: string;
  description: string;
  /** What is wrong, in one sentence. */
  issue: string | null;
  /** The domains that it is about, by name. */
  affectedDomain: string | null;
  category: Category;
  priority: Priority;
  origin: 'scanner' | 'manual';
  type: ApprovalType;
  /** Approving it makes a task. */
  autoCreateTask: boolean;
  status: ApprovalStatus;
  createdBy: string;
  requestedBy: string;
  reviewNotes: string | null;
  /** Who decided, and when; null while it is pending. */
  approvedBy: string | null;
  approvedAt: string | null;
  createdAt: string;
  updatedAt: string;
};

type ApprovalFilters = {
  status?: ApprovalStatus | undefined;
  type?: ApprovalType | undefined;
  limit: number;
  cursor?: string | undefined;
};

/** Reads of the approvals of several tenants. A tenant's own are bound to it (`TenantRecords.approvals`). */
export function openApprovalStore(records: RecordStore) {
  const approvals = records.across<ApprovalRecord>(containers.approvals);
  return {
    /** A page, the newest first. */
    page(scope: Scope, { status, type, ...page }: ApprovalFilters) {
      const where: Condition[] = [];
      if (status) where.push({ field: 'status', op: 'eq', value: status });
      if (type) where.push({ field: 'type', op: 'eq', value: type });
      return pageWithTotal(inScope(approvals, scope), {
        where,
        orderBy: { field: 'createdAt', direction: 'desc' },
        ...page,
      });
    },
  };
}

export type ApprovalStore = ReturnType<typeof openApprovalStore>;
