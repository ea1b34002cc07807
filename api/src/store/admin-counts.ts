import { TaskStatus } from '@tenantry/contract/tasks';
import type { RecordStore } from '../ports/record-store.ts';
import type { ApprovalRecord } from './approvals.ts';
import type { AuditRecord } from './audits.ts';
import { containers, globalPartition } from './containers.ts';
import { inScope, type Scope } from './scope.ts';
import type { TaskRecord } from './tasks.ts';
import { isPresent, type TenantRecord } from './tenants.ts';

/** How much there is of everything in a scope: one counting statement each, and no record is read. */
export function openAdminCounts(records: RecordStore) {
  const tenants = records.partition<TenantRecord>(containers.tenants, globalPartition);
  const audits = records.across<AuditRecord>(containers.auditResults);
  const approvals = records.across<ApprovalRecord>(containers.approvals);
  const tasks = records.across<TaskRecord>(containers.tasks);
  // By name, and not as 'all but completed', so that the index by status answers.
  const notDone: readonly TaskStatus[] = TaskStatus.options.filter((status) => status !== 'completed');
  return {
    tenants: (scope: Scope) => inScope(tenants, scope, 'id').count([isPresent]),
    audits: (scope: Scope) => inScope(audits, scope).count(),
    pendingApprovals: (scope: Scope) =>
      inScope(approvals, scope).count([{ field: 'status', op: 'eq', value: 'pending' }]),
    activeTasks: (scope: Scope) => inScope(tasks, scope).count([{ field: 'status', op: 'in', value: notDone }]),
    completedTasks: (scope: Scope) => inScope(tasks, scope).count([{ field: 'status', op: 'eq', value: 'completed' }]),
  };
}

export type AdminCounts = ReturnType<typeof openAdminCounts>;
