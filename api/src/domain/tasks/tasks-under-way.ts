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
  // The task of other work may begin with one of these findings: of a license, or of what mended it then.
  const own = found.filter(({ remedyId }) => remedyId === null || remedyIds.includes(remedyId));
  return own.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Those of them that are not completed, the newest first: work on them is not begun a second time. */
export const tasksUnderWay = async (tenant: Pick<TenantRecords, 'tasks'>, sought: Sought): Promise<TaskRecord[]> =>
  (await tasksOfWork(tenant, sought)).filter(({ status }) => status !== 'completed');

/** Work in which a technician is, before what waits, before what was not begun; of two alike the older. */
const begun: readonly TaskRecord['status'][] = ['in_progress', 'on_hold', 'open'];

type Item = { id: string; members: readonly { id: string }[] };

const isOf = ({ remedyId, linkedFindingId }: TaskRecord, { id, members }: Item): boolean =>
  remedyId === null ? members.some((one) => one.id === linkedFindingId) : remedyId === id;

/**
 * Which of the tasks under way are about this work, the one that goes on as its task first: that of the work itself, else the
 * one that is furthest along of those that were made for single findings.
 */
export function tasksOfItem(underWay: readonly TaskRecord[], item: Item): TaskRecord[] {
  const rank = ({ remedyId, status }: TaskRecord) => (remedyId === null ? 1 + begun.indexOf(status) : 0);
  return underWay
    .filter((task) => isOf(task, item))
    .toSorted((a, b) => rank(a) - rank(b) || (a.createdAt < b.createdAt ? -1 : 1));
}
