import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
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
export const TaskOrigin = z.enum(['approval', 'plan', 'audit', 'manual']);
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

const taskFilters = {
  status: z.optional(TaskStatus),
  priority: z.optional(Priority),
  category: z.optional(Category),
  assigneeId: z.optional(line({ max: 100 })),
  overdue: z.optional(z.enum(['true'])),
  search: z.optional(SearchText),
};

/** `summary` counts by status over the tenant or scope, whatever the filters. */
const taskList = z.extend(listOf(Task), { summary: TaskTotals });

export const listTasks = defineEndpoint({
  name: 'tasks',
  summary: 'Tasks of all tenants in scope, the newest first',
  method: 'GET',
  path: '/api/admin/tasks',
  access: 'admin',
  allTenants: false,
  query: z.object({ ...listQuery, tenantId: z.optional(TenantId), ...taskFilters }),
  response: taskList,
});

export const listTenantTasks = defineEndpoint({
  name: 'tenant-tasks',
  summary: 'Tasks of the selected tenant, the newest first',
  method: 'GET',
  path: '/api/project/tasks',
  access: 'viewer',
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
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  query: z.object({ search: z.optional(SearchText), limit: listQuery.limit }),
  response: z.object({
    items: z.array(z.object({ userId: z.string(), name: z.string() })),
    /** There are more than are listed: a search finds them. */
    hasMore: z.boolean(),
  }),
});
