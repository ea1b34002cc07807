import type { Verdict } from '@tenantry/contract/verdicts';
import { catalog } from '../../audit/checks/catalog.ts';
import { emergencyExemptions } from '../../audit/checks/emergency-accounts.ts';
import type { DatasetName } from '../../audit/facts/datasets.ts';
import { type Facts, failureOfDataset } from '../../audit/facts/facts.ts';
import { verdictOf } from '../../audit/findings/evaluate.ts';
import { isFinding, isUnknown } from '../../audit/findings/is-finding.ts';
import { closeSettled } from '../../domain/approvals/close-settled.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { seen, unseen } from '../../domain/finding/finding-of-verdict.ts';
import { recountOpenIssues } from '../../domain/finding/recount-open-issues.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { recheckResult } from '../../domain/tasks/recheck-result.ts';
import { checksOfTask, decisiveOf, type Looked, standingOf, standingText } from '../../domain/tasks/task-standing.ts';
import { every } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { RecheckEnd } from './end-recheck.ts';
import { type CollectionDependencies, collectForChecks } from './recheck-collection.ts';

type Dependencies = CollectionDependencies & Pick<CommonParts, 'tenants' | 'trail' | 'clock'>;

/** Why data that a check needs is not there, in Microsoft's own code; '' where nothing was refused. */
function whyUnread(facts: Facts, checkId: string): string {
  const names: readonly DatasetName[] = catalog.find(({ id }) => id === checkId)?.datasets ?? [];
  const failure = names.map((name) => failureOfDataset(facts[name])).find((one) => one !== undefined);
  return failure ? ` (${failure.status === 0 ? '' : `${failure.status} `}${failure.code})` : '';
}

/** A finding whose status the look changed, with its entry in the trail; of any other the last scan's picture stays. */
function afterLook(
  verdict: Verdict,
  { tenant }: TenantRecords,
  task: TaskRecord,
  at: string,
  now: Date,
): (finding: FindingRecord) => FindingRecord {
  return (finding) => {
    if (finding.isSimulated !== task.isSimulated) return finding;
    const asked = task.recheck ? `Asked for by ${task.recheck.requestedBy}.` : '';
    const sight = { tenant, scanLogId: finding.scanLogId, at, now, by: 're-check', note: asked };
    const next = isFinding(verdict) ? seen(verdict, finding, sight) : unseen(verdict, finding, sight);
    if (next.status === finding.status) return finding;
    const entry = {
      eventType: 'finding_status_changed',
      user: task.recheck?.requestedByUser ?? 'system',
      target: finding.title,
      tenantId: finding.tenantId,
      details: {
        findingId: finding.id,
        taskId: task.id,
        recheckId: task.recheck?.id ?? null,
        because: `A re-check: ${verdict.status}`,
        before: { status: finding.status },
        after: { status: next.status },
      },
    } as const;
    return withEntry(next, entry, now);
  };
}

/** A scan that looked later than this re-check has written what it saw: the re-check looks once more. */
class OvertakenError extends Error {}

/** Writes what the look means for one finding. @returns the finding as it is then */
async function saveFinding(
  { trail, clock }: Dependencies,
  tenant: TenantRecords,
  task: TaskRecord,
  { verdict, finding: before }: Looked,
  at: string,
): Promise<FindingRecord | null> {
  if (before === null || isUnknown(verdict)) return before;
  const change = afterLook(verdict, tenant, task, at, clock.now());
  const finding = await changeAndSeal(trail, tenant.findings, before.id, (current) => {
    if (current.lastDetected > at || (current.resolvedAt ?? '') > at) {
      throw new OvertakenError(`A scan looked at ${current.id} after this re-check did`);
    }
    return change(current);
  });
  if (finding?.status === 'RESOLVED' && before.status !== 'RESOLVED') {
    const told = { because: 'A re-check no longer found it.', by: 'system' };
    await closeSettled({ trail, clock }, tenant, before, told);
  }
  return finding;
}

/** The findings of these checks by the check, as they are before the look. */
async function findingsOf(
  { findings }: TenantRecords,
  checkIds: readonly string[],
): Promise<Map<string, FindingRecord>> {
  const found = await every(findings, { where: [{ field: 'checkId', op: 'in', value: checkIds }] });
  return new Map(found.map((finding) => [finding.checkId, finding]));
}

/**
 * Looks at the checks of a task by themselves, in one pass over the data that they need, and writes what the look means for their
 * findings, by the rules of a scan. The audit stays the one of the last scan.
 * @returns how the re-check ends; null where the tenant is gone or has another mode by now
 */
export async function lookAgain(
  dependencies: Dependencies,
  tenant: TenantRecords,
  task: TaskRecord,
  signal: AbortSignal,
): Promise<RecheckEnd | null> {
  const { tenants, clock } = dependencies;
  const wanted = checksOfTask(task);
  const checks = catalog.filter(({ id }) => wanted.includes(id));
  const now = clock.now();
  const { facts, datasets, graphCalls } = await collectForChecks(dependencies, tenant.tenant, checks, { now, signal });
  const exemptions = emergencyExemptions(tenant.tenant.emergencyAccounts, now);
  const verdicts = checks.map((check) => verdictOf(check, facts, { now, exemptions }));
  signal.throwIfAborted();
  const current = await tenants.get(tenant.tenant.id);
  if (!current || current.value.purgingSince || current.value.isMock !== task.isSimulated) return null;
  const before = await findingsOf(tenant, wanted);
  const checkedAt = now.toISOString();
  const looked: Looked[] = [];
  for (const verdict of verdicts) {
    const finding = before.get(verdict.checkId) ?? null;
    looked.push({ verdict, finding: await saveFinding(dependencies, tenant, task, { verdict, finding }, checkedAt) });
  }
  if (before.size > 0) await recountOpenIssues(tenants, tenant);
  const standing = standingOf(task, looked);
  const decisive = decisiveOf(task, looked, standing);
  if (!decisive) throw new Error(`The task ${task.id} has no check`);
  const { verdict } = decisive;
  const look = { checkedAt, requestedBy: task.recheck?.requestedBy ?? '', datasets, graphCalls };
  const result = recheckResult({ verdict, finding: before.get(verdict.checkId) ?? null }, verdicts, look);
  const unread = standing.outcome === 'unknown' ? whyUnread(facts, verdict.checkId) : '';
  return { outcome: standing.outcome, message: `${standingText(standing, decisive)}${unread}`, result };
}
