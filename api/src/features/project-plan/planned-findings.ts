import type { LeftOut } from '@tenantry/contract/project-plan';
import { isOpen } from '../../domain/finding/open-findings.ts';
import { findingsOf, plannedWork } from '../../domain/work/planned-work.ts';
import type { AskedWork } from '../../domain/work/work-items.ts';
import { AppError } from '../../http/app-error.ts';
import { every } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Choice = { planned: AskedWork[]; leftOut: LeftOut[] };

/** @throws AppError NOT_FOUND where one of them is not there */
async function chosenOf({ findings }: TenantRecords, findingIds: readonly string[]): Promise<FindingRecord[]> {
  const wanted = [...new Set(findingIds)];
  const found = await every(findings, { where: [{ field: 'id', op: 'in', value: wanted }] });
  if (found.length < wanted.length) {
    throw new AppError('NOT_FOUND', 'One of these findings does not exist. Reload the findings and choose again.');
  }
  return found;
}

const leftOut = ({ id: findingId, title }: FindingRecord, reason: LeftOut['reason']): LeftOut => ({
  findingId,
  title,
  reason,
});

/**
 * What a plan is made for: all open findings, or those that were chosen. What is not open any more, and what an administrator
 * denied, gets no task, and the answer says so of each finding.
 */
export async function plannedFindings(tenant: TenantRecords, findingIds?: readonly string[]): Promise<Choice> {
  const { planned, denied } = await plannedWork(tenant);
  const chosen = findingIds ? await chosenOf(tenant, findingIds) : null;
  const ids = new Set(chosen?.map(({ id }) => id));
  const isChosen = ({ id }: { id: string }) => chosen === null || ids.has(id);
  const closed = chosen?.filter((one) => !isOpen(one)) ?? [];
  return {
    planned: planned.filter(({ members }) => members.some(isChosen)),
    leftOut: [
      ...closed.map((one) => leftOut(one, one.status === 'ACCEPTED' ? 'accepted' : 'resolved')),
      ...findingsOf(denied)
        .filter(isChosen)
        .map((one) => leftOut(one, 'denied')),
    ],
  };
}
