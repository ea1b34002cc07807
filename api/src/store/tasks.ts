import type { RecheckResult } from '@tenantry/contract/rechecks';
import { type TaskEvent, type TaskOrigin, TaskStatus, type TaskTotals } from '@tenantry/contract/tasks';
import type { Category, Priority, VerdictStatus } from '@tenantry/contract/verdicts';
import { type Collection, type Condition, every, type PageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { type Rechecked, waitingRechecks } from './rechecks.ts';
import { inScope, type Scope } from './scope.ts';

/** Work to be done for a tenant: one record, whichever page shows it. */
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
};

type StoredTaskEvent = TaskEvent & { version: number };

export type TaskScan = {
  scanLogId: string;
  at: string;
  status: VerdictStatus;
  message: string;
  affectedCount: number;
};

export type TaskFilters = {
  status?: TaskStatus | undefined;
  priority?: Priority | undefined;
  category?: Category | undefined;
  assigneeId?: string | undefined;
  /** Only those that were due before this day and are not completed. */
  overdueOn?: string | undefined;
  search?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

/** A page of tasks, with the counts by status of all that the filters leave out too. */
export type TaskPage = PageWithTotal<TaskRecord> & { counts: TaskTotals };

type Reads = Pick<Collection<TaskRecord>, 'query' | 'count'>;

function conditionsOf({ status, priority, category, assigneeId, overdueOn, search }: TaskFilters): Condition[] {
  const where: Condition[] = [];
  if (status) where.push({ field: 'status', op: 'eq', value: status });
  if (priority) where.push({ field: 'priority', op: 'eq', value: priority });
  if (category) where.push({ field: 'category', op: 'eq', value: category });
  if (assigneeId) where.push({ field: 'assigneeId', op: 'eq', value: assigneeId });
  if (overdueOn !== undefined) {
    where.push({ field: 'status', op: 'in', value: ['open', 'in_progress', 'on_hold'] });
    where.push({ field: 'dueDate', op: 'gt', value: '' }, { field: 'dueDate', op: 'lt', value: overdueOn });
  }
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
  return status !== undefined && where.length === 1 ? counts[status] : tasks.count(where);
}

/** A page, the newest first. */
export async function taskPage(tasks: Reads, filters: TaskFilters): Promise<TaskPage> {
  const where = conditionsOf(filters);
  const { limit, cursor } = filters;
  const [page, counts] = await Promise.all([
    tasks.query({ where, orderBy: { field: 'createdAt', direction: 'desc' }, limit, cursor }),
    taskTotals(tasks),
  ]);
  return { ...page, total: await totalOf(tasks, where, filters, counts), counts };
}

/** Reads of the tasks of several tenants. A tenant's own are bound to it (`TenantRecords.tasks`). */
export function openTaskStore(records: RecordStore) {
  const tasks = records.across<TaskRecord>(containers.tasks);
  return {
    page: (scope: Scope, filters: TaskFilters) => taskPage(inScope(tasks, scope), filters),
    count: (scope: Scope, where: readonly Condition[] = []) => inScope(tasks, scope).count(where),

    /** Tasks that are somebody's to do, and not done. */
    ofAssignee: (scope: Scope, userId: string) =>
      every(inScope(tasks, scope), {
        where: [
          { field: 'assigneeId', op: 'eq', value: userId },
          { field: 'status', op: 'ne', value: 'completed' },
        ],
      }),

    /** Those of these kinds of work that are not completed, in no order. */
    async underWayFor(scope: Scope, workIds: readonly string[]): Promise<TaskRecord[]> {
      if (workIds.length === 0) return [];
      const where: Condition[] = [
        { field: 'remedyId', op: 'in', value: workIds },
        { field: 'status', op: 'ne', value: 'completed' },
      ];
      return every(inScope(tasks, scope), { where });
    },

    /** Tasks whose re-check was sent before `before` and has not ended. */
    recheckWaiting: (scope: Scope, before: Date, limit: number) =>
      waitingRechecks(inScope(tasks, scope), before, limit),
  };
}

export type TaskStore = ReturnType<typeof openTaskStore>;
