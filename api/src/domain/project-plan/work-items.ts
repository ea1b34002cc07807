import { countedOnce } from '../../audit/findings/license-group.ts';
import { every } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { byFindingOrder } from '../finding/finding-order.ts';
import { mergedByLicense } from '../finding/license-finding.ts';
import { approvalsOfFindings } from './approvals-of-findings.ts';

/** One piece of work that open findings ask for: a finding, or all that need the same license (decision 020). */
export type WorkItem = {
  /** The one that stands for all of them, as a reader is told of them. */
  finding: FindingRecord;
  members: readonly FindingRecord[];
  /** The newest approval that was asked for about any of them; null where none was. */
  approval: ApprovalRecord | null;
};

function newestOf(members: readonly FindingRecord[], approvals: ReadonlyMap<string, ApprovalRecord>) {
  const own = members.flatMap(({ id }) => approvals.get(id) ?? []);
  return own.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0] ?? null;
}

function itemOf(lead: FindingRecord, open: readonly FindingRecord[], approvals: ReadonlyMap<string, ApprovalRecord>) {
  const { needsLicense, severity } = lead;
  const members = needsLicense === null ? [lead] : open.filter((one) => one.needsLicense === needsLicense);
  const approval = newestOf(members, approvals);
  // What is decided about one of them is decided about all: the work is done on the one that was asked about.
  const holder = members.find(({ id }) => id === approval?.linkedFindingId) ?? lead;
  const { title, description, recommendation } = mergedByLicense(members)[0] ?? lead;
  return { finding: { ...holder, severity, title, description, recommendation }, members, approval };
}

/** The work that the open findings of a tenant ask for, the most urgent first. */
export async function openWorkItems(tenant: Pick<TenantRecords, 'findings' | 'approvals'>): Promise<WorkItem[]> {
  const open = await every(tenant.findings, {
    where: [{ field: 'status', op: 'in', value: ['OPEN', 'IN_PROGRESS'] }],
  });
  open.sort(byFindingOrder);
  const approvals = await approvalsOfFindings(
    tenant,
    open.map(({ id }) => id),
  );
  return countedOnce(open).map((lead) => itemOf(lead, open, approvals));
}
