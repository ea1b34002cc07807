import { isDeepStrictEqual } from 'node:util';
import type { TaskEvent, TaskField, TaskFieldChange } from '@tenantry/contract/tasks';
import { truncate } from '@tenantry/contract/text';
import type { TrailEvent } from '../../ports/trail.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import { withEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';

/** Who changes a task: `name` is what people read, `user` what the trail holds. */
export type TaskActor = { name: string; user: string };

export const system: TaskActor = { name: 'Tenantry', user: 'system' };

export type TaskPatch = Partial<
  Omit<TaskRecord, 'id' | 'tenantId' | 'version' | 'history' | 'historyOmitted' | 'assigneeId' | 'outbox' | 'hasOutbox'>
>;

type Change = { what: TaskEvent['what']; by: TaskActor; eventType: TrailEvent; note?: string | null };

/** As many changes are kept on a task; older ones are in the audit trail. */
const maxHistory = 50;
/** As much of a text stands in the history. */
const maxTextInHistory = 200;
const maxNote = 500;

const shown: readonly TaskField[] = ['status', 'priority', 'notes', 'assignee', 'dueDate'];
const done = ['completedAt', 'completedBy', 'completedWithoutProof'] as const;
const planned = ['projectPlanId', 'remedyId', 'findingIds', 'title', 'estimatedHours'] as const;
const trailed = [...shown, ...done, ...planned];

function textOf(task: TaskRecord, field: TaskField): string | null {
  if (field === 'assignee') return task.assignee?.name ?? null;
  const value = task[field];
  return value === null || value === '' ? null : truncate(value, maxTextInHistory, '…');
}

/** What people would see changed between two states of a task. */
function fieldChanges(before: TaskRecord, after: TaskRecord): TaskFieldChange[] {
  return shown
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, from: textOf(before, field), to: textOf(after, field) }));
}

/**
 * The task with a change that people see: a new version of it, with its line in the history and its entry in the trail.
 * The same task where nothing of it differs.
 */
export function changedTask(task: TaskRecord, patch: TaskPatch, change: Change, now: Date): TaskRecord {
  const at = now.toISOString();
  const next: TaskRecord = { ...task, ...patch };
  if (isDeepStrictEqual(next, task)) return task;
  const version = task.version + 1;
  const changes = fieldChanges(task, next);
  const note = change.note ? truncate(change.note, maxNote, '…') : null;
  const event = { version, at, by: change.by.name, what: change.what, note, changes };
  const history = [...task.history, event];
  const kept = history.slice(-maxHistory);
  return withEntry(
    {
      ...next,
      assigneeId: next.assignee?.userId ?? '',
      version,
      history: kept,
      historyOmitted: task.historyOmitted + history.length - kept.length,
      updatedAt: at,
    },
    {
      eventType: change.eventType,
      user: change.by.user,
      target: task.title,
      tenantId: task.tenantId,
      details: { taskId: task.id, ...(note !== null && { note }), ...whatChanged(task, next, trailed) },
    },
    now,
  );
}

/** What others changed since a reader saw this version, in the order in which it came; null where that is no longer known. */
export function eventsSince(task: TaskRecord, version: number): TaskRecord['history'] | null {
  const events = task.history.filter((event) => event.version > version);
  return events.length === task.version - version ? events : null;
}
