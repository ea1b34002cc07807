import { type Condition, every } from '../../ports/collection.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const anyOf = (conditions: readonly Condition[]): Condition[] =>
  conditions.length === 0 ? [] : [{ anyOf: conditions }];

/** Which work, and which single findings, tasks are looked for. */
type Sought = { remedyIds: readonly string[]; findingIds: readonly string[] };

/**
 * The tasks of these kinds of work, and those of these findings that were made before work was asked for by remedy.
 * @returns completed ones too, the newest first
 */
export async function tasksOfWork(
  { tasks }: Pick<TenantRecords, 'tasks'>,
  { remedyIds, findingIds }: Sought,
): Promise<TaskRecord[]> {
  const sought: Condition[] = [
    ...(remedyIds.length > 0 ? [{ field: 'remedyId', op: 'in', value: remedyIds } as const] : []),
    ...(findingIds.length > 0 ? [{ field: 'linkedFindingId', op: 'in', value: findingIds } as const] : []),
  ];
  if (sought.length === 0) return [];
  const found = await every(tasks, { where: anyOf(sought) });
  return found.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Those of them that are not completed, the newest first: work on them is not begun a second time. */
export const tasksUnderWay = async (tenant: Pick<TenantRecords, 'tasks'>, sought: Sought): Promise<TaskRecord[]> =>
  (await tasksOfWork(tenant, sought)).filter(({ status }) => status !== 'completed');
