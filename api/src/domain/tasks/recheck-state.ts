import type { TaskRecheck, TaskRecord } from '../../store/tasks.ts';
import { changedTask, type TaskActor } from './change-task.ts';

/** Whether a task is completed by its check alone: it mends a finding (decision 023). */
export const isRechecked = ({ checkId, linkedFindingId }: Pick<TaskRecord, 'checkId' | 'linkedFindingId'>): boolean =>
  checkId !== null && linkedFindingId !== null;

/** Whether a re-check of it is under way. */
export const isBeingRechecked = ({ recheck }: Pick<TaskRecord, 'recheck'>): boolean =>
  recheck !== null && recheck.state !== 'ended';

/** The task with a re-check that waits for its worker. */
export function withRecheck(task: TaskRecord, by: TaskActor, now: Date): TaskRecord {
  const at = now.toISOString();
  const recheck: TaskRecheck = {
    id: crypto.randomUUID(),
    state: 'queued',
    requestedBy: by.name,
    requestedByUser: by.user,
    requestedAt: at,
    endedAt: null,
    outcome: null,
    message: null,
    attempts: 0,
    result: null,
  };
  const patch = { recheck, recheckSentAt: at };
  return changedTask(task, patch, { what: 'recheckRequested', by, eventType: 'task_recheck_requested' }, now);
}
