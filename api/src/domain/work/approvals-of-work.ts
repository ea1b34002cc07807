import { type Condition, every } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** `id` is null for a single finding, as versions before asked and did it. */
type Sought = { id: string | null; members: readonly { id: string }[] };

/** What a task is about, as approvals are looked for. */
export const workOfTask = ({ remedyId, findingIds }: Pick<TaskRecord, 'remedyId' | 'findingIds'>): Sought => ({
  id: remedyId,
  members: findingIds.map((id) => ({ id })),
});

/** Whether an approval was asked for about this work: for the work itself, or for one of its findings alone. */
export function isAbout(
  { remedyId, linkedFindingId, findings }: Pick<ApprovalRecord, 'remedyId' | 'linkedFindingId' | 'findings'>,
  { id, members }: Sought,
): boolean {
  if (remedyId === null) return members.some((one) => one.id === linkedFindingId);
  return id === null ? findings.some((asked) => members.some((one) => one.id === asked.id)) : remedyId === id;
}

/** The newest of several; of those of one moment, as a scan makes them, always the same. */
function newestOf(approvals: readonly ApprovalRecord[]): ApprovalRecord | null {
  const key = ({ createdAt, id }: ApprovalRecord) => `${createdAt} ${id}`;
  const [newest] = approvals.toSorted((a, b) => (key(a) < key(b) ? 1 : -1));
  return newest ?? null;
}

/** Of requests about single findings: a denial of one denies no other, so that the work is denied where each of its findings is. */
function newestAlone(approvals: readonly ApprovalRecord[], { members }: Sought): ApprovalRecord | null {
  const newestAbout = (id: string) => newestOf(approvals.filter(({ linkedFindingId }) => linkedFindingId === id));
  const areAllDenied = members.every(({ id }) => newestAbout(id)?.status === 'denied');
  return newestOf(areAllDenied ? approvals : approvals.filter(({ status }) => status !== 'denied'));
}

const isOfWork = ({ remedyId }: ApprovalRecord): boolean => remedyId !== null;

/**
 * Which approval of several tells how the work stands: the newest of the work itself, else of its single findings. One that was
 * closed decided nothing: a decision before it holds still.
 */
function newestOfWork(approvals: readonly ApprovalRecord[], item: Sought): ApprovalRecord | null {
  const standing = approvals.filter(({ status }) => status !== 'closed');
  const [ofWork, alone] = [standing.filter(isOfWork), standing.filter((one) => !isOfWork(one))];
  const closed = approvals.filter(({ status }) => status === 'closed');
  return newestOf(ofWork) ?? newestAlone(alone, item) ?? newestOf(closed.filter(isOfWork)) ?? newestOf(closed);
}

/** What was approved about a single finding holds for its task, whatever is asked about the work with others since. */
const approvedAlone = (approvals: readonly ApprovalRecord[]) =>
  approvals.filter(({ remedyId, status }) => remedyId === null && status === 'approved');

/** How the newest approval of each of these pieces of work is found; null of one that nobody was asked about. */
export async function approvalsOfWork(
  { approvals }: Pick<TenantRecords, 'approvals'>,
  work: readonly Sought[],
): Promise<(item: Sought) => ApprovalRecord | null> {
  if (work.length === 0) return () => null;
  const ids = work.flatMap(({ id }) => id ?? []);
  const about: Condition = {
    anyOf: [
      { field: 'remedyId', op: 'in', value: ids },
      { field: 'linkedFindingId', op: 'in', value: work.flatMap(({ members }) => members.map(({ id }) => id)) },
    ],
  };
  // Which request by remedy holds a single finding, no field tells.
  const narrowed = ids.length === work.length ? [about] : [];
  const found = await every(approvals, {
    where: [{ field: 'type', op: 'eq', value: 'task_assignment' }, ...narrowed],
  });
  return (item) => {
    const own = found.filter((one) => isAbout(one, item));
    const alone = item.id === null ? approvedAlone(own) : [];
    return newestOfWork(alone.length > 0 ? alone : own, item);
  };
}
