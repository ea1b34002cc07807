import type { LeftOut } from '@tenantry/contract/project-plan';
import { isOpen } from '../../domain/finding/open-findings.ts';
import { type AskedWork, openWorkItems } from '../../domain/work/work-items.ts';
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

const isDenied = ({ approval }: AskedWork) => approval?.status === 'denied';

/**
 * What a plan is made for: all open findings, or those that were chosen. What is not open any more, and what an administrator
 * denied, gets no task, and the answer says so.
 */
export async function plannedFindings(tenant: TenantRecords, findingIds?: readonly string[]): Promise<Choice> {
  const items = await openWorkItems(tenant);
  const chosen = findingIds ? await chosenOf(tenant, findingIds) : null;
  const ids = new Set(chosen?.map(({ id }) => id));
  const wanted = chosen ? items.filter(({ members }) => members.some(({ id }) => ids.has(id))) : items;
  const closed = chosen?.filter((one) => !isOpen(one)) ?? [];
  return {
    planned: wanted.filter((one) => !isDenied(one)),
    leftOut: [
      ...closed.map((one) => leftOut(one, one.status === 'ACCEPTED' ? 'accepted' : 'resolved')),
      ...wanted.filter(isDenied).map(({ members: [lead] }) => leftOut(lead, 'denied')),
    ],
  };
}
