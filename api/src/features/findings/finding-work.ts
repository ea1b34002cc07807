import type { FindingWork } from '@tenantry/contract/findings';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { tasksOfWork } from '../../domain/tasks/tasks-under-way.ts';
import { approvalsOfWork } from '../../domain/work/approvals-of-work.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** Since when it has the status that it has. */
const sinceOf = ({ status, createdAt, approvedAt, updatedAt }: ApprovalRecord): string =>
  status === 'pending' ? createdAt : status === 'closed' ? updatedAt : (approvedAt ?? updatedAt);

const approvalView = (approval: ApprovalRecord): FindingWork['approval'] => ({
  id: approval.id,
  status: approval.status,
  since: sinceOf(approval),
});

/** The one in work, the newest of several; else the one that was completed last. */
function standingTask(tasks: readonly TaskRecord[]): TaskRecord | null {
  const [last] = tasks.toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''));
  return tasks.find(({ status }) => status !== 'completed') ?? last ?? null;
}

/** The work that would close each of these findings of a tenant, with what was asked and what is done: one query for each of both. */
export async function workOfFindings(
  tenant: Pick<TenantRecords, 'approvals' | 'tasks'>,
  findings: readonly FindingRecord[],
): Promise<(finding: FindingRecord) => FindingWork> {
  const sought = (finding: FindingRecord) => ({ id: workOf(finding).id, members: [finding] });
  const remedyIds = [...new Set(findings.map((finding) => workOf(finding).id))];
  const [approvalOf, tasks] = await Promise.all([
    approvalsOfWork(tenant, findings.map(sought)),
    tasksOfWork(tenant, { remedyIds, findingIds: findings.map(({ id }) => id) }),
  ]);
  return (finding) => {
    const { id: remedyId, title } = workOf(finding);
    const approval = approvalOf(sought(finding));
    const task = standingTask(
      tasks.filter((one) => (one.remedyId === null ? one.linkedFindingId === finding.id : one.remedyId === remedyId)),
    );
    return {
      remedyId,
      title,
      approval: approval && approvalView(approval),
      task: task && { id: task.id, title: task.title, status: task.status },
    };
  };
}
