import { everyTenant } from '../../store/scope.ts';
import type { TaskStore } from '../../store/tasks.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { changeAndSeal } from '../audit-trail/outbox.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { changedTask, system } from './change-task.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'clock'> & {
  tenants: Pick<TenantStore, 'open'>;
  tasks: Pick<TaskStore, 'ofAssignee'>;
};

const change = {
  what: 'changed',
  by: system,
  eventType: 'task_changed',
  note: 'The assignee no longer has access to this tenant.',
} as const;

/** Nobody does the tasks any more that are somebody's in tenants that they may no longer see. What is done stays theirs. */
export async function unassignTasks(
  { tenants, tasks, trail, clock }: Dependencies,
  { id: userId }: { id: string },
  lost: { has(tenantId: string): boolean },
): Promise<void> {
  for (const { id, tenantId } of await tasks.ofAssignee(everyTenant, userId)) {
    const tenant = lost.has(tenantId) ? await tenants.open(everyTenant, tenantId) : null;
    if (!tenant) continue;
    await changeAndSeal(trail, tenant.tasks, id, (task) =>
      task.assignee?.userId === userId && task.status !== 'completed'
        ? changedTask(task, { assignee: null }, change, clock.now())
        : task,
    );
  }
}
