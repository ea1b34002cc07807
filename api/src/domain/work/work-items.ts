import type { Priority, Severity } from '@tenantry/contract/verdicts';
import { conditionalAccessByLicense } from '../../audit/checks/shared/entra-p1.ts';
import { countOf } from '../../audit/facts/sentence-parts.ts';
import { type Work, workOf } from '../../audit/findings/remedies/work.ts';
import { every } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { byFindingOrder } from '../finding/finding-order.ts';
import { openStatuses } from '../finding/open-findings.ts';
import { approvalsOfWork } from './approvals-of-work.ts';

/** One piece of work, with the findings that it closes (decision 056). */
export type WorkItem = Work & {
  /** In the order of the list of findings: the first is the gravest. */
  members: readonly [FindingRecord, ...FindingRecord[]];
};

/** Asked for, or not: the newest approval of it or of any of its findings; null where none was asked. */
export type AskedWork = WorkItem & { approval: ApprovalRecord | null };

/** The work that findings ask for, the gravest first: each finding is in one of them. */
export function workItemsOf(findings: readonly FindingRecord[]): WorkItem[] {
  const items = new Map<string, Work & { members: [FindingRecord, ...FindingRecord[]] }>();
  for (const finding of findings.toSorted(byFindingOrder)) {
    const work = workOf(finding);
    const known = items.get(work.id);
    if (known) known.members.push(finding);
    else items.set(work.id, { ...work, members: [finding] });
  }
  return [...items.values()];
}

/** How grave the work is: as its gravest finding. */
export const severityOfWork = ({ members: [lead] }: Pick<WorkItem, 'members'>): Severity => lead.severity;

/** The same as a priority, of which there is none below low. */
export function priorityOfWork(item: Pick<WorkItem, 'members'>): Priority {
  const severity = severityOfWork(item);
  return severity === 'info' ? 'low' : severity;
}

/** The license without which the work cannot be begun; null where none is missing. */
export const licenseOfWork = ({ members: [lead] }: Pick<WorkItem, 'members'>): string | null => lead.needsLicense;

/** What the work is about, as an approval and a task tell it: what is wrong, and what to do. */
export function wordsOfWork(item: Pick<WorkItem, 'members'>): { issue: string; recommendation: string } {
  const [lead, ...others] = item.members;
  const license = licenseOfWork(item);
  const recommendation = license === null ? lead.recommendation : conditionalAccessByLicense(license);
  if (others.length === 0) return { issue: lead.description, recommendation };
  const titles = item.members.map(({ title }) => title);
  return { issue: `Closes ${countOf(titles.length, 'finding')}: ${titles.join('; ')}.`, recommendation };
}

/** The work that the open findings of a tenant ask for, the gravest first, with what was asked about it. */
export async function openWorkItems(tenant: Pick<TenantRecords, 'findings' | 'approvals'>): Promise<AskedWork[]> {
  const open = await every(tenant.findings, {
    where: [{ field: 'status', op: 'in', value: openStatuses }],
  });
  const items = workItemsOf(open);
  const approvalOf = await approvalsOfWork(tenant, items);
  return items.map((item) => ({ ...item, approval: approvalOf(item) }));
}
