import { type Collection, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { inScope, type Scope } from './scope.ts';
import type { TaskRecord } from './tasks.ts';

/** With whose they are as a field that a store can look for. */
type Keyed = TaskRecord & { assigneeId?: string };
const keyed = (task: TaskRecord): Keyed => ({ ...task, assigneeId: task.assignee?.userId ?? '' });

/** A tenant's tasks, each found by its assignee. */
export function withAssigneeKeys(tasks: Collection<TaskRecord>): Collection<TaskRecord> {
  return {
    ...tasks,
    create: (task) => tasks.create(keyed(task)),
    replace: (task, etag) => tasks.replace(keyed(task), etag),
  };
}

/** Reads of the tasks of several tenants. A tenant's own are bound to it (`TenantRecords.tasks`). */
export function openAssigneeStore(records: RecordStore) {
  const tasks = records.across<TaskRecord>(containers.tasks);
  return {
    ofAssignee: (scope: Scope, userId: string) =>
      every(inScope(tasks, scope), { where: [{ field: 'assigneeId', op: 'eq', value: userId }] }),
  };
}

export type AssigneeStore = ReturnType<typeof openAssigneeStore>;
