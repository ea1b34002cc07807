import { every } from '../../ports/collection.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** The tasks on these findings that are not completed, the newest first: work on them is not begun a second time. */
export async function tasksUnderWay(
  { tasks }: Pick<TenantRecords, 'tasks'>,
  findingIds: readonly string[],
): Promise<TaskRecord[]> {
  if (findingIds.length === 0) return [];
  const found = await every(tasks, {
    where: [
      { field: 'linkedFindingId', op: 'in', value: findingIds },
      { field: 'status', op: 'ne', value: 'completed' },
    ],
  });
  return found.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}
