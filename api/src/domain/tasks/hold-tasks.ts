import type { Verdict } from '@tenantry/contract/verdicts';
import type { Facts } from '../../audit/facts/facts.ts';
import { every } from '../../ports/collection.ts';
import type { TaskRecord, TaskScan } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { changeAndSeal } from '../audit-trail/outbox.ts';
import type { BaselineStores } from '../baselines/baselines.ts';
import { requiredOfTenant } from '../baselines/required-work.ts';
import { isOpen } from '../finding/open-findings.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { recheckResult } from '../rechecks/recheck-result.ts';
import { isBeingRechecked } from '../rechecks/recheck-state.ts';
import { type WorkItem, workItemsOf } from '../work/work-items.ts';
import { changedTask, system } from './change-task.ts';
import { dayOf } from './due-days.ts';
import { type Held, heldAgainst, isCompleted, joined, otherWords, type Reads, toReopen } from './held-tasks.ts';
import { isRechecked } from './recheck-state.ts';
import { checksOfTask } from './task-standing.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'activityLog' | 'clock'> & BaselineStores;
type Scan = { id: string; timestamp: string };
/** What a scan saw, and which checks were looked at by themselves after it began: tasks of those are left to the next scan. */
type ScanSight = { verdicts: readonly Verdict[]; facts: Facts; lookedAtSince: ReadonlySet<string> };
const scanOf = ({ id, timestamp }: Scan, { text, decisive }: Held): TaskScan => ({
  scanLogId: id,
  at: timestamp,
  status: decisive.verdict.status,
  message: text,
  affectedCount: decisive.verdict.affectedCount,
});

/** Changes a task where `isDue` still holds, with its line in the activities. Done again for the same scan, it changes nothing. */
async function changeOnce(
  { trail, activityLog }: Dependencies,
  { tenant, tasks }: TenantRecords,
  {
    task: { id },
    scan,
    isDue,
    change,
    told,
  }: {
    task: TaskRecord;
    scan: Scan;
    isDue: (current: TaskRecord) => boolean;
    change: (current: TaskRecord) => TaskRecord;
    told: { id: string; type: 'warning' | 'system'; eventType: 'task_reopened' | 'task_completed'; because: string };
  },
): Promise<void> {
  let isOurs = false;
  const task = await changeAndSeal(trail, tasks, id, (current) => {
    isOurs = isDue(current);
    return isOurs ? change(current) : current;
  });
  if (!task || !isOurs) return;
  await activityLog.add({
    id: `${told.id}-${task.id}-${scan.id.slice(-36)}`,
    type: told.type,
    message: `"${task.title}" ${told.because}`,
    tenantId: tenant.id,
    eventType: told.eventType,
    target: task.title,
    user: 'system',
    details: { taskId: task.id, scanLogId: scan.id },
  });
}

/** The day of a task that is opened again: the one that it had where that is to come, else what baselines want; null where none does. */
async function dueAgain(
  { clock, ...stores }: Dependencies,
  { tenant }: TenantRecords,
  { task: { dueDate }, standing: { left } }: Held,
): Promise<string | null> {
  const now = clock.now();
  if (dueDate === null || dueDate >= dayOf(now)) return dueDate;
  const open = left.flatMap(({ finding }) => (finding && isOpen(finding) ? [finding] : []));
  return (await requiredOfTenant(stores, tenant.id, now)).dueDate(open);
}

async function reopen(
  dependencies: Dependencies,
  tenant: TenantRecords,
  held: Held,
  { scan, work }: { scan: Scan; work: readonly WorkItem[] },
): Promise<void> {
  const { task, text, verdicts } = held;
  const dueDate = await dueAgain(dependencies, tenant, held);
  const note = verdicts.length > 1 ? `Checks fail again: ${text}` : `The check fails again: ${text}`;
  const open = { status: 'open', completedAt: null, completedBy: null, completedWithoutProof: false } as const;
  const how = { what: 'reopened', by: system, eventType: 'task_reopened', note } as const;
  return changeOnce(dependencies, tenant, {
    task,
    scan,
    isDue: (current) => isCompleted(current) && (current.completedAt ?? '') < scan.timestamp,
    change: (current) => {
      const patch = {
        ...open,
        ...joined(held),
        ...otherWords(current, work),
        dueDate,
        recheck: null,
        lastScan: scanOf(scan, held),
      };
      return changedTask(current, patch, how, dependencies.clock.now());
    },
    told: { id: 'reopened', type: 'warning', eventType: 'task_reopened', because: 'was opened again: it fails again' },
  });
}

