import * as z from 'zod/mini';
import { ClientQuestion } from './client-questions.ts';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { LowerGuid, TenantId, TenantRecordId } from './ids.ts';
import { Day, Instant, listOf, listQuery, SearchText } from './lists.ts';
import { Recheck, RecheckResult } from './rechecks.ts';
import { line, visibleAtLeast } from './text.ts';
import { Category, Priority, VerdictStatus } from './verdicts.ts';
import { TaskStatus } from './work-status.ts';

export { TaskStatus };

/** The Task Center's words for the same. */
export const TaskCenterStatus = z.enum(['pending', 'in-progress', 'complete', 'blocked']);
export type TaskCenterStatus = z.infer<typeof TaskCenterStatus>;

/** Where a task came from. */
export const TaskOrigin = z.enum(['approval', 'plan', 'audit', 'manual', 'client']);
export type TaskOrigin = z.infer<typeof TaskOrigin>;

export const maxTaskTitle = 500;
export const maxTaskText = 4000;
/** As many changes are saved in one call. */
export const maxTasksAtOnce = 100;

/** What people change on a task. */
export const TaskField = z.enum(['status', 'priority', 'notes', 'assignee', 'dueDate']);
export type TaskField = z.infer<typeof TaskField>;

/** One field of a change, as people read it; long notes are cut. */
export const TaskFieldChange = z.object({ field: TaskField, from: z.nullable(z.string()), to: z.nullable(z.string()) });
export type TaskFieldChange = z.infer<typeof TaskFieldChange>;

export const Task = z.object({
  id: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  title: z.string(),
  description: z.string(),
  impact: z.nullable(z.string()),
  category: Category,
  priority: Priority,
  status: TaskStatus,
  estimatedHours: z.nullable(z.number()),
  assignee: z.nullable(z.object({ userId: z.string(), name: z.string() })),
  /** A calendar day. */
  dueDate: z.nullable(z.string()),
  /** Its day is over, in UTC, and it is not completed. */
  isOverdue: z.boolean(),
  notes: z.string(),
  origin: TaskOrigin,
  linkedApprovalId: z.nullable(z.string()),
  approvalTitle: z.nullable(z.string()),
  linkedFindingId: z.nullable(z.string()),
  checkId: z.nullable(z.string()),
  /** The work that it is: a remedy, or a license; null where it mends one finding alone, or none. */
  remedyId: z.nullable(z.string()),
  /** The findings that it was made to close, and the checks that found them. */
  findingIds: z.array(z.string()),
  checkIds: z.array(z.string()),
  auditId: z.nullable(z.string()),
  projectPlanId: z.nullable(z.string()),
  isSimulated: z.boolean(),
  createdBy: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  completedAt: z.nullable(Instant),
  completedBy: z.nullable(z.string()),
  /** Somebody completed it although its check could not be made: its finding stays open. */
  completedWithoutProof: z.boolean(),
  /** Counts its changes: a change names the one that it was made on, and is refused where there is a newer one. */
  version: z.number(),
  /** Completing it looks at its check again. */
  isRechecked: z.boolean(),
  recheck: z.nullable(Recheck),
  /** What the latest scan said of its check. */
  lastScan: z.nullable(
    z.object({
      scanLogId: z.string(),
      at: Instant,
      status: VerdictStatus,
      message: z.string(),
      affectedCount: z.number(),
    }),
  ),
});
export type Task = z.infer<typeof Task>;

export const TaskEvent = z.object({
  at: Instant,
  by: z.string(),
  what: z.enum(['created', 'changed', 'recheckRequested', 'rechecked', 'completed', 'reopened']),
  note: z.nullable(z.string()),
  changes: z.array(TaskFieldChange),
});
export type TaskEvent = z.infer<typeof TaskEvent>;

const TaskFinding = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['unresolved', 'in-progress', 'accepted', 'resolved']),
  acceptedUntil: z.nullable(Instant),
});

export const TaskDetails = z.extend(Task, {
  /** What a client asked, where that is what it is about; null where it is not. */
  clientQuestion: z.nullable(ClientQuestion),
  /** The newest first. */
  history: z.array(TaskEvent),
  /** How many older ones are no longer kept here; the audit trail has them. */
  historyOmitted: z.number(),
  /** Of the last re-check that ended. */
  recheckResult: z.nullable(RecheckResult),
  /** The evidence with which its check last passed. */
  proof: z.nullable(RecheckResult),
  /** The help article that says how to do it; null where the task belongs to no check. */
  article: z.nullable(z.string()),
  /** The finding that it mends, the gravest of several. */
  finding: z.nullable(TaskFinding),
  /** Each of several; none where it mends one alone. */
  findings: z.array(TaskFinding),
});
export type TaskDetails = z.infer<typeof TaskDetails>;

