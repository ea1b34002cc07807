import type { RecheckOutcome, RecheckResult } from '@tenantry/contract/rechecks';
import { changeAndSeal } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { changedTask } from '../../domain/tasks/change-task.ts';
import type { TaskRecheck, TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'activityLog' | 'clock'>;

/** How a re-check ended. `result` is null where no look could be taken at all. */
export type RecheckEnd = { outcome: RecheckOutcome; message: string; result: RecheckResult | null };

const beginnings: Record<RecheckOutcome, string> = {
  passed: 'The re-check passed',
  stillFails: 'The re-check still fails',
  unknown: 'The re-check could not be made',
};

/** The task after its re-check: completed with the evidence where the check passes; else as it was, with what is left. */
function ended(
  task: TaskRecord,
  recheck: TaskRecheck,
  { outcome, message, result }: RecheckEnd,
  now: Date,
): TaskRecord {
  const by = { name: recheck.requestedBy, user: recheck.requestedByUser };
  const note = `${beginnings[outcome]}: ${message}`;
  const endedAt = now.toISOString();
  const over = {
    recheck: { ...recheck, state: 'ended' as const, endedAt, outcome, message, result },
    recheckSentAt: '',
  };
  if (outcome !== 'passed') {
    return changedTask(task, over, { what: 'rechecked', by, eventType: 'task_rechecked', note }, now);
  }
  const done = {
    status: 'completed',
    completedAt: endedAt,
    completedBy: by.name,
    completedWithoutProof: false,
  } as const;
  const proven = { ...over, ...done, proof: result };
  return changedTask(task, proven, { what: 'completed', by, eventType: 'task_completed', note }, now);
}

/** Writes how the re-check of a task ended: once, whoever comes second. */
export async function endRecheck(
  { trail, activityLog, clock }: Dependencies,
  { tasks, tenant }: TenantRecords,
  { id, recheck }: TaskRecord,
  end: RecheckEnd,
): Promise<void> {
  let isOurs = false;
  const task = await changeAndSeal(trail, tasks, id, (current) => {
    isOurs = current.recheck !== null && current.recheck.id === recheck?.id && current.recheck.state !== 'ended';
    return isOurs && current.recheck ? ended(current, current.recheck, end, clock.now()) : current;
  });
  if (!task) return;
  if (!isOurs || end.outcome !== 'passed') return;
  await activityLog.add({
    type: 'user',
    message: `${task.completedBy} completed "${task.title}", and its re-check passed`,
    tenantId: tenant.id,
    eventType: 'task_completed',
    target: task.title,
    user: task.completedBy ?? '',
    details: { taskId: task.id },
  });
}
