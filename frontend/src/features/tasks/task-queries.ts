import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import { getTask, listTasks, listTenantTasks, type Task } from '@tenantry/contract/tasks';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

type Page = 'limit' | 'cursor';
export type AdminTaskFilters = Omit<z.output<typeof listTasks.query>, Page>;
export type TaskFilters = Omit<z.output<typeof listTenantTasks.query>, Page>;

/** Tasks of all tenants in scope, the newest first. */
export const adminTasksQuery = (filters: AdminTaskFilters) =>
  pagedQuery(queryKey('tasks', null, filters), (cursor, signal) =>
    call(listTasks, { query: { ...filters, cursor }, tenantId: null, signal }),
  );

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
