import type { TaskOrigin, TaskStatus } from '@tenantry/contract/tasks';
import type { Category, Priority } from '@tenantry/contract/verdicts';
import type { Outboxed } from './outbox.ts';

/** Work to be done for a tenant: one record, whichever page shows it. */
export type TaskRecord = Outboxed & {
  /** `{tenantId}_task-{approvalId}` for the task of an approval, else `{tenantId}_task-{uuid}`. */
  id: string;
  tenantId: string;
  title: string;
  description: string;
  /** What can happen while it is not done; null where nobody said. */
  impact: string | null;
  category: Category;
  priority: Priority;
  status: TaskStatus;
  /** By the price list; null where that has no figure for it. */
  estimatedHours: number | null;
  /** Who does it; null while nobody is asked to. */
  assignee: { userId: string; name: string } | null;
  /** A calendar day, `2026-11-30`; null where there is none. */
  dueDate: string | null;
  notes: string;
  origin: TaskOrigin;
  linkedApprovalId: string | null;
  approvalTitle: string | null;
  /** The finding that it mends, and the check that found it. */
  linkedFindingId: string | null;
  checkId: string | null;
  auditId: string | null;
  projectPlanId: string | null;
  /** What it mends was found in simulated results. */
  isSimulated: boolean;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
  completedBy: string | null;
};
