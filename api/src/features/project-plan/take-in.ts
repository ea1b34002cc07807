import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { changedTask, type TaskPatch } from '../../domain/tasks/change-task.ts';
import { asTaskOf, taskOfWork } from '../../domain/work/task-of-work.ts';
import type { WorkItem } from '../../domain/work/work-items.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'clock'>;
type Planner = { username: string; name: string };

const trailed = ['projectPlanId', 'remedyId', 'findingIds', 'title', 'estimatedHours'] as const;

const becameWhole = 'Became the task of the whole work when the project plan was made.';

/** Changes what a task says of plan and work, with its entry. Where its words change, that is a new version of it. */
async function replan(
  { trail, clock }: Dependencies,
  { tasks }: TenantRecords,
  taskId: string,
  change: (current: TaskRecord) => TaskPatch,
  by: Planner,
): Promise<TaskRecord | null> {
  return changeAndSeal(trail, tasks, taskId, (current) => {
    const now = clock.now();
    const patch = change(current);
    if (patch.remedyId) {
      const actor = { name: by.name, user: by.username };
      return changedTask(
        current,
        patch,
        { what: 'changed', by: actor, eventType: 'task_planned', note: becameWhole },
        now,
      );
    }
    const next = { ...current, ...patch };
    const changed = whatChanged(current, next, trailed);
    if (Object.keys(changed.after).length === 0) return current;
    const { tenantId, title: target } = current;
    return withEntry(
      { ...next, updatedAt: now.toISOString() },
      { eventType: 'task_planned', user: by.username, target, tenantId, details: { taskId, ...changed } },
      now,
    );
  });
}

/** Takes a task that is there already into the plan, as the task of the whole work. */
export const takeIn = (
  dependencies: Dependencies,
  tenant: TenantRecords,
  { task, item, hours, planId, by }: { task: TaskRecord; item: WorkItem; hours: number; planId: string; by: Planner },
): Promise<TaskRecord | null> =>
  replan(
    dependencies,
    tenant,
    task.id,
    (one) => ({ ...asTaskOf(one, taskOfWork(item), hours), projectPlanId: planId }),
    by,
  );

/** Takes a task out of the plan whose work another one does: it goes on in the Task Center, and is priced once. */
export const takeOut = (
  dependencies: Dependencies,
  tenant: TenantRecords,
  { task, by }: { task: TaskRecord; by: Planner },
): Promise<TaskRecord | null> => replan(dependencies, tenant, task.id, () => ({ projectPlanId: null }), by);