/** A scan that finds that all checks of a task pass is its proof (design, 36). */
function complete(dependencies: Dependencies, tenant: TenantRecords, held: Held, scan: Scan): Promise<void> {
  const { task, text, decisive, verdicts } = held;
  const look = { checkedAt: scan.timestamp, requestedBy: 'scanner', datasets: [], graphCalls: null };
  const proof = recheckResult(decisive, verdicts, look);
  const note = `A scan found that it is done: ${text}`;
  const how = { what: 'completed', by: system, eventType: 'task_completed', note } as const;
  return changeOnce(dependencies, tenant, {
    task,
    scan,
    // What a re-check saw after the scan had looked is newer.
    isDue: (current) =>
      !isCompleted(current) &&
      !isBeingRechecked(current) &&
      current.createdAt < scan.timestamp &&
      (current.recheck?.endedAt ?? '') < scan.timestamp,
    change: (current) => {
      const completedAt = dependencies.clock.now().toISOString();
      const done = {
        status: 'completed',
        completedAt,
        completedBy: system.name,
        completedWithoutProof: false,
      } as const;
      return changedTask(current, { ...done, proof, lastScan: scanOf(scan, held) }, how, dependencies.clock.now());
    },
    told: {
      id: 'completed',
      type: 'system',
      eventType: 'task_completed',
      because: 'is done: a scan found its checks pass',
    },
  });
}

/** Keeps what the scan said of a task in work, and tells in its history where the work is done another way by now. */
function noteScan(
  { trail, clock }: Dependencies,
  { tasks }: TenantRecords,
  held: Held,
  { scan, work }: { scan: Scan; work: readonly WorkItem[] },
) {
  return changeAndSeal(trail, tasks, held.task.id, (current) => {
    if (isCompleted(current) || current.lastScan?.scanLogId === scan.id) return current;
    const noted = { ...joined(held), lastScan: scanOf(scan, held) };
    const words = otherWords(current, work);
    if (words === null) return { ...current, ...noted };
    const note = `A scan found that this is done another way now. Before, it was "${current.title}".`;
    const how = { what: 'changed', by: system, eventType: 'task_changed', note } as const;
    return changedTask(current, { ...noted, ...words }, how, clock.now());
  });
}

/**
 * Holds the tenant's tasks against the verdicts of a scan (design, 25 and 36): tasks in work keep what it said of their checks; where all
 * of them pass, the scan completes the task with that evidence; and of work that fails again one task is opened again. Done again
 * for the same scan, it changes nothing.
 */
export async function holdTasks(
  dependencies: Dependencies,
  tenant: TenantRecords,
  scan: Scan,
  { verdicts, facts, lookedAtSince }: ScanSight,
  signal: AbortSignal,
): Promise<void> {
  const mending = await every(tenant.tasks, { where: [{ field: 'checkId', op: 'ne', value: null }] });
  const own = mending.filter(({ isSimulated }) => isSimulated === tenant.tenant.isMock);
  const tasks = own.filter((task) => !checksOfTask(task).some((checkId) => lookedAtSince.has(checkId)));
  if (tasks.length === 0) return;
  const findings = await every(tenant.findings);
  const reads: Reads = {
    verdicts: new Map(verdicts.map((verdict) => [verdict.checkId, verdict])),
    findings: new Map(findings.map((finding) => [finding.checkId, finding])),
    facts,
  };
  const held = tasks.flatMap((task) => heldAgainst(task, reads) ?? []);
  const work = workItemsOf(findings.filter(isOpen));
  for (const one of held.filter(({ task }) => !isCompleted(task))) {
    signal.throwIfAborted();
    if (one.standing.outcome === 'passed' && isRechecked(one.task)) await complete(dependencies, tenant, one, scan);
    await noteScan(dependencies, tenant, one, { scan, work });
  }
  for (const one of toReopen(held, own, { at: scan.timestamp }, facts)) {
    signal.throwIfAborted();
    await reopen(dependencies, tenant, one, { scan, work });
  }
}
