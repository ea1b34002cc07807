import type { Verdict } from '@tenantry/contract/verdicts';
import type { Facts } from '../../audit/facts/facts.ts';
import { every, update } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TaskRecord, TaskScan } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { changeAndSeal } from '../audit-trail/outbox.ts';
import type { BaselineStores } from '../baselines/baselines.ts';
import { requiredOfTenant } from '../baselines/required-work.ts';
import { isOpen } from '../finding/open-findings.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { type Looked, recheckResult } from '../rechecks/recheck-result.ts';
import { isBeingRechecked } from '../rechecks/recheck-state.ts';
import { changedTask, system } from './change-task.ts';
import { dayOf } from './due-days.ts';
import { isRechecked } from './recheck-state.ts';
import { lookOfTask, type TaskLook } from './task-look.ts';
import { checksOfTask } from './task-standing.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'activityLog' | 'clock'> & BaselineStores;
type Scan = { id: string; timestamp: string };
type Reads = { verdicts: ReadonlyMap<string, Verdict>; findings: ReadonlyMap<string, FindingRecord>; facts: Facts };
/** What a scan saw, and which checks were looked at by themselves after it began: tasks of those are left to the next scan. */
type ScanSight = { verdicts: readonly Verdict[]; facts: Facts; lookedAtSince: ReadonlySet<string> };
/** A task as a scan saw its checks. */
type Held = TaskLook & { task: TaskRecord; looked: readonly Looked[] };

const isCompleted = ({ status }: TaskRecord): boolean => status === 'completed';

const scanOf = ({ id, timestamp }: Scan, { text, decisive }: Held): TaskScan => ({
  scanLogId: id,
  at: timestamp,
  status: decisive.verdict.status,
  message: text,
  affectedCount: decisive.verdict.affectedCount,
});

/** Null where the scan made none of its checks. */
function heldAgainst(task: TaskRecord, { verdicts, findings, facts }: Reads): Held | null {
  const looked = checksOfTask(task).flatMap((checkId): Looked[] => {
    const verdict = verdicts.get(checkId);
    return verdict ? [{ verdict, finding: findings.get(checkId) ?? null }] : [];
  });
  const look = lookOfTask(task, looked, facts);
  return look && { task, looked, ...look };
}

/**
 * Which of the tasks of one piece of work is opened again: the one that was completed last, before the scan looked. None where
 * another of them is in work already.
 */
function toReopen(held: readonly Held[], scan: Scan): Held | null {
  if (!held.every(({ task }) => isCompleted(task))) return null;
  const [last] = held.toSorted((a, b) => (b.task.completedAt ?? '').localeCompare(a.task.completedAt ?? ''));
  return last && (last.task.completedAt ?? '') < scan.timestamp ? last : null;
}

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

async function reopen(dependencies: Dependencies, tenant: TenantRecords, held: Held, scan: Scan): Promise<void> {
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
      const patch = { ...open, ...joined(held), dueDate, recheck: null, lastScan: scanOf(scan, held) };
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

/** The findings of the work that joined it since the task was made. */
function joined({ task, standing: { left } }: Held): Pick<TaskRecord, 'findingIds' | 'checkIds'> {
  const findings = left.flatMap(({ finding }) => (finding && !task.findingIds.includes(finding.id) ? [finding] : []));
  return {
    findingIds: [...task.findingIds, ...findings.map(({ id }) => id)],
    checkIds: [...task.checkIds, ...findings.map(({ checkId }) => checkId)],
  };
}

const noteScan = ({ tasks }: TenantRecords, held: Held, scan: Scan) =>
  update(tasks, held.task.id, (current) =>
    isCompleted(current) || current.lastScan?.scanLogId === scan.id
      ? current
      : { ...current, ...joined(held), lastScan: scanOf(scan, held) },
  );

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
  const tasks = mending.filter(
    (task) =>
      task.isSimulated === tenant.tenant.isMock && !checksOfTask(task).some((checkId) => lookedAtSince.has(checkId)),
  );
  if (tasks.length === 0) return;
  const findings = await every(tenant.findings);
  const reads: Reads = {
    verdicts: new Map(verdicts.map((verdict) => [verdict.checkId, verdict])),
    findings: new Map(findings.map((finding) => [finding.checkId, finding])),
    facts,
  };
  const held = tasks.flatMap((task) => heldAgainst(task, reads) ?? []);
  for (const one of held.filter(({ task }) => !isCompleted(task))) {
    signal.throwIfAborted();
    if (one.standing.outcome === 'passed' && isRechecked(one.task)) await complete(dependencies, tenant, one, scan);
    await noteScan(tenant, one, scan);
  }
  for (const ofWork of Map.groupBy(held, ({ task }) => task.remedyId ?? task.linkedFindingId).values()) {
    const one = toReopen(ofWork, scan);
    signal.throwIfAborted();
    // An accepted risk asks nobody, and one that was resolved after the scan had looked is for the next scan.
    if (one?.standing.left.some(({ finding }) => finding && isOpen(finding)))
      await reopen(dependencies, tenant, one, scan);
  }
}
