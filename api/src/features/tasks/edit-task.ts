import { isDeepStrictEqual } from 'node:util';
import type { TaskEvent, TaskField, TaskStatus } from '@tenantry/contract/tasks';
import { isBeingRechecked } from '../../domain/rechecks/recheck-state.ts';
import { changedTask, eventsSince, type TaskActor, type TaskPatch } from '../../domain/tasks/change-task.ts';
import { isRechecked, withRecheck } from '../../domain/tasks/recheck-state.ts';
import { AppError } from '../../http/app-error.ts';
import type { TaskRecord } from '../../store/tasks.ts';

/** What somebody wants of a task; what is not named stays as it is. */
export type TaskEdit = {
  version?: number | undefined;
  status?: TaskStatus | undefined;
  priority?: TaskRecord['priority'] | undefined;
  notes?: string | undefined;
  assignee?: TaskRecord['assignee'] | undefined;
  dueDate?: string | null | undefined;
  withoutProof?: boolean | undefined;
};

const words: Record<TaskField, string> = {
  status: 'the status',
  priority: 'the priority',
  notes: 'the notes',
  assignee: 'the assignee',
  dueDate: 'the due date',
};

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function said({ what, by, changes, note }: Pick<TaskEvent, 'what' | 'by' | 'changes' | 'note'>): string {
  switch (what) {
    case 'recheckRequested':
      return `${by} asked for a re-check`;
    case 'rechecked':
      return 'A re-check ended';
    case 'reopened':
      return 'A scan reopened it';
    case 'completed':
      return `${by} completed it`;
    default:
      if (what === 'changed' && changes.length === 0 && note !== null) return note.replace(/\.$/, '');
      return changes.length === 0
        ? `${by} made it`
        : `${by} changed ${listed(changes.map(({ field }) => words[field]))}`;
  }
}

/** What came between, for whoever changes a task that they have not seen as it is now. */
function staleError(task: TaskRecord, version: number): AppError {
  const events = eventsSince(task, version) ?? task.history;
  const told = [...new Set(events.map(said))];
  const fields = events.flatMap(({ by, changes }) =>
    changes.map(({ field, to }) => ({ path: field, message: `${by} set it to ${to ?? 'nothing'}` })),
  );
  const what = told.length === 0 ? 'It was changed' : told.join('. ');
  return new AppError('CONFLICT', `This task was changed meanwhile. ${what}. Look at it again, then save.`, {
    fields,
  });
}

function completedError({ completedBy, completedAt }: TaskRecord): AppError {
  const day = completedAt?.slice(0, 10) ?? '';
  return new AppError('CONFLICT', `${completedBy} completed this task on ${day}. A completed task cannot be changed.`);
}

function completed(task: TaskRecord, patch: TaskPatch, edit: TaskEdit, by: TaskActor, now: Date): TaskRecord {
  const done: TaskPatch = {
    ...patch,
    status: 'completed',
    completedAt: now.toISOString(),
    completedBy: by.name,
    completedWithoutProof: isRechecked(task),
  };
  if (isRechecked(task) && edit.withoutProof) {
    if (task.recheck?.outcome !== 'unknown') {
      throw new AppError(
        'CONFLICT',
        'A task is completed without proof only after a re-check that could not be made. Complete it to look again.',
      );
    }
    const note = `Completed without proof: ${task.recheck.message}`;
    return changedTask(task, done, { what: 'completed', by, eventType: 'task_completed', note }, now);
  }
  return changedTask(task, done, { what: 'completed', by, eventType: 'task_completed' }, now);
}

/** Whether the edit asks for nothing but what is under way already. */
const joinsRecheck = (task: TaskRecord, patch: TaskPatch, { status }: TaskEdit): boolean =>
  status === 'completed' && isBeingRechecked(task) && isDeepStrictEqual({ ...task, ...patch }, task);

/**
 * The task as somebody wants it. Completing one that mends a finding asks for a re-check, which completes it.
 * The same task where it is so already, or where such a re-check is under way.
 * @throws AppError CONFLICT where it is completed, or was changed since the version that the edit was made on
 */
export function editedTask(task: TaskRecord, edit: TaskEdit, by: TaskActor, now: Date): TaskRecord {
  if (task.status === 'completed') throw completedError(task);
  const { version, status, withoutProof, ...fields } = edit;
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  const patch: TaskPatch = Object.fromEntries(named);
  if (joinsRecheck(task, patch, edit)) return task;
  if (version !== undefined && version !== task.version) throw staleError(task, version);
  if (status === 'completed' && (!isRechecked(task) || withoutProof)) return completed(task, patch, edit, by, now);
  const plain = { ...patch, ...(status !== undefined && status !== 'completed' && { status }) };
  const edited = changedTask(task, plain, { what: 'changed', by, eventType: 'task_changed' }, now);
  if (status !== 'completed' || isBeingRechecked(task)) return edited;
  return withRecheck(edited, by, now);
}
