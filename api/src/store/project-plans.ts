import type { Priority } from '@tenantry/contract/verdicts';
import type { Outboxed } from './outbox.ts';

/**
 * The plan to mend what one audit found. Its items are the tasks themselves (`TaskRecord.projectPlanId`), which people change;
 * the figures here are as planned, when each task was taken in.
 */
export type ProjectPlanRecord = Outboxed & {
  /** Derived from the audit's: there is one of each audit. */
  id: string;
  tenantId: string;
  auditId: string;
  auditedAt: string;
  /** The same as `id`: the documented table has both. */
  planId: string;
  data: { items: PlannedTask[] };
  totalTasks: number;
  criticalTasks: number;
  /** Of those tasks that have an estimate. */
  estimatedHours: number;
  /** The audit was of simulated data. */
  isSimulated: boolean;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
};

export type PlannedTask = {
  taskId: string;
  findingId: string;
  /** Absent in plans of before, which had a task for each finding. */
  remedyId?: string | null;
  priority: Priority;
  estimatedHours: number | null;
};
