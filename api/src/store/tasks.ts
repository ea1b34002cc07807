import type { ClientQuestion } from '@tenantry/contract/client-questions';
import type { RecheckResult } from '@tenantry/contract/rechecks';
import {
  TaskDue,
  type TaskDueTotals,
  type TaskEvent,
  type TaskOrder,
  type TaskOrigin,
  TaskStatus,
  type TaskStatusFilter,
  type TaskTotals,
} from '@tenantry/contract/tasks';
import { type Category, Priority, type VerdictStatus } from '@tenantry/contract/verdicts';
import { all, type Collection, type Condition, every, type PageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { type Rechecked, waitingRechecks } from './rechecks.ts';
import { inScope, readAtOnce, type Scope } from './scope.ts';
import { isNothing, ofWork, type WorkSought } from './work-sought.ts';

/** Work to be done for a tenant: one record, whichever page shows it. */
/** `askedBy`: the client by name. `reply`: null while nobody has answered. */
type StoredClientQuestion = Pick<ClientQuestion, 'text' | 'askedBy' | 'askedAt' | 'reply'>;

export type TaskRecord = Rechecked & {
  /** `{tenantId}_task-{approvalId}` for the task of an approval, else `{tenantId}_task-{uuid}`. */
  id: string;
  title: string;
  description: string;
  /** What can happen while it is not done; null where nobody said. */
  impact: string | null;
  category: Category;
  priority: Priority;
  status: TaskStatus;
  /** By the price list; null where that has no figure for it. */
  estimatedHours: number | null;
  /** Who does it; null while nobody is asked to. */
  assignee: { userId: string; name: string } | null;
  /** The same, as a field that a store can look for; '' where there is none. */
  assigneeId: string;
  /** A calendar day, `2026-11-30`; null where there is none. */
  dueDate: string | null;
  notes: string;
  origin: TaskOrigin;
  linkedApprovalId: string | null;
  approvalTitle: string | null;
  /** The finding that it mends, the gravest of several, and the check that found it. */
  linkedFindingId: string | null;
  checkId: string | null;
  /** The work that it is (audit/findings/remedies/work.ts); null where it mends one finding alone, or none. */
  remedyId: string | null;
  /** The findings that it was made to close; completing it looks at every check of the work. */
  findingIds: readonly string[];
  /** The checks that found them. */
  checkIds: readonly string[];
  auditId: string | null;
  projectPlanId: string | null;
  /** What a client asked, where that is what it is about; absent or null where it is not. */
  clientQuestion?: StoredClientQuestion | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
  completedBy: string | null;
  /** Completed although its check could not be made. */
  completedWithoutProof: boolean;
  /** Counts the changes that people see, so that nobody overwrites one they have not seen (decision 023). */
  version: number;
  /** The newest last, each with the version that it made; `historyOmitted` older ones are in the trail alone. */
  history: StoredTaskEvent[];
  historyOmitted: number;
  /** What its check said when it last passed in a re-check. */
  proof: RecheckResult | null;
  /** What the latest scan said of its check. */
  lastScan: TaskScan | null;
} & Partial<TaskKeys>;

/** What lists are ordered by, beside what the record says anyway. Derived whenever a task is written. */
type TaskKeys = {
  dueKey: string;
  /** When it was given to whoever has it now; '' where nobody has it: what notifications look for. Absent in tasks of before. */
  assignedAt?: string;
};

/** The change by which it was given to whoever has it now; undefined where nobody has it, or that is no longer kept. */
export function lastAssignment({ assigneeId, history }: Pick<TaskRecord, 'assigneeId' | 'history'>) {
  if (assigneeId === '') return undefined;
  return history.findLast(
    ({ what, changes }) => what === 'created' || changes.some(({ field }) => field === 'assignee'),
  );
}

/** After every day of a calendar. */
const noDay = '~';

/** What is not completed first, then by its day, overdue ones before all and those without a day last, then by priority. */
function keysOf(task: TaskRecord): TaskKeys {
  const { status, dueDate, priority } = task;
  const done = status === 'completed' ? 1 : 0;
  return {
    assignedAt: lastAssignment(task)?.at ?? '',
    dueKey: `${done} ${dueDate ?? noDay} ${Priority.options.indexOf(priority)}`,
  };
}

export const withTaskKeys = (task: TaskRecord): TaskRecord => ({ ...task, ...keysOf(task) });

/** The tasks of a tenant, each written with what lists are ordered by. */
export function keyedTasks(tasks: Collection<TaskRecord>): Collection<TaskRecord> {
  return {
    ...tasks,
    create: (task) => tasks.create(withTaskKeys(task)),
    replace: (task, etag) => tasks.replace(withTaskKeys(task), etag),
  };
}

type StoredTaskEvent = TaskEvent & { version: number };

export type TaskScan = {
  scanLogId: string;
  at: string;
  status: VerdictStatus;
  message: string;
  affectedCount: number;
};

/** A day and the last one of its week, by which what is due is told. */
export type DueDays = { today: string; weekEnd: string };

type TaskFilters = {
  status?: TaskStatusFilter | undefined;
  priority?: Priority | undefined;
  category?: Category | undefined;
  /** '' for those of nobody. */
  assigneeId?: string | undefined;
  remedyId?: string | undefined;
  due?: TaskDue | undefined;
  search?: string | undefined;
};

export type TaskQuery = TaskFilters & {
  order: TaskOrder;
  days: DueDays;
  limit: number;
  cursor?: string | undefined;
};

/** A page of tasks, with the counts by status of all that the filters leave out too. */
export type TaskPage = PageWithTotal<TaskRecord> & { counts: TaskTotals };

type Reads = Pick<Collection<TaskRecord>, 'query' | 'count'>;

const unfinished: Condition = { field: 'status', op: 'in', value: ['open', 'in_progress', 'on_hold'] };

/** The tasks of a tenant that are not completed, in no order. */
export const unfinishedTasks = (tasks: Collection<TaskRecord>): Promise<TaskRecord[]> =>
  every(tasks, { where: [unfinished] });

/** Overdue is what is not completed; the others may be, where their status is not asked for. */
const dueConditions: Record<TaskDue, (days: DueDays) => Condition[]> = {
  overdue: ({ today }) => [
    unfinished,
    { field: 'dueDate', op: 'gt', value: '' },
    { field: 'dueDate', op: 'lt', value: today },
  ],
  week: ({ today, weekEnd }) => [
    { field: 'dueDate', op: 'gte', value: today },
    { field: 'dueDate', op: 'lte', value: weekEnd },
  ],
  none: () => [{ field: 'dueDate', op: 'eq', value: null }],
};

function conditionsOf(filters: TaskFilters, days: DueDays): Condition[] {
  const { status, priority, category, assigneeId, remedyId, due, search } = filters;
  const where: Condition[] = [];
  if (status) where.push(status === 'unfinished' ? unfinished : { field: 'status', op: 'eq', value: status });
  if (priority) where.push({ field: 'priority', op: 'eq', value: priority });
  if (category) where.push({ field: 'category', op: 'eq', value: category });
  if (assigneeId !== undefined) where.push({ field: 'assigneeId', op: 'eq', value: assigneeId });
  if (remedyId) where.push({ field: 'remedyId', op: 'eq', value: remedyId });
  if (due) where.push(...dueConditions[due](days));
  if (search) {
    const inField = (field: string) => ({ field, op: 'contains' as const, value: search });
    where.push({ anyOf: [inField('title'), inField('description')] });
  }
  return where;
}

/** How many tasks there are of each status. */
async function taskTotals(tasks: Reads): Promise<TaskTotals> {
  const countOf = (value: TaskStatus) => tasks.count([{ field: 'status', op: 'eq', value }]);
  const counts = await Promise.all(TaskStatus.options.map(async (status) => [status, await countOf(status)] as const));
  return Object.fromEntries(counts) as TaskTotals;
}

/** How many match: told by the counts where nothing but the status is asked for. */
async function totalOf(
  tasks: Reads,
  where: readonly Condition[],
  { status }: TaskFilters,
  counts: TaskTotals,
): Promise<number> {
  if (where.length === 0) return TaskStatus.options.reduce((sum, one) => sum + counts[one], 0);
  if (where.length > 1 || status === undefined) return tasks.count(where);
  return status === 'unfinished' ? counts.open + counts.in_progress + counts.on_hold : counts[status];
}

const orders = {
  newest: { field: 'createdAt', direction: 'desc' },
  due: { field: 'dueKey', direction: 'asc' },
} as const satisfies Record<TaskOrder, { field: keyof TaskRecord; direction: 'asc' | 'desc' }>;

/** A page, in the order that was asked for. */
export async function taskPage(tasks: Reads, wanted: TaskQuery): Promise<TaskPage> {
  const { limit, cursor, order, days } = wanted;
  const where = conditionsOf(wanted, days);
  const [page, counts] = await Promise.all([
    tasks.query({ where, orderBy: orders[order], limit, cursor }),
    taskTotals(tasks),
  ]);
  return { ...page, total: await totalOf(tasks, where, wanted, counts), counts };
}

/** How much of what is not completed is due when. What else is asked for counts, but for its status and its day. */
async function dueTotals(tasks: Reads, { days, ...filters }: TaskFilters & { days: DueDays }): Promise<TaskDueTotals> {
  const countOf = (due: TaskDue) => tasks.count(conditionsOf({ ...filters, due, status: 'unfinished' }, days));
  const counts = await Promise.all(TaskDue.options.map(async (due) => [due, await countOf(due)] as const));
  return Object.fromEntries(counts) as TaskDueTotals;
}

/** Reads of the tasks of several tenants. A tenant's own are bound to it (`TenantRecords.tasks`). */
export function openTaskStore(records: RecordStore) {
  const tasks = records.across<TaskRecord>(containers.tasks);
  return {
    /** A page, with the counts by status of the scope; in the order of what is due, also with how much is due when. */
    async page(scope: Scope, wanted: TaskQuery): Promise<TaskPage & { due: TaskDueTotals | null }> {
      const within = inScope(tasks, scope);
      const [page, due] = await Promise.all([
        taskPage(within, wanted),
        wanted.order === 'due' ? dueTotals(within, wanted) : null,
      ]);
      return { ...page, due };
    },

    /** Tasks that an earlier version wrote, without what lists are ordered by. */
    withoutKeys: (scope: Scope) => all(inScope(tasks, scope), { where: [{ field: 'dueKey', op: 'eq', value: null }] }),

    count: (scope: Scope, where: readonly Condition[] = []) => inScope(tasks, scope).count(where),

    /** Tasks that are somebody's to do, and not done. */
    ofAssignee: (scope: Scope, userId: string) =>
      every(inScope(tasks, scope), {
        where: [
          { field: 'assigneeId', op: 'eq', value: userId },
          { field: 'status', op: 'ne', value: 'completed' },
        ],
      }),

    /** Those of these kinds of work, or of what one of these checks found, that are not completed, in no order. */
    async underWayFor(scope: Scope, sought: WorkSought): Promise<TaskRecord[]> {
      if (isNothing(sought)) return [];
      const where: Condition[] = [ofWork(sought), { field: 'status', op: 'ne', value: 'completed' }];
      return every(inScope(tasks, scope), { where, limit: readAtOnce });
    },

    /** Tasks that were made at this instant or after it, in the order in which they were. */
    createdSince: (scope: Scope, since: string) =>
      all(inScope(tasks, scope), {
        where: [{ field: 'createdAt', op: 'gte', value: since }],
        orderBy: { field: 'createdAt', direction: 'asc' },
      }),

    /** Tasks whose re-check was sent before `before` and has not ended. */
    recheckWaiting: (scope: Scope, before: Date, limit: number) =>
      waitingRechecks(inScope(tasks, scope), before, limit),
  };
}

export type TaskStore = ReturnType<typeof openTaskStore>;
