import { every } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** The newest approval of work on each of these findings, by the id of the finding. */
export async function approvalsOfFindings(
  { approvals }: Pick<TenantRecords, 'approvals'>,
  findingIds: readonly string[],
): Promise<Map<string, ApprovalRecord>> {
  if (findingIds.length === 0) return new Map();
  const found = await every(approvals, {
    where: [
      { field: 'linkedFindingId', op: 'in', value: findingIds },
      { field: 'type', op: 'eq', value: 'task_assignment' },
    ],
  });
  const newest = new Map<string, ApprovalRecord>();
  for (const approval of found) {
    if (approval.linkedFindingId === null) continue;
    const known = newest.get(approval.linkedFindingId);
    if (!known || known.createdAt < approval.createdAt) newest.set(approval.linkedFindingId, approval);
  }
  return newest;
}
