import { createHash } from 'node:crypto';
import { findingImpact } from '../../audit/findings/finding-titles.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { createTask, type NewTask } from '../../domain/tasks/create-task.ts';
import { tasksUnderWay } from '../../domain/tasks/tasks-under-way.ts';
import { type AskedWork, priorityOfWork, wordsOfWork } from '../../domain/work/work-items.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'clock' | 'systemConfig'>;
export type Planner = { username: string; name: string; isAdmin: boolean };
type Plan = { id: string; auditId: string };

/** A UUID of RFC 9562's version 8 from a text: the same text gives the same one. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Takes a task that is there already into the plan. */
async function takeIn({ trail, clock }: Dependencies, tenant: TenantRecords, taskId: string, plan: Plan, by: Planner) {
  const task = await changeAndSeal(trail, tenant.tasks, taskId, (current) => {
    if (current.projectPlanId === plan.id) return current;
    const now = clock.now();
    const next = { ...current, projectPlanId: plan.id, updatedAt: now.toISOString() };
    const details = { taskId, ...whatChanged(current, next, ['projectPlanId']) };
    const entry = {
      eventType: 'task_planned',
      user: by.username,
      target: current.title,
      tenantId: current.tenantId,
      details,
    } as const;
    return withEntry(next, entry, now);
  });
  return task;
}

const idsOf = ({ members }: AskedWork): string[] => members.map(({ id }) => id);

const isTaskOf = ({ remedyId, linkedFindingId }: TaskRecord, item: AskedWork): boolean =>
  remedyId === null ? idsOf(item).includes(linkedFindingId ?? '') : remedyId === item.id;

function newTask(item: AskedWork, plan: Plan, by: Planner): NewTask {
  const { id: remedyId, title, approval, members } = item;
  const [lead] = members;
  const { issue, recommendation } = wordsOfWork(item);
  const isOfApproval = approval?.autoCreateTask && (approval.status === 'pending' || approval.status === 'approved');
  const occurrences = members.map(({ id, occurrence }) => `${id} ${occurrence}`).join(' ');
  return {
    title,
    description: `${issue} ${recommendation}`.trim(),
    impact: findingImpact(lead.checkId),
    category: lead.category,
    priority: priorityOfWork(item),
    origin: 'plan',
    linkedFindingId: lead.id,
    checkId: lead.checkId,
    remedyId,
    findingIds: idsOf(item),
    checkIds: members.map(({ checkId }) => checkId),
    auditId: plan.auditId,
    projectPlanId: plan.id,
    isSimulated: lead.isSimulated,
    createdBy: by.name,
    user: by.username,
    ...(isOfApproval
      ? { linkedApprovalId: approval.id, approvalTitle: approval.title }
      : { key: uuidOf(`${remedyId} ${occurrences}`) }),
  };
}

/**
 * The one task of each piece of work within the plan: the one that is under way, else the one of its approval, else a new one. Two who
 * make the plan at once make the same ones.
 */
export async function planTasks(
  dependencies: Dependencies,
  tenant: TenantRecords,
  { planned, plan, by }: { planned: readonly AskedWork[]; plan: Plan; by: Planner },
): Promise<TaskRecord[]> {
  const sought = { remedyIds: planned.map(({ id }) => id), findingIds: planned.flatMap(idsOf) };
  const underWay = await tasksUnderWay(tenant, sought);
  const tasks: TaskRecord[] = [];
  for (const item of planned) {
    const task =
      underWay.find((one) => isTaskOf(one, item)) ?? (await createTask(dependencies, tenant, newTask(item, plan, by)));
    const taken = task.projectPlanId === plan.id ? task : await takeIn(dependencies, tenant, task.id, plan, by);
    if (taken) tasks.push(taken);
  }
  return tasks;
}