export const TaskTotals = z.object({
  open: z.number(),
  in_progress: z.number(),
  completed: z.number(),
  on_hold: z.number(),
});
export type TaskTotals = z.infer<typeof TaskTotals>;

/** When a task is due: its day is over and it is not completed; from today to the end of the week (Sunday, in UTC); no day at all. */
export const TaskDue = z.enum(['overdue', 'week', 'none']);
export type TaskDue = z.infer<typeof TaskDue>;

/** Whose it is: the caller's, or nobody's. */
export const TaskHolder = z.enum(['me', 'nobody']);
export type TaskHolder = z.infer<typeof TaskHolder>;

/** `due`: what is not completed comes first, by its day, overdue ones before all, and those without a day last. */
export const TaskOrder = z.enum(['newest', 'due']);
export type TaskOrder = z.infer<typeof TaskOrder>;

/** A status, or whatever is not completed. */
export const TaskStatusFilter = z.enum([...TaskStatus.options, 'unfinished']);
export type TaskStatusFilter = z.infer<typeof TaskStatusFilter>;

const taskFilters = {
  status: z.optional(TaskStatusFilter),
  priority: z.optional(Priority),
  category: z.optional(Category),
  assignee: z.optional(TaskHolder),
  assigneeId: z.optional(line({ max: 100 })),
  remedyId: z.optional(line({ max: 100 })),
  due: z.optional(TaskDue),
  search: z.optional(SearchText),
  order: z._default(TaskOrder, 'newest'),
};

export const TaskDueTotals = z.object({ overdue: z.number(), week: z.number(), none: z.number() });
export type TaskDueTotals = z.infer<typeof TaskDueTotals>;

/** `summary` counts by status over the tenant or scope, whatever the filters. */
const taskList = z.extend(listOf(Task), { summary: TaskTotals });

export const listTasks = defineEndpoint({
  name: 'tasks',
  summary: 'Tasks of all tenants in scope, the newest first, or by due date',
  method: 'GET',
  path: '/api/admin/tasks',
  access: 'technician',
  token: 'read',
  group: 'query',
  query: z.object({ ...listQuery, tenantId: z.optional(TenantId), ...groupFilter, ...taskFilters }),
  /** `due` counts what is not completed and fits the filters, but for the day and the status that were asked for; null in another order. */
  response: z.extend(taskList, { due: z.nullable(TaskDueTotals) }),
});

/** As many are changed in one call. */
export const maxTasksInBatch = 200;

export const listTaskRemedies = defineEndpoint({
  name: 'task-remedies',
  summary: 'The kinds of work that lists of tasks can be narrowed to, in the order of the catalog',
  method: 'GET',
  path: '/api/admin/tasks/remedies',
  access: 'technician',
  token: 'read',
  response: z.array(z.object({ id: z.string(), title: z.string() })),
});

export const listTenantTasks = defineEndpoint({
  name: 'tenant-tasks',
  summary: 'Tasks of the selected tenant, the newest first, or by due date',
  method: 'GET',
  path: '/api/project/tasks',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'header' },
  query: z.object({ ...listQuery, ...taskFilters }),
  response: taskList,
});

const taskParams = z.object({ taskId: TenantRecordId });
const ofTask = { from: 'idPrefix', name: 'taskId' } as const;

export const getTask = defineEndpoint({
  name: 'task-get',
  summary: 'One task with its history and evidence',
  method: 'GET',
  path: '/api/tasks/{taskId}',
  access: 'viewer',
  token: 'read',
  tenant: ofTask,
  /** Pages ask it while a re-check is under way. */
  background: true,
  params: taskParams,
  response: TaskDetails,
});

const Notes = z.string().check(z.trim(), z.maxLength(maxTaskText, `Keep the notes under ${maxTaskText} characters`));
const AssigneeId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/, 'Must be the id of a user'));

/** What is not named stays as it is. */
const taskEdits = {
  priority: z.optional(Priority),
  notes: z.optional(Notes),
  assigneeId: z.optional(z.nullable(AssigneeId)),
  dueDate: z.optional(z.nullable(Day)),
};
/** The task as it was when its reader began: refused with 409 where it has changed since. Without it nothing is compared. */
const Version = z.int('Must be the version of the task').check(z.minimum(1, 'Must be the version of the task'));

export const changeTask = defineEndpoint({
  name: 'task-change',
  summary:
    'Change a task. Completing one that mends a finding looks at its check again: 202 while that goes on; it is completed once the check passes',
  method: 'PUT',
  path: '/api/admin/tasks/{taskId}',
  access: 'technician',
  tenant: ofTask,
  params: taskParams,
  body: z.object({
    version: z.optional(Version),
    status: TaskStatus,
    ...taskEdits,
    /** With status `completed`, where its check could not be made: complete it all the same. Its finding stays open. */
    withoutProof: z.optional(z.boolean()),
  }),
  multiline: ['notes'],
  statuses: [200, 202],
  response: TaskDetails,
});

