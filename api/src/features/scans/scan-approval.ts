import type { Severity, Verdict } from '@tenantry/contract/verdicts';
import { beyondAcceptance, conditionOf, type FindingCondition } from '../../audit/findings/finding-condition.ts';
import { isUnknown } from '../../audit/findings/is-finding.ts';
import { type RuleInForce, type RulesInForce, ruleOf } from '../../domain/approvals/approval-rules.ts';
import { closePending, nextWorkApprovalId } from '../../domain/approvals/finding-approvals.ts';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { RequiredWork } from '../../domain/baselines/required-work.ts';
import { findingSortKey } from '../../domain/finding/finding-order.ts';
import { isOpen } from '../../domain/finding/open-findings.ts';
import { isAbout } from '../../domain/work/approvals-of-work.ts';
import { priorityOfWork, type WorkItem, wordsOfWork, workItemsOf } from '../../domain/work/work-items.ts';
import { createOnce, every, update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { ApprovalRecord, AskedFinding } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** As many domains stand on an approval; its findings list them all. */
const domainsNamed = 10;

function namesOfDomains({ members }: WorkItem): string | null {
  const names = members.flatMap(({ affectedEntities }) =>
    affectedEntities.flatMap(({ type, name }) => (type === 'domain' ? [name] : [])),
  );
  return names.length === 0 ? null : [...new Set(names)].slice(0, domainsNamed).join(', ');
}

type Scan = { id: string; timestamp: string };

const foundCondition = ({
  verdictStatus: status,
  evidence,
  affectedEntities: affected,
  affectedCount,
}: FindingRecord) => conditionOf({ status, evidence, affected, affectedCount });

const askedFinding = (finding: FindingRecord): AskedFinding => {
  const { id, checkId, title, severity } = finding;
  return { id, checkId, title, severity, condition: foundCondition(finding) };
};

/** A request of the scanner for the task that closes these findings. */
function approvalFor(item: WorkItem, id: string, scan: Scan, requiredBy: readonly string[]): ApprovalRecord {
  const [lead] = item.members;
  const { issue, recommendation } = wordsOfWork(item);
  return {
    id,
    tenantId: lead.tenantId,
    auditId: auditIdOfScan(lead.tenantId, scan.id),
    scanId: scan.id,
    linkedFindingId: lead.id,
    checkId: lead.checkId,
    remedyId: item.id,
    findings: item.members.map(askedFinding),
    condition: foundCondition(lead),
    title: item.title,
    description: `${issue} ${recommendation}`.trim(),
    issue,
    affectedDomain: namesOfDomains(item),
    category: lead.category,
    priority: priorityOfWork(item),
    origin: 'scanner',
    type: 'task_assignment',
    autoCreateTask: true,
    status: 'pending',
    createdBy: 'scanner',
    requestedBy: 'scanner',
    requestedById: '',
    permission: null,
    requiredBy,
    isRequired: requiredBy.length > 0,
    sortKey: findingSortKey(lead),
    assignment: null,
    decidedIn: null,
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

const holds = (was: FindingCondition | null, found: FindingCondition | null): boolean =>
  was === null || found === null || beyondAcceptance(was, found) === null;

/**
 * Whether an approval settles what is found now, so that nobody is asked again: an approved one does, since its task carries the
 * work, or the single finding that it is about, and is opened again where that comes back; one that waits or was denied does for
 * what was found then, or less (design, 22 and 36; decision 009). A denial of an earlier version, which kept no condition, binds until the finding comes back.
 */
function settles({ status, remedyId, findings }: ApprovalRecord, finding: FindingRecord): boolean {
  if (status === 'closed') return false;
  const asked = findings.find(({ id }) => id === finding.id);
  if (status === 'approved') return remedyId !== null || asked !== undefined;
  if (!asked) return false;
  const isOpenedNow = finding.change === 'new' || finding.change === 'reopened';
  if (status === 'denied' && asked.condition === null && isOpenedNow) return false;
  return holds(asked.condition, foundCondition(finding));
}

/** A task of the work carries all its findings, one of before, or of a person, the one that it is about. */
const carries = ({ remedyId, linkedFindingId }: TaskRecord, item: WorkItem, finding: FindingRecord): boolean =>
  remedyId === null ? linkedFindingId === finding.id : remedyId === item.id;

/** Tasks that somebody approved, or that need nobody to: one that a technician planned waits for what is asked about it. */
async function tasksThatMayBegin(
  { tasks }: TenantRecords,
  approvals: readonly ApprovalRecord[],
): Promise<TaskRecord[]> {
  const undecided = new Set(approvals.flatMap(({ id, status }) => (status === 'approved' ? [] : [id])));
  const found = await every(tasks, { where: [{ field: 'checkId', op: 'ne', value: null }] });
  return found.filter(({ linkedApprovalId }) => linkedApprovalId === null || !undecided.has(linkedApprovalId));
}

const rank: Readonly<Record<Severity, number>> = { critical: 0, high: 1, medium: 2, low: 3, info: 4 };

type Seen = {
  /** Every finding of the tenant as it is after the scan, and what the scan said of its check. */
  findings: readonly FindingRecord[];
  verdicts: readonly Verdict[];
  rules: RulesInForce;
  /** What the tenant's baselines ask for. */
  required: RequiredWork;
  /** Licenses could not be read: what waits for one is not known to have changed. */
  hasUnreadLicenses: boolean;
};

type Asking = { scan: Scan; trail: Trail; now: Date };

/** Why the scanner does not ask for the work; null where it may. What a baseline requires is asked for however grave it is. */
function whyNot({ id, members }: WorkItem, { rules, required }: Seen): string | null {
  const [lead] = members;
  const { askFrom } = rules;
  if (ruleOf(rules, lead.tenantId, id)?.action === 'never') return 'A rule says that this work is never asked for.';
  if (rank[lead.severity] > rank[askFrom] && required.requiredBy(members).length > 0) return null;
  return rank[lead.severity] <= rank[askFrom] ? null : `Nothing of it is of ${askFrom} severity or above.`;
}

/** By a rule the work is approved as it is asked for, in the name of who made it: what follows is done by the timer (domain/approvals). */
function approvedByRule(approval: ApprovalRecord, { id: ruleId, by, byUser }: RuleInForce, now: Date): ApprovalRecord {
  const { id: approvalId, type, title: target, tenantId, createdAt: approvedAt } = approval;
  const approved = {
    ...approval,
    status: 'approved',
    reviewNotes: `Approved by a rule of ${by}.`,
    approvedBy: by,
    approvedByUser: byUser,
    approvedAt,
    isUnfinished: true,
  } as const;
  const details = { approvalId, type, ruleId, after: { status: 'approved' } };
  return withEntry(approved, { eventType: 'approval_approved', user: byUser, target, tenantId, details }, now);
}

/** Why nothing is left to decide about a request; null where something is, or where that is not known. */
function whyOver(approval: ApprovalRecord, { findings, verdicts }: Seen): string | null {
  const asked = new Set(approval.findings.map(({ id }) => id));
  const about = findings.filter(({ id }) => asked.has(id));
  if (about.length === 0 || about.some(isOpen)) return null;
  const unknown = new Set(verdicts.filter(isUnknown).map(({ checkId }) => checkId));
  if (about.some(({ status, checkId }) => status === 'RESOLVED' && unknown.has(checkId))) return null;
  const isAccepted = about.some(({ status }) => status === 'ACCEPTED');
  return isAccepted ? 'The risk was accepted.' : 'A later scan no longer found it.';
}

/** Why the scanner's request for a piece of work is over which nothing open asks for: it is mended by other work now, as once a license was bought. */
function whyNeededNoMore({ origin, remedyId, findings: asked }: ApprovalRecord, seen: Seen): string | null {
  if (origin !== 'scanner' || remedyId === null || seen.hasUnreadLicenses) return null;
  const isStillOpen = seen.findings.some((one) => isOpen(one) && asked.some(({ id }) => id === one.id));
  return isStillOpen ? 'This work is no longer needed: other work closes what was found.' : null;
}

/** Closes requests that nobody has to decide any more: what was found is gone or accepted, or is asked for by remedy or as other work now. */
async function closeOver(
  tenant: TenantRecords,
  approvals: readonly ApprovalRecord[],
  items: readonly WorkItem[],
  seen: Seen,
  { trail, now }: Asking,
): Promise<void> {
  const closing = { approvals: tenant.approvals, trail, clock: { now: () => now } };
  for (const approval of approvals) {
    if (approval.status !== 'pending' || approval.findings.length === 0) continue;
    const item = items.find((one) => isAbout(approval, one));
    const ofOneFinding = approval.origin === 'scanner' && approval.remedyId === null;
    const ofScanner = approval.origin === 'scanner' && item;
    const unwanted = ofScanner ? whyNot(item, seen) : item ? null : whyNeededNoMore(approval, seen);
    const because = whyOver(approval, seen) ?? unwanted ?? (ofOneFinding ? 'Asked again by remedy.' : null);
    if (because !== null) await closePending(closing, [approval], { because, by: 'system' });
  }
}

/** A request that waits says which baselines require it now: baselines are assigned and taken away. What it asks for stays. */
async function markRequired(
  { approvals }: TenantRecords,
  own: readonly ApprovalRecord[],
  requiredBy: readonly string[],
): Promise<void> {
  const isOther = ({ status, remedyId, requiredBy: known = [] }: ApprovalRecord) =>
    status === 'pending' && remedyId !== null && known.join() !== requiredBy.join();
  for (const { id } of own.filter(isOther)) {
    await update(approvals, id, (current) =>
      isOther(current) ? { ...current, requiredBy, isRequired: requiredBy.length > 0 } : current,
    );
  }
}

/** What a baseline requires is asked for before what none does; else the order stays. */
function requiredFirst(items: readonly WorkItem[], { requiredBy }: RequiredWork): WorkItem[] {
  const place = ({ members }: WorkItem) => (requiredBy(members).length > 0 ? 0 : 1);
  return items.toSorted((a, b) => place(a) - place(b));
}

/**
 * Asks an administrator, once for each remedy, where something is open that nobody was asked about, or that goes beyond what was
 * asked; and closes what waits where nothing is left to decide. Done again by the same scan, it changes nothing.
 */
export async function askForApprovals(tenant: TenantRecords, seen: Seen, asking: Asking): Promise<void> {
  const { scan, trail, now } = asking;
  const items = requiredFirst(workItemsOf(seen.findings.filter(isOpen)), seen.required);
  const before = (await every(tenant.approvals)).filter(({ type }) => type === 'task_assignment');
  await closeOver(tenant, before, items, seen, asking);
  const tasks = await tasksThatMayBegin(tenant, before);
  for (const item of items) {
    if (whyNot(item, seen) !== null) continue;
    const own = before.filter((one) => isAbout(one, item));
    const requiredBy = seen.required.requiredBy(item.members);
    await markRequired(tenant, own, requiredBy);
    // Those of the scanner of before are closed by now: what they waited for is asked for by remedy.
    const binding = own.filter((one) => one.remedyId !== null || one.origin === 'manual' || one.status !== 'pending');
    const isSettled = (finding: FindingRecord) =>
      binding.some((one) => settles(one, finding)) || tasks.some((task) => carries(task, item, finding));
    if (item.members.every(isSettled)) continue;
    const ofWork = own.filter(({ remedyId }) => remedyId !== null);
    const closing = { approvals: tenant.approvals, trail, clock: { now: () => now } };
    await closePending(closing, ofWork, {
      because: 'What was found has changed: a newer request asks for it.',
      by: 'system',
    });
    const rule = ruleOf(seen.rules, tenant.tenant.id, item.id);
    const approval = approvalFor(item, nextWorkApprovalId(tenant.tenant.id, item.id, ofWork), scan, requiredBy);
    const wanted = rule?.action === 'approve' ? approvedByRule(approval, rule, now) : approval;
    const created = await createOnce(tenant.approvals, wanted);
    if (created) await settleOutbox(tenant.approvals, created.value, trail, created.etag);
  }
}
