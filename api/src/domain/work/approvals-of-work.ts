import { every } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Sought = { id: string; members: readonly { id: string }[] };

/** What a task is about, as approvals are looked for. */
export const workOfTask = ({ remedyId, findingIds }: Pick<TaskRecord, 'remedyId' | 'findingIds'>): Sought => ({
  id: remedyId ?? '',
  members: findingIds.map((id) => ({ id })),
});

/** Whether an approval was asked for about this work: for the work itself, or for one of its findings alone. */
export const isAbout = (
  { remedyId, linkedFindingId }: Pick<ApprovalRecord, 'remedyId' | 'linkedFindingId'>,
  { id, members }: Sought,
): boolean => (remedyId === null ? members.some((one) => one.id === linkedFindingId) : remedyId === id);

/** Which approval of several tells how the work stands: one of the work itself before one of a single finding, then the newest. */
export function newestOfWork(approvals: readonly ApprovalRecord[]): ApprovalRecord | null {
  const ofWork = approvals.filter(({ remedyId }) => remedyId !== null);
  const [newest] = (ofWork.length > 0 ? ofWork : approvals).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return newest ?? null;
}

/** How the newest approval of each of these pieces of work is found; null of one that nobody was asked about. */
export async function approvalsOfWork(
  { approvals }: Pick<TenantRecords, 'approvals'>,
  work: readonly Sought[],
): Promise<(item: Sought) => ApprovalRecord | null> {
  if (work.length === 0) return () => null;
  const found = await every(approvals, {
    where: [
      { field: 'type', op: 'eq', value: 'task_assignment' },
      {
        anyOf: [
          { field: 'remedyId', op: 'in', value: work.map(({ id }) => id) },
          { field: 'linkedFindingId', op: 'in', value: work.flatMap(({ members }) => members.map(({ id }) => id)) },
        ],
      },
    ],
  });
  return (item) => newestOfWork(found.filter((one) => isAbout(one, item)));
}
