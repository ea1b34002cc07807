import type { RecheckOutcome } from '@tenantry/contract/rechecks';
import { isUnknown } from '../../audit/findings/is-finding.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { Seen } from '../../domain/rechecks/look-again.ts';
import { recheckResult } from '../../domain/rechecks/recheck-result.ts';
import { endedRecheck, type RecheckEnd } from '../../domain/rechecks/recheck-state.ts';
import type { RecheckMessage, RecheckSubject } from '../../domain/rechecks/recheck-worker.ts';
import { changedTask } from '../../domain/tasks/change-task.ts';
import { lookOfTask } from '../../domain/tasks/task-look.ts';
import { checksOfTask } from '../../domain/tasks/task-standing.ts';
import type { Ticketing } from '../../domain/tickets/ticketing.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TaskRecord, TaskStore } from '../../store/tasks.ts';

type Dependencies = Pick<CommonParts, 'activityLog' | 'tenants'> & {
  tasks: Pick<TaskStore, 'recheckWaiting'>;
  ticketing: Pick<Ticketing, 'follow'>;
};

/** Asks the worker of re-checks to look at the checks of a task. */
export const sendTaskRecheck = (queue: WorkQueue, { id: taskId, ...message }: RecheckMessage, delayMs = 0) =>
  queue.send('upkeep', { kind: 'recheck', ...message, taskId }, delayMs);

const beginnings: Record<RecheckOutcome, string> = {
  passed: 'The re-check passed',
  stillFails: 'The re-check still fails',
  unknown: 'The re-check could not be made',
};

function endOf(task: TaskRecord, { looked, before, look, facts, whyUnread }: Seen): RecheckEnd {
  const told = lookOfTask(task, looked, facts);
  if (!told) throw new Error(`The task ${task.id} has no check`);
  const { outcome } = told.standing;
  const { verdict, finding } = told.decisive;
  const earlier = finding && (before.get(verdict.checkId) ?? null);
  const result = recheckResult({ verdict, finding: earlier }, told.verdicts, look);
  const unread = outcome === 'unknown' && isUnknown(verdict) && finding ? whyUnread(verdict.checkId) : '';
  return { outcome, message: `${told.text}${unread}`, result };
}

/** The task after its re-check: completed with the evidence where the check passes; else as it was, with what is left. */
function ended(task: TaskRecord, end: RecheckEnd, now: Date): TaskRecord {
  const { recheck } = task;
  if (!recheck) return task;
  const { outcome, message, result } = end;
  const by = { name: recheck.requestedBy, user: recheck.requestedByUser };
  const note = `${beginnings[outcome]}: ${message}`;
  const over = endedRecheck(recheck, end, now);
  if (outcome !== 'passed') {
    return changedTask(task, over, { what: 'rechecked', by, eventType: 'task_rechecked', note }, now);
  }
  const done = {
    status: 'completed',
    completedAt: now.toISOString(),
    completedBy: by.name,
    completedWithoutProof: false,
  } as const;
  const proven = { ...over, ...done, proof: result };
  return changedTask(task, proven, { what: 'completed', by, eventType: 'task_completed', note }, now);
}

/** The checks of tasks that somebody completes: where they pass, the task is done. */
export function taskRechecks({ tasks, tenants, activityLog, ticketing }: Dependencies): RecheckSubject<TaskRecord> {
  return {
    idField: 'taskId',
    send: sendTaskRecheck,
    recordsOf: (tenant) => tenant.tasks,
    waiting: (before, limit) => tasks.recheckWaiting(everyTenant, before, limit),
    checksOf: checksOfTask,
    endOf,
    ended,
    async told(task, { outcome }) {
      const tenant = await tenants.open(everyTenant, task.tenantId);
      if (tenant) await ticketing.follow(tenant);
      if (outcome !== 'passed') return;
      await activityLog.add({
        type: 'user',
        message: `${task.completedBy} completed "${task.title}", and its re-check passed`,
        tenantId: task.tenantId,
        eventType: 'task_completed',
        target: task.title,
        user: task.completedBy ?? '',
        details: { taskId: task.id },
      });
    },
  };
}
