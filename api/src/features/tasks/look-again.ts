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
import type { FindingRecord } from '../../store/findings.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { RecheckEnd } from './end-recheck.ts';
import { type CollectionDependencies, collectForCheck } from './recheck-collection.ts';

type Dependencies = CollectionDependencies & Pick<CommonParts, 'tenants' | 'trail' | 'clock'>;

/** Why data that the check needs is not there, in Microsoft's own code; '' where nothing was refused. */
function whyUnread(facts: Facts, names: readonly DatasetName[]): string {
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

async function saveFinding(
  { tenants, trail, clock }: Dependencies,
  tenant: TenantRecords,
  task: TaskRecord,
  verdict: Verdict,
  at: string,
): Promise<void> {
  if (task.linkedFindingId === null) return;
  const change = afterLook(verdict, tenant, task, at, clock.now());
  const finding = await changeAndSeal(trail, tenant.findings, task.linkedFindingId, (current) => {
    if (current.lastDetected > at || (current.resolvedAt ?? '') > at) {
      throw new OvertakenError(`A scan looked at ${current.id} after this re-check did`);
    }
    return change(current);
  });
  if (!finding) return;
  await recountOpenIssues(tenants, tenant);
  if (finding.status !== 'RESOLVED') return;
  await closeSettled({ trail, clock }, tenant, finding, { because: 'A re-check no longer found it.', by: 'system' });
}

/**
 * Looks at the check of a task by itself, and writes what the look means for its finding, by the rules of a scan. The audit
 * stays the one of the last scan.
 * @returns how the re-check ends; null where the tenant is gone or has another mode by now
 */
export async function lookAgain(
  dependencies: Dependencies,
  tenant: TenantRecords,
  task: TaskRecord,
  signal: AbortSignal,
): Promise<RecheckEnd | null> {
  const { tenants, clock } = dependencies;
  const check = catalog.find(({ id }) => id === task.checkId);
  if (!check) throw new Error(`There is no check ${task.checkId}`);
  const now = clock.now();
  const { facts, datasets, graphCalls } = await collectForCheck(dependencies, tenant.tenant, check, { now, signal });
  const exemptions = emergencyExemptions(tenant.tenant.emergencyAccounts, now);
  const verdict = verdictOf(check, facts, { now, exemptions });
  signal.throwIfAborted();
  const current = await tenants.get(tenant.tenant.id);
  if (!current || current.value.purgingSince || current.value.isMock !== task.isSimulated) return null;
  const before = task.linkedFindingId === null ? null : await tenant.findings.get(task.linkedFindingId);
  const checkedAt = now.toISOString();
  const look = { checkedAt, requestedBy: task.recheck?.requestedBy ?? '', datasets, graphCalls };
  const result = recheckResult(verdict, before?.value ?? null, look);
  if (isUnknown(verdict)) {
    return { outcome: 'unknown', message: `${verdict.message}${whyUnread(facts, check.datasets)}`, result };
  }
  await saveFinding(dependencies, tenant, task, verdict, checkedAt);
  const stillFails = verdict.status === 'fail' || verdict.status === 'warning';
  return { outcome: stillFails ? 'stillFails' : 'passed', message: verdict.message, result };
}
