import type { Affected, Verdict } from '@tenantry/contract/verdicts';
import { beyondAcceptance, conditionOf, type FindingCondition } from '../../audit/findings/finding-condition.ts';
import { isFinding, isUnknown } from '../../audit/findings/is-finding.ts';
import { closePending, nextApprovalId } from '../../domain/approvals/finding-approvals.ts';
import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import { isOpen } from '../../domain/finding/open-findings.ts';
import { createOnce } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** As many domains stand on an approval; its finding lists them all. */
const domainsNamed = 10;

function namesOfDomains(affected: readonly Affected[]): string | null {
  const names = affected.flatMap(({ type, name }) => (type === 'domain' ? [name] : []));
  return names.length === 0 ? null : names.slice(0, domainsNamed).join(', ');
}

type Scan = { id: string; timestamp: string };

/** A request of the scanner for a task that mends what failed. */
function approvalFor(finding: FindingRecord, verdict: Verdict, id: string, scan: Scan): ApprovalRecord {
  const { tenantId, severity } = finding;
  return {
    id,
    tenantId,
    auditId: auditIdOfScan(tenantId, scan.id),
    scanId: scan.id,
    linkedFindingId: finding.id,
    checkId: finding.checkId,
    condition: conditionOf(verdict),
    title: finding.title,
    description: `${finding.description} ${finding.recommendation}`.trim(),
    issue: finding.description,
    affectedDomain: namesOfDomains(verdict.affected),
    category: finding.category,
    priority: severity === 'info' ? 'low' : severity,
    origin: 'scanner',
    type: 'task_assignment',
    autoCreateTask: true,
    status: 'pending',
    createdBy: 'scanner',
    requestedBy: 'scanner',
    requestedById: '',
    permission: null,
    reviewNotes: null,
    approvedBy: null,
    approvedByUser: null,
    approvedAt: null,
    closedBecause: null,
    isUnfinished: false,
    finishedAt: null,
    notDoneBecause: null,
    taskId: null,
    createdAt: scan.timestamp,
    updatedAt: scan.timestamp,
    ...emptyOutbox,
  };
}

/**
 * Whether an approval settles what is found now, so that nobody is asked again: an approved one does, since its task carries the
 * finding and is opened again where it comes back; one that waits or was denied does for what was found then, or less (design, 22; decision 009).
 * @param isOpenedNow the finding is new or came back: then a denial of an earlier version, which kept no condition, binds nobody
 */
function settles({ status, condition }: ApprovalRecord, found: FindingCondition | null, isOpenedNow: boolean): boolean {
  if (status === 'approved') return true;
  if (status === 'closed') return false;
  if (condition === null) return status === 'pending' || !isOpenedNow;
  return found === null || beyondAcceptance(condition, found) === null;
}

type Seen = {
  verdict: Verdict;
  /** As it was saved by this scan, and as it was before; null where it is new. */
  finding: FindingRecord;
  before: FindingRecord | null;
  /** Every approval of this finding. */
  approvals: readonly ApprovalRecord[];
  /** It stands for all that need the same license: whoever does not have it decides once, not check by check. */
  isCounted: boolean;
};

/**
 * Asks an administrator where something fails that nobody was asked about, or that goes beyond what was asked; and closes what
 * waits where the finding is resolved or its risk accepted. Done again by the same scan, it changes nothing.
 */
export async function askForApproval(
  tenant: TenantRecords,
  { verdict, finding, before, approvals, isCounted }: Seen,
  { scan, trail, now }: { scan: Scan; trail: Trail; now: Date },
): Promise<void> {
  const closing = { approvals: tenant.approvals, trail, clock: { now: () => now } };
  const close = (because: string) => closePending(closing, approvals, { because, by: 'system' });
  if (finding.status === 'ACCEPTED') return close('The risk was accepted.');
  if (finding.status === 'RESOLVED' && !isFinding(verdict) && !isUnknown(verdict)) {
    return close('A later scan no longer found it.');
  }
  if (verdict.status !== 'fail' || !isCounted || !isOpen(finding)) return;
  const isOpenedNow = finding.change === 'new' || finding.change === 'reopened';
  const isWorse = before !== null && before.verdictStatus !== 'fail';
  if (approvals.length === 0 && !isOpenedNow && !isWorse) return;
  const found = conditionOf(verdict);
  if (approvals.some((one) => settles(one, found, isOpenedNow))) return;
  // A task of an audit or a plan carries the finding too: nobody is asked for a second one.
  if ((await tenant.tasks.count([{ field: 'linkedFindingId', op: 'eq', value: finding.id }])) > 0) return;
  await close('What was found has changed: a newer request asks for it.');
  await createOnce(tenant.approvals, approvalFor(finding, verdict, nextApprovalId(finding, approvals), scan));
}
