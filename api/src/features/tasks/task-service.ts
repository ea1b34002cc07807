import type { Parsed } from '@tenantry/contract/endpoint';
import { tenantRecordId } from '@tenantry/contract/ids';
import type { changeTask, createTask as createTaskCall, saveTasks, TaskDetails } from '@tenantry/contract/tasks';
import { TaskCenterStatus, type TaskStatus } from '@tenantry/contract/tasks';
import { findingId } from '../../audit/findings/finding-id.ts';
import { findingImpact } from '../../audit/findings/finding-titles.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { changeAndSeal, settleOutbox } from '../../domain/audit-trail/outbox.ts';
import { endedWithin } from '../../domain/deadline/ended-within.ts';
import { isOpen, openStatuses } from '../../domain/finding/open-findings.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { isBeingRechecked } from '../../domain/rechecks/recheck-state.ts';
import { changedTask, type TaskActor } from '../../domain/tasks/change-task.ts';
import { createTask, estimatedHours, type NewTask, type TaskParts } from '../../domain/tasks/create-task.ts';
import { tasksOfItem, tasksUnderWay } from '../../domain/tasks/tasks-under-way.ts';
import type { Ticketing } from '../../domain/tickets/ticketing.ts';
import { asTaskOf, taskOfWork } from '../../domain/work/task-of-work.ts';
import { type WorkItem, workItemsOf } from '../../domain/work/work-items.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { every, update } from '../../ports/collection.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { UserStore } from '../../store/users.ts';
import { namedAssignee } from './assignees.ts';
import { editedTask, type TaskEdit } from './edit-task.ts';
import { sendTaskRecheck } from './task-rechecks.ts';
import { taskDetails, taskView } from './task-view.ts';

export type TaskDependencies = Pick<CommonParts, 'queue'> &
  TaskParts & {
    users: Pick<UserStore, 'get' | 'worker' | 'workersOf'>;
    /** Tickets follow what people change on tasks. */
    ticketing: Pick<Ticketing, 'follow'>;
    /** How long a change waits for its re-check to end before it answers that it goes on. */
    answerAfterMs: number;
  };

type Change = Parsed<typeof changeTask.body>;
type SavedTask = Parsed<typeof saveTasks.body>['tasks'][number];

const ofTaskCenter: Record<TaskCenterStatus, TaskStatus> = {
  pending: 'open',
  'in-progress': 'in_progress',
  complete: 'completed',
  blocked: 'on_hold',
};
const storedStatus = (status: TaskStatus | TaskCenterStatus): TaskStatus => {
  const known = TaskCenterStatus.options.find((one) => one === status);
  return known ? ofTaskCenter[known] : (status as TaskStatus);
};

export const noSuchTask = 'There is no such task.';

const notFound = () => new AppError('NOT_FOUND', noSuchTask);

export const actorOf = (caller: Caller): TaskActor => ({ name: caller.name, user: caller.user.username });

/** Writes the edit, with its entry in the trail, and sends the re-check that it asks for. */
async function edit(
  { queue, trail, clock, ticketing }: TaskDependencies,
  records: TenantRecords,
  taskId: string,
  wanted: TaskEdit,
  by: TaskActor,
): Promise<TaskRecord> {
  const { tasks, tenant } = records;
  let before: TaskRecord | undefined;
  const task = await update(tasks, taskId, (current) => {
    before = current;
    return editedTask(current, wanted, by, clock.now());
  });
  if (!task) throw notFound();
  if (task.recheck && task.recheck.id !== before?.recheck?.id) {
    await sendTaskRecheck(queue, { tenantId: tenant.id, id: taskId, recheckId: task.recheck.id });
  }
  await settleOutbox(tasks, task, trail);
  await ticketing.follow(records);
  return task;
}

/** The task as it is when its re-check has ended, or when a change answers. */
const rechecked = ({ clock, answerAfterMs }: TaskDependencies, { tasks }: TenantRecords, task: TaskRecord) =>
  endedWithin(task, {
    clock,
    ms: answerAfterMs,
    read: async () => (await tasks.get(task.id))?.value ?? null,
    hasEnded: (current) => !isBeingRechecked(current),
  });

async function editOf(
  { users }: TaskDependencies,
  tenantId: string,
  { assigneeId, status, ...rest }: Omit<Change, 'status'> & { status?: TaskStatus | TaskCenterStatus | undefined },
): Promise<TaskEdit> {
  const assignee = await namedAssignee(users, tenantId, assigneeId);
  return { ...rest, assignee, status: status && storedStatus(status) };
}

/** What a task of a check of the latest audit is linked with. @throws AppError INVALID_INPUT where no audit has the check */
async function linksOf(records: TenantRecords, checkId: string): Promise<Partial<NewTask>> {
  const { tenant, findings } = records;
  const audit = await latestAudit(records);
  if (!audit?.data.verdicts.some((verdict) => verdict.checkId === checkId)) {
    const message = 'The latest audit of this tenant has no such check';
    throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'checkId', message }] });
  }
  const finding = await findings.get(tenantRecordId(tenant.id, findingId(tenant.id, checkId)));
  return {
    origin: 'audit',
    auditId: audit.id,
    checkId,
    linkedFindingId: finding?.value.id ?? null,
    impact: findingImpact(checkId),
  };
}

