import type { Verdict } from '@tenantry/contract/verdicts';
import { every, update } from '../../ports/collection.ts';
import type { TaskRecord, TaskScan } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { changeAndSeal } from '../audit-trail/outbox.ts';
import { isOpen } from '../finding/open-findings.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { changedTask, system } from './change-task.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'activityLog' | 'clock'>;
type Scan = { id: string; timestamp: string };

const isCompleted = ({ status }: TaskRecord): boolean => status === 'completed';

const scanOf = ({ id, timestamp }: Scan, { status, message, affectedCount }: Verdict): TaskScan => ({
  scanLogId: id,
  at: timestamp,
  status,
  message,
  affectedCount,
});

/**
 * Which of the tasks of one finding is opened again: the one that was completed last, before the scan looked. None where
 * another of them is in work already.
 */
function toReopen(tasks: readonly TaskRecord[], scan: Scan): TaskRecord | null {
  if (!tasks.every(isCompleted)) return null;
  const [last] = tasks.toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''));
  return last && (last.completedAt ?? '') < scan.timestamp ? last : null;
}

async function reopen(
  { trail, activityLog, clock }: Dependencies,
  { tenant, tasks }: TenantRecords,
  id: string,
  scan: Scan,
  verdict: Verdict,
): Promise<void> {
  let isOurs = false;
  const note = `The check fails again: ${verdict.message}`;
  const task = await changeAndSeal(trail, tasks, id, (current) => {
    isOurs = isCompleted(current) && (current.completedAt ?? '') < scan.timestamp;
    if (!isOurs) return current;
    const open = { status: 'open', completedAt: null, completedBy: null, completedWithoutProof: false } as const;
    const patch = { ...open, recheck: null, lastScan: scanOf(scan, verdict) };
    return changedTask(current, patch, { what: 'reopened', by: system, eventType: 'task_reopened', note }, clock.now());
  });
  if (!task) return;
  if (!isOurs) return;
  await activityLog.add({
    id: `reopened-${task.id}-${scan.id.slice(-36)}`,
    type: 'warning',
    message: `"${task.title}" was opened again: its check fails again`,
    tenantId: tenant.id,
    eventType: 'task_reopened',
    target: task.title,
    user: 'system',
    details: { taskId: task.id, scanLogId: scan.id },
  });
}

/**
 * Holds the tenant's tasks against the verdicts of a scan (design, 25): tasks in work keep what it said of their check, none is
 * closed, and of a finding that fails again one task is opened again. Done again for the same scan, it changes nothing.
 */
export async function holdTasks(
  dependencies: Dependencies,
  tenant: TenantRecords,
  scan: Scan,
  verdicts: readonly Verdict[],
  signal: AbortSignal,
): Promise<void> {
  const byCheck = new Map(verdicts.map((verdict) => [verdict.checkId, verdict]));
  const tasks = await every(tenant.tasks, { where: [{ field: 'checkId', op: 'ne', value: null }] });
  for (const task of tasks) {
    signal.throwIfAborted();
    const verdict = byCheck.get(task.checkId ?? '');
    if (!verdict || isCompleted(task)) continue;
    await update(tenant.tasks, task.id, (current) =>
      isCompleted(current) || current.lastScan?.scanLogId === scan.id
        ? current
        : { ...current, lastScan: scanOf(scan, verdict) },
    );
  }
  for (const [findingId, ofFinding] of Map.groupBy(tasks, ({ linkedFindingId }) => linkedFindingId)) {
    const verdict = byCheck.get(ofFinding[0]?.checkId ?? '');
    const task = toReopen(ofFinding, scan);
    if (findingId === null || !task || (verdict?.status !== 'fail' && verdict?.status !== 'warning')) continue;
    signal.throwIfAborted();
    const finding = await tenant.findings.get(findingId);
    // An accepted risk asks nobody, and one that was resolved after the scan had looked is for the next scan.
    if (finding && isOpen(finding.value)) await reopen(dependencies, tenant, task.id, scan, verdict);
  }
}
