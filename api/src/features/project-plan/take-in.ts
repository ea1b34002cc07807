import { maxTaskTitle } from '@tenantry/contract/tasks';
import { truncate } from '@tenantry/contract/text';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { changedTask, type TaskPatch } from '../../domain/tasks/change-task.ts';
import type { WorkItem } from '../../domain/work/work-items.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { taskOfWork } from './task-of-work.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'clock'>;
type Planner = { username: string; name: string };

/** Work in which a technician is, before what waits, before what was not begun; of two alike the older. */
const begun: readonly TaskRecord['status'][] = ['in_progress', 'on_hold', 'open'];

const isOf = ({ remedyId, linkedFindingId }: TaskRecord, { id, members }: WorkItem): boolean =>
  remedyId === null ? members.some((one) => one.id === linkedFindingId) : remedyId === id;

/**
 * Which of the tasks under way are about this work, the one that goes on as its task first: that of the work itself, else the
 * one that is furthest along of those that an earlier version made for single findings.
 */
export function tasksOfItem(underWay: readonly TaskRecord[], item: WorkItem): TaskRecord[] {
  const rank = ({ remedyId, status }: TaskRecord) => (remedyId === null ? 1 + begun.indexOf(status) : 0);
  return underWay
    .filter((task) => isOf(task, item))
    .toSorted((a, b) => rank(a) - rank(b) || (a.createdAt < b.createdAt ? -1 : 1));
}

/**
 * What a task has to say to be that of the whole work: one of the work learns which findings joined; one of a single finding
 * becomes the work's, with its hours. What a person made by hand keeps its words and hours.
 */
function asTaskOf(task: TaskRecord, item: WorkItem, hours: number): TaskPatch {
  const { title, description, impact, remedyId, ...ofWork } = taskOfWork(item);
  const findingIds = [...new Set([...task.findingIds, ...ofWork.findingIds])];
  const checkIds = [...new Set([...task.checkIds, ...ofWork.checkIds])];
  if (task.remedyId !== null) return findingIds.length > task.findingIds.length ? { findingIds, checkIds } : {};
  if (task.origin === 'manual') return { remedyId, findingIds, checkIds, estimatedHours: task.estimatedHours ?? hours };
  return {
    title: truncate(title, maxTaskTitle),
    description,
    impact,
    remedyId,
    findingIds,
    checkIds,
    estimatedHours: hours,
  };
}

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
  replan(dependencies, tenant, task.id, (one) => ({ ...asTaskOf(one, item, hours), projectPlanId: planId }), by);

/** Takes a task out of the plan whose work another one does: it goes on in the Task Center, and is priced once. */
export const takeOut = (
  dependencies: Dependencies,
  tenant: TenantRecords,
  { task, by }: { task: TaskRecord; by: Planner },
): Promise<TaskRecord | null> => replan(dependencies, tenant, task.id, () => ({ projectPlanId: null }), by);
