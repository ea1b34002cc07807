import type { ExportReads } from '../../../store/export-reads.ts';
import { readRecords } from '../read-records.ts';
import { defineTable, type ExportTable, flag, instant, json, text, whole } from '../table.ts';

const taskColumns = {
  id: text(),
  projectPlanId: text(),
  linkedApprovalId: text(),
  taskId: text(),
  title: text(),
  description: text(),
  category: text(),
  priority: text(),
  status: text({ initial: 'open' }),
  impact: text(),
  estimatedHours: whole(),
  assignee: text(),
  notes: text(),
  createdBy: text(),
  createdAt: instant(),
  updatedAt: instant(),
};

const approvalColumns = {
  id: text(),
  auditId: text(),
  scanId: text(),
  linkedFindingId: text(),
  tenantId: text(),
  title: text(),
  description: text(),
  category: text(),
  priority: text({ initial: 'medium' }),
  origin: text({ initial: 'manual' }),
  affectedDomain: text(),
  issue: text(),
  status: text({ initial: 'pending' }),
  comment: text(),
  approvedBy: text(),
  autoCreateTask: flag({ initial: false }),
  createdAt: instant(),
  updatedAt: instant(),
};

const planColumns = {
  id: text(),
  auditId: text(),
  planId: text(),
  data: json(),
  totalTasks: whole(),
  criticalTasks: whole(),
  estimatedHours: whole(),
  createdAt: instant(),
};

/** What is to be decided, and what is to be done. */
export function workTables(reads: ExportReads) {
  const projectPlans = defineTable('project_plans', planColumns, (unreadable) =>
    readRecords(reads, 'projectPlans', unreadable),
  );
  const tasks = defineTable('tasks', taskColumns, async function* (unreadable) {
    for await (const task of readRecords(reads, 'tasks', unreadable)) {
      // Within its tenant a task is named by what follows the tenant's id.
      const taskId = task.id.slice(task.tenantId.length + 1);
      yield { ...task, taskId, assignee: task.assignee?.name ?? null };
    }
  });
  const approvals = defineTable('approvals', approvalColumns, async function* (unreadable) {
    for await (const approval of readRecords(reads, 'approvals', unreadable)) {
      yield { ...approval, comment: approval.reviewNotes };
    }
  });
  return { projectPlans, tasks, approvals } satisfies Record<string, ExportTable>;
}
