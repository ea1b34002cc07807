import { createHash } from 'node:crypto';
import { estimator } from '../../domain/price-list/estimate.ts';
import { readPriceList } from '../../domain/price-list/price-list.ts';
import { createTask, type NewTask, type TaskParts } from '../../domain/tasks/create-task.ts';
import { tasksOfItem, tasksUnderWay } from '../../domain/tasks/tasks-under-way.ts';
import { taskOfWork } from '../../domain/work/task-of-work.ts';
import type { AskedWork } from '../../domain/work/work-items.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { takeIn, takeOut } from './take-in.ts';

type Dependencies = TaskParts;
export type Planner = { userId: string; username: string; name: string; isAdmin: boolean };
type Plan = { id: string; auditId: string };

/** `takenOut`: ids of tasks of single findings that the plan held, and whose work another task does now. */
export type PlannedTasks = { tasks: TaskRecord[]; takenOut: string[] };

/** A UUID of RFC 9562's version 8 from a text: the same text gives the same one. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function newTask(item: AskedWork, estimatedHours: number, plan: Plan, by: Planner): NewTask {
  const { id, approval, members } = item;
  const isOfApproval = approval?.autoCreateTask && (approval.status === 'pending' || approval.status === 'approved');
  const occurrences = members.map((one) => `${one.id} ${one.occurrence}`).join(' ');
  return {
    ...taskOfWork(item),
    estimatedHours,
    origin: 'plan',
    auditId: plan.auditId,
    projectPlanId: plan.id,
    createdBy: by.name,
    user: by.username,
    ...(isOfApproval
      ? { linkedApprovalId: approval.id, approvalTitle: approval.title }
      : { key: uuidOf(`${id} ${occurrences}`) }),
  };
}

/**
 * The one task of each piece of work within the plan: the one that is under way, else the one of its approval, else a new one.
 * Two who make the plan at once make the same ones.
 */
export async function planTasks(
  dependencies: Dependencies,
  tenant: TenantRecords,
  { planned, plan, by }: { planned: readonly AskedWork[]; plan: Plan; by: Planner },
): Promise<PlannedTasks> {
  const remedyIds = planned.map(({ id }) => id);
  const findingIds = planned.flatMap(({ members }) => members.map(({ id }) => id));
  const underWay = await tasksUnderWay(tenant, { remedyIds, findingIds });
  const estimate = estimator(await readPriceList(dependencies.systemConfig));
  const tasks: TaskRecord[] = [];
  const takenOut: string[] = [];
  for (const item of planned) {
    const { hours } = estimate(item);
    const [known, ...others] = tasksOfItem(underWay, item);
    const task = known ?? (await createTask(dependencies, tenant, newTask(item, hours, plan, by)));
    const taken = await takeIn(dependencies, tenant, { task, item, hours, planId: plan.id, by });
    if (taken) tasks.push(taken);
    for (const other of others.filter(({ projectPlanId }) => projectPlanId === plan.id)) {
      await takeOut(dependencies, tenant, { task: other, by });
      takenOut.push(other.id);
    }
  }
  return { tasks, takenOut };
}