/** The work of which a finding is a part, with everything of it that is open in the tenant; null where there is no open finding. */
async function openWorkOf({ findings }: TenantRecords, linkedFindingId: string | null): Promise<WorkItem | null> {
  const finding = linkedFindingId === null ? null : (await findings.get(linkedFindingId))?.value;
  if (!finding || !isOpen(finding)) return null;
  const open = await every(findings, { where: [{ field: 'status', op: 'in', value: openStatuses }] });
  return workItemsOf(open).find(({ id }) => id === workOf(finding).id) ?? null;
}

/** The task of a piece of work that is under way; one of a single finding becomes that of the whole work. Null where there is none. */
async function taskUnderWay(
  { trail, clock, systemConfig }: TaskDependencies,
  tenant: TenantRecords,
  item: WorkItem,
  by: TaskActor,
): Promise<TaskRecord | null> {
  const work = taskOfWork(item);
  const tasks = await tasksUnderWay(tenant, { remedyIds: [item.id], findingIds: work.findingIds });
  const [known] = tasksOfItem(tasks, item);
  if (!known || known.remedyId !== null) return known ?? null;
  const hours = await estimatedHours(systemConfig, tenant, work, work.findingIds);
  const how = { what: 'changed', by, eventType: 'task_changed', note: 'Became the task of the whole work.' } as const;
  return changeAndSeal(trail, tenant.tasks, known.id, (current) =>
    current.remedyId === null ? changedTask(current, asTaskOf(current, work, hours), how, clock.now()) : current,
  );
}

/** What a task of a piece of work closes. */
const partOf = ({ id, members }: WorkItem): Pick<NewTask, 'remedyId' | 'findingIds' | 'checkIds'> => ({
  remedyId: id,
  findingIds: members.map((one) => one.id),
  checkIds: members.map(({ checkId }) => checkId),
});

/** @throws AppError CONFLICT for the task of a remedy that was completed and is not mended: it is opened again, and not made anew */
function requireUnfinished(task: TaskRecord): void {
  if (task.status === 'completed')
    throw new AppError(
      'CONFLICT',
      `The task "${task.title}" was completed already. A scan opens it again where its checks fail.`,
    );
}

export function createTaskService(dependencies: TaskDependencies) {
  const { users, clock } = dependencies;

  return {
    /**
     * @throws AppError NOT_FOUND; CONFLICT where the task is completed or was changed meanwhile; INVALID_INPUT for an assignee
     * who may not work in the tenant
     */
    async change(tenant: TenantRecords, taskId: string, body: Change, caller: Caller): Promise<TaskDetails> {
      const wanted = await editOf(dependencies, tenant.tenant.id, body);
      const task = await edit(dependencies, tenant, taskId, wanted, actorOf(caller));
      return taskDetails(tenant, await rechecked(dependencies, tenant, task), clock.now());
    },

    /** Saves each by itself: one that cannot be saved keeps no other from it. Re-checks go on after the answer. */
    async save(tenant: TenantRecords, wanted: readonly SavedTask[], caller: Caller) {
      const saved: TaskRecord[] = [];
      const conflicts: { id: string; message: string; task: TaskRecord | null }[] = [];
      for (const { id, ...changes } of wanted) {
        try {
          const one = await editOf(dependencies, tenant.tenant.id, changes);
          saved.push(await edit(dependencies, tenant, id, one, actorOf(caller)));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const current = await tenant.tasks.get(id);
          conflicts.push({ id, message: error.message, task: current?.value ?? null });
        }
      }
      const view = (task: TaskRecord) => taskView(task, tenant.tenant.name, clock.now());
      return {
        saved: saved.map(view),
        conflicts: conflicts.map(({ task, ...conflict }) => ({ ...conflict, task: task && view(task) })),
      };
    },

    /**
     * @throws AppError INVALID_INPUT for an assignee who may not work in the tenant, or a check that no audit has; CONFLICT for a remedy
     * whose task was completed
     */
    async create(
      tenant: TenantRecords,
      body: Parsed<typeof createTaskCall.body>,
      caller: Caller,
    ): Promise<TaskDetails> {
      const { tenantId, assigneeId, checkId, ofRemedy = false, notes = '', dueDate = null, ...given } = body;
      const assignee = (await namedAssignee(users, tenantId, assigneeId)) ?? null;
      const links = checkId === undefined ? {} : await linksOf(tenant, checkId);
      const work = ofRemedy ? await openWorkOf(tenant, links.linkedFindingId ?? null) : null;
      const underWay = work && (await taskUnderWay(dependencies, tenant, work, actorOf(caller)));
      if (underWay) return taskDetails(tenant, underWay, clock.now());
      const task = await createTask(dependencies, tenant, {
        ...given,
        origin: 'manual',
        isSimulated: tenant.tenant.isMock,
        createdBy: caller.name,
        user: caller.user.username,
        assignee,
        notes,
        dueDate,
        ...links,
        ...(work && partOf(work)),
      });
      if (work) requireUnfinished(task);
      return taskDetails(tenant, task, clock.now());
    },

    /** @throws AppError NOT_FOUND */
    async get(tenant: TenantRecords, taskId: string): Promise<TaskDetails> {
      const stored = await tenant.tasks.get(taskId);
      if (!stored) throw notFound();
      return taskDetails(tenant, stored.value, clock.now());
    },
  };
}
