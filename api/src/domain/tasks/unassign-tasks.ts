import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { everyTenant } from '../../store/scope.ts';
import type { AssigneeStore } from '../../store/task-assignees.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { settleOutbox, withEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';

type Dependencies = { tenants: Pick<TenantStore, 'open'>; taskAssignees: AssigneeStore; trail: Trail; clock: Clock };

/** Nobody does the tasks any more that are somebody's in tenants that they may no longer see. What is done stays theirs. */
export async function unassignTasks(
  { tenants, taskAssignees, trail, clock }: Dependencies,
  { id: userId }: { id: string },
  lost: { has(tenantId: string): boolean },
): Promise<void> {
  const isTheirs = (task: TaskRecord) => task.assignee?.userId === userId && task.status !== 'completed';
  for (const { id, tenantId } of (await taskAssignees.ofAssignee(everyTenant, userId)).filter(isTheirs)) {
    const tenant = lost.has(tenantId) ? await tenants.open(everyTenant, tenantId) : null;
    if (!tenant) continue;
    const now = clock.now();
    const changed = await update(tenant.tasks, id, (task) => {
      if (!isTheirs(task)) return task;
      const after: TaskRecord = { ...task, assignee: null, updatedAt: now.toISOString() };
      const details = {
        taskId: id,
        because: 'the assignee no longer has access to the organization',
        ...whatChanged(task, after, ['assignee']),
      };
      const entry = { eventType: 'task_changed', user: 'system', target: task.title, tenantId, details } as const;
      return withEntry(after, entry, now);
    });
    if (changed) await settleOutbox(tenant.tasks, changed, trail);
  }
}
