import type { TaskRecord } from '../../store/tasks.ts';
import { queuedRecheck } from '../rechecks/recheck-state.ts';
import { changedTask, type TaskActor } from './change-task.ts';

/** Whether a task is completed by its check alone: it mends a finding (decision 023). */
export const isRechecked = ({ checkId, linkedFindingId }: Pick<TaskRecord, 'checkId' | 'linkedFindingId'>): boolean =>
  checkId !== null && linkedFindingId !== null;

/** The task with a re-check that waits for its worker. */
export const withRecheck = (task: TaskRecord, by: TaskActor, now: Date): TaskRecord =>
  changedTask(task, queuedRecheck(by, now), { what: 'recheckRequested', by, eventType: 'task_recheck_requested' }, now);
