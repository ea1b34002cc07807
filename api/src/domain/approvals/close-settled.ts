import { workOf } from '../../audit/findings/remedies/work.ts';
import type { Clock } from '../../ports/clock.ts';
import { every } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { isOpen } from '../finding/open-findings.ts';
import { closePending } from './finding-approvals.ts';

type Asked = Pick<TenantRecords, 'approvals'>;
type Subject = Pick<FindingRecord, 'id' | 'checkId' | 'needsLicense' | 'closedBy'>;

/** Every approval about a finding, in no order: of the finding alone, and of the work that would close it with others. */
export async function approvalsAbout({ approvals }: Asked, finding: Subject): Promise<ApprovalRecord[]> {
  const found = await every(approvals, {
    where: [
      { field: 'type', op: 'eq', value: 'task_assignment' },
      {
        anyOf: [
          { field: 'linkedFindingId', op: 'eq', value: finding.id },
          { field: 'remedyId', op: 'eq', value: workOf(finding).id },
        ],
      },
    ],
  });
  return found.filter(({ findings }) => findings.some(({ id }) => id === finding.id));
}

/**
 * Closes what waits about a finding that is no longer open: a request for several findings once none of them is.
 * @param because in a sentence that an administrator reads
 * @param by as the trail names them
 */
export async function closeSettled(
  { trail, clock }: { trail: Pick<Trail, 'recordOutbox'>; clock: Clock },
  tenant: Pick<TenantRecords, 'approvals' | 'findings'>,
  finding: Subject,
  told: { because: string; by: string },
): Promise<void> {
  const pending = (await approvalsAbout(tenant, finding)).filter(({ status }) => status === 'pending');
  for (const approval of pending) {
    const ids = approval.findings.map(({ id }) => id);
    const about = await every(tenant.findings, { where: [{ field: 'id', op: 'in', value: ids }] });
    if (about.some(isOpen)) continue;
    await closePending({ approvals: tenant.approvals, trail, clock }, [approval], told);
  }
}