/** `rechecking`: its check is looked at again, and it is completed once that passes. */
export const TaskOutcome = z.enum(['changed', 'rechecking', 'unchanged', 'refused', 'not-found']);
export type TaskOutcome = z.infer<typeof TaskOutcome>;

export const changeTasks = defineEndpoint({
  name: 'tasks-change',
  summary:
    'Give tasks of any tenants in scope an assignee, a due date or a status; each for itself, in one call. Completing looks at their checks again, as for one',
  method: 'POST',
  path: '/api/admin/tasks/batch',
  access: 'technician',
  body: z
    .object({
      tasks: z
        .array(z.object({ id: TenantRecordId, version: Version }))
        .check(
          z.minLength(1, 'tasks must name a task'),
          z.maxLength(maxTasksInBatch, `tasks must name at most ${maxTasksInBatch} tasks`),
        ),
      status: z.optional(TaskStatus),
      assigneeId: taskEdits.assigneeId,
      dueDate: taskEdits.dueDate,
    })
    .check(
      z.refine(({ status, assigneeId, dueDate }) => [status, assigneeId, dueDate].some((one) => one !== undefined), {
        path: ['status'],
        error: 'Say what is to be changed',
      }),
    ),
  /** One for each task that was named, in that order; `why` where it was not changed, for people to read. */
  response: z.object({
    items: z.array(z.object({ taskId: TenantRecordId, outcome: TaskOutcome, why: z.nullable(z.string()) })),
  }),
});

export const saveTasks = defineEndpoint({
  name: 'tasks-save',
  summary: 'Save changes of several tasks of the selected tenant; those changed meanwhile are told and not overwritten',
  method: 'PUT',
  path: '/api/project/tasks',
  access: 'technician',
  tenant: { from: 'header' },
  body: z.object({
    tasks: z
      .array(
        z.object({
          id: TenantRecordId,
          version: Version,
          status: z.optional(z.union([TaskStatus, TaskCenterStatus])),
          ...taskEdits,
        }),
      )
      .check(
        z.minLength(1, 'tasks must name a task'),
        z.maxLength(maxTasksAtOnce, `tasks must name at most ${maxTasksAtOnce} tasks`),
      ),
  }),
  multiline: ['tasks.*.notes'],
  maxBodyBytes: 2 * 1024 * 1024,
  response: z.object({
    saved: z.array(Task),
    /** Not saved, each with why, and as it is now; `task` is null where it is gone. */
    conflicts: z.array(z.object({ id: z.string(), message: z.string(), task: z.nullable(Task) })),
  }),
});

const Title = line({
  min: 3,
  tooShort: 'Give a title of at least 3 characters',
  max: maxTaskTitle,
  tooLong: `Keep the title under ${maxTaskTitle} characters`,
});
const Description = z
  .string()
  .check(
    z.trim(),
    ...visibleAtLeast(1, 'Say what is to be done'),
    z.maxLength(maxTaskText, `Keep the description under ${maxTaskText} characters`),
  );

export const createTask = defineEndpoint({
  name: 'task-create',
  summary: 'Make a task by hand, or of a check of the latest audit',
  method: 'POST',
  path: '/api/tasks',
  access: 'technician',
  tenant: { from: 'body', name: 'tenantId' },
  body: z.object({
    tenantId: TenantId,
    /** Made by the caller, new for each task that is meant: sent again, it answers the same task. */
    key: z.optional(LowerGuid),
    title: Title,
    description: Description,
    category: Category,
    priority: z._default(Priority, 'medium'),
    notes: z.optional(Notes),
    assigneeId: z.optional(z.nullable(AssigneeId)),
    dueDate: z.optional(z.nullable(Day)),
    /** The check of the audit that it is to mend: completing it then looks at that check again. */
    checkId: z.optional(line({ min: 1, max: 100 })),
    /**
     * Whether it is the task of the whole remedy: of everything open in the tenant that is mended with the check's finding. Where a
     * task of it is under way, that one is the answer.
     */
    ofRemedy: z.optional(z.boolean()),
  }),
  multiline: ['description', 'notes'],
  statuses: [201],
  response: TaskDetails,
});

export const listAssignees = defineEndpoint({
  name: 'task-assignees',
  summary: 'Who may work on tasks of a tenant: technicians and administrators whose scope has it',
  method: 'GET',
  path: '/api/tenant/{id}/assignees',
  access: 'technician',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  query: z.object({ search: z.optional(SearchText), limit: listQuery.limit }),
  response: z.object({
    items: z.array(z.object({ userId: z.string(), name: z.string() })),
    /** There are more than are listed: a search finds them. */
    hasMore: z.boolean(),
  }),
});
