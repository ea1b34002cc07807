import { isDeepStrictEqual } from 'node:util';
import type { Parsed } from '@tenantry/contract/endpoint';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import type { changeTasks, TaskOutcome } from '@tenantry/contract/tasks';
import { countOf } from '../../audit/facts/sentence-parts.ts';
import { asMember, type Batch, newBatch, settleAsOne } from '../../domain/audit-trail/batch.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { isBeingRechecked } from '../../domain/rechecks/recheck-state.ts';
import type { Ticketing } from '../../domain/tickets/ticketing.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { update } from '../../ports/collection.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';
import { assigneeIn } from './assignees.ts';
import { editedTask, type TaskEdit } from './edit-task.ts';
import { sendTaskRecheck } from './task-rechecks.ts';
import { actorOf, noSuchTask } from './task-service.ts';

type Dependencies = Pick<CommonParts, 'queue' | 'trail' | 'clock'> & {
  tenants: Pick<TenantStore, 'open'>;
  users: Pick<UserStore, 'get'>;
  ticketing: Pick<Ticketing, 'follow'>;
};
type Wanted = Parsed<typeof changeTasks.body>;
type Answer = { taskId: string; outcome: TaskOutcome; why: string | null };
type Named = Wanted['tasks'][number];
/** What somebody wants of each task of a tenant. */
type Change = { edit: TaskEdit; by: Caller; batch: Batch };
/** Whom all of them are given to, read once; `null` as an assignee is nobody, `undefined` leaves them as they are. */
type Given = Omit<Wanted, 'tasks' | 'assigneeId'> & { assignee: { user: UserRecord | null } | null | undefined };

/** As many tasks are changed at one time. */
const atOnce = 8;

/** Whether nothing is left to do: it is so already, or its completion is under way. */
function isAsWanted(task: TaskRecord, { status, assignee, dueDate }: TaskEdit): boolean {
  const hasStatus =
    status === undefined || status === task.status || (status === 'completed' && isBeingRechecked(task));
  const hasAssignee = assignee === undefined || isDeepStrictEqual(assignee, task.assignee);
  return hasStatus && hasAssignee && (dueDate === undefined || dueDate === task.dueDate);
}

/** Changes one task, with what the trail is to tell of it. One that cannot be changed says why. */
async function changeOne(
  { queue, clock }: Pick<Dependencies, 'queue' | 'clock'>,
  { tenant, tasks }: TenantRecords,
  { id, version }: Named,
  { edit, by, batch }: Change,
): Promise<Answer> {
  let before: TaskRecord | undefined;
  try {
    const task = await update(tasks, id, (current) => {
      before = current;
      if (isAsWanted(current, edit)) return current;
      return asMember(current, editedTask(current, { ...edit, version }, actorOf(by), clock.now()), batch);
    });
    if (!task) return { taskId: id, outcome: 'not-found', why: noSuchTask };
    if (task.version === before?.version) return { taskId: id, outcome: 'unchanged', why: null };
    if (task.recheck === null || task.recheck.id === before?.recheck?.id)
      return { taskId: id, outcome: 'changed', why: null };
    await sendTaskRecheck(queue, { tenantId: tenant.id, id, recheckId: task.recheck.id });
    return { taskId: id, outcome: 'rechecking', why: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { taskId: id, outcome: 'refused', why: error.message };
  }
}

/** What the trail tells of a member: what it was, and whether its check is looked at. */
function memberOf(id: string, entries: readonly TrailEntry[]) {
  const [first] = entries;
  const before = entries.map(({ details }) => details.before);
  return {
    id,
    title: first?.target ?? '',
    before: before.find((one) => typeof one === 'object' && one !== null && Object.keys(one).length > 0) ?? null,
    recheckRequested: entries.some(({ eventType }) => eventType === 'task_recheck_requested'),
  };
}

/** One entry for the tasks of a tenant that somebody changed in one call. */
const toldOf =
  (tenantId: string, { status, assignee, dueDate }: TaskEdit, { user: { username: user } }: Caller) =>
  (members: readonly { id: string; entry: TrailEntry }[]) => {
    const byTask = [...Map.groupBy(members, ({ id }) => id)];
    return {
      eventType: 'tasks_changed' as const,
      user,
      target: countOf(byTask.length, 'task'),
      tenantId,
      details: {
        after: {
          ...(status !== undefined && { status }),
          ...(assignee !== undefined && { assignee: assignee?.name ?? null }),
          ...(dueDate !== undefined && { dueDate }),
        },
        members: byTask.map(([id, own]) =>
          memberOf(
            id,
            own.map(({ entry }) => entry),
          ),
        ),
      },
    };
  };

/** What many tasks of many tenants are given in one call. */
export function createTaskBatch(dependencies: Dependencies) {
  const { tenants, users, trail, clock, ticketing } = dependencies;

  async function changeOfTenant(
    tenant: TenantRecords,
    named: readonly Named[],
    { assignee, status, dueDate }: Given,
    by: Caller,
  ): Promise<Answer[]> {
    const tenantId = tenant.tenant.id;
    const edit: TaskEdit = { status, dueDate, assignee: assignee ? assigneeIn(assignee.user, tenantId) : assignee };
    const batch = newBatch(clock.now());
    const left = [...named];
    const answers: Answer[] = [];
    const worker = async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) {
        answers.push(await changeOne(dependencies, tenant, one, { edit, by, batch }));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    const isChanged = ({ outcome }: Answer) => outcome === 'changed' || outcome === 'rechecking';
    const ids = answers.filter(isChanged).map(({ taskId }) => taskId);
    await settleAsOne(tenant.tasks, ids, { batch, trail, told: toldOf(tenantId, edit, by) });
    if (ids.length > 0) await ticketing.follow(tenant);
    return answers;
  }

  /** What stands in the way of all tasks of a tenant stands in the way of each: it keeps no other tenant's from it. */
  async function answersOf(tenantId: string, named: readonly Named[], given: Given, by: Caller): Promise<Answer[]> {
    const told = (outcome: TaskOutcome, why: string) => named.map(({ id: taskId }) => ({ taskId, outcome, why }));
    const tenant = await tenants.open(by.scope, tenantId);
    if (!tenant) return told('not-found', noSuchTask);
    try {
      return await changeOfTenant(tenant, named, given, by);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return told('refused', error.message);
    }
  }

  return {
    /**
     * Each for itself: one that cannot be changed keeps no other from it. What is as it was wanted already stays as it is, so that a
     * call that is sent twice changes each task once. The trail has one entry for each tenant, with its tasks as members.
     * @returns one answer for each that was named, in that order
     */
    async change(wanted: Wanted, by: Caller): Promise<{ items: Answer[] }> {
      const named = [...new Map(wanted.tasks.map((one) => [one.id, one])).values()];
      const answers = new Map<string, Answer>();
      const { assigneeId, status, dueDate } = wanted;
      const assignee =
        typeof assigneeId === 'string' ? { user: (await users.get(assigneeId))?.value ?? null } : assigneeId;
      for (const [tenantId, own] of Map.groupBy(named, ({ id }) => tenantIdOfRecordId(id))) {
        for (const answer of await answersOf(tenantId, own, { assignee, status, dueDate }, by))
          answers.set(answer.taskId, answer);
      }
      return { items: wanted.tasks.flatMap(({ id }) => answers.get(id) ?? []) };
    },
  };
}
