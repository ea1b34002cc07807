import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import {
  getTask,
  listTaskRemedies,
  listTasks,
  listTenantTasks,
  type Task,
  type TaskOrder,
  TaskStatus,
  type TaskStatusFilter,
} from '@tenantry/contract/tasks';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

/** What stands in the address of the Task Center. */
export const TaskCenterAddress = z.extend(z.pick(listTenantTasks.query, { priority: true, category: true }), {
  status: z.optional(TaskStatus),
});
export type TaskFilters = z.output<typeof TaskCenterAddress>;

/** Whose tasks are listed. */
export const AssigneeChoice = z.enum(['me', 'nobody', 'anyone']);
export type AssigneeChoice = z.infer<typeof AssigneeChoice>;

const filters = z.extend(
  z.pick(listTasks.query, { search: true, priority: true, tenantId: true, groupId: true, remedyId: true, due: true }),
  { status: z.optional(TaskStatus) },
);

/** What stands in the address of the page of all tasks. */
export const AdminTasksAddress = z.extend(filters, { assignee: z._default(AssigneeChoice, 'anyone') });
/** And of the page of somebody's work, which begins with what is theirs. */
export const MyWorkAddress = z.extend(filters, { assignee: z._default(AssigneeChoice, 'me') });
export type TaskListAddress = z.output<typeof AdminTasksAddress>;

type Asked = Omit<TaskListAddress, 'status'> & { status?: TaskStatusFilter | undefined };

/** Tasks of all tenants in scope. */
export const adminTasksQuery = ({ assignee, ...asked }: Asked, order: TaskOrder) =>
  pagedQuery(queryKey('tasks', null, { assignee, order, ...asked }), (cursor, signal) =>
    call(listTasks, {
      query: { ...asked, assignee: assignee === 'anyone' ? undefined : assignee, order, cursor },
      tenantId: null,
      signal,
    }),
  );

/** The kinds of work by which tasks are narrowed: those of the catalog, which stay the same. */
export const taskRemediesQuery = () =>
  callQuery(queryKey('task-remedies', null), listTaskRemedies, { tenantId: null, staleTime: Number.POSITIVE_INFINITY });

/** Tasks of a tenant, the newest first. */
export const tenantTasksQuery = (tenantId: string, filters: TaskFilters) =>
  pagedQuery(queryKey('tasks', tenantId, filters), (cursor, signal) =>
    call(listTenantTasks, { query: { ...filters, cursor }, tenantId, signal }),
  );

/** Whether a re-check of the task goes on. */
export const isBeingRechecked = ({ recheck }: Pick<Task, 'recheck'>): boolean =>
  recheck !== null && recheck.state !== 'ended';

const pollMs = 1000;

/** One task with its history and evidence; while its re-check goes on it is asked for again. */
export const taskQuery = (taskId: string) => {
  const tenantId = tenantIdOfRecordId(taskId);
  return callQuery(queryKey('task', tenantId, { taskId }), getTask, {
    params: { taskId },
    tenantId,
    refetchInterval: ({ state }) => (state.data && isBeingRechecked(state.data) ? pollMs : false),
  });
};
