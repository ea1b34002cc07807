import { useQueryClient } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import { maxTasksAtOnce, saveTasks, type Task } from '@tenantry/contract/tasks';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { countOf } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';

/** What can be changed of a task in place. */
export type TaskPatch = { [K in 'status' | 'priority' | 'notes' | 'dueDate']?: Task[K] } & {
  assignee?: Task['assignee'];
};

/** Changes of a task that are not saved yet, and the version that they were made on. `conflict`: why they were not. */
export type PendingEdit = { version: number; patch: TaskPatch; conflict: string | null };

type Edits = Readonly<Record<string, PendingEdit>>;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The edits with a change of a task; what is as it was before is no change. */
function withChange(edits: Edits, task: Task, patch: TaskPatch): Edits {
  const { [task.id]: before, ...others } = edits;
  const wanted = Object.entries({ ...before?.patch, ...patch }).filter(
    ([field, value]) => !isSame(value, task[field as keyof TaskPatch]),
  );
  if (wanted.length === 0) return others;
  const { version = task.version, conflict = null } = before ?? {};
  return { ...edits, [task.id]: { version, patch: Object.fromEntries(wanted), conflict } };
}

type Answer = Parsed<typeof saveTasks.response>;

/** What is left of the edits after an answer: those that were refused, on the version that they have been told of. */
function afterAnswer(edits: Edits, { saved, conflicts }: Answer): Edits {
  const left = { ...edits };
  for (const { id } of saved) delete left[id];
  for (const { id, message, task } of conflicts) {
    const edit = left[id];
    if (edit) left[id] = { ...edit, version: task?.version ?? edit.version, conflict: message };
  }
  return left;
}

const bodyOf = ([id, { version, patch }]: [string, PendingEdit]) => {
  const { assignee, ...rest } = patch;
  return { id, version, ...rest, ...(assignee !== undefined && { assigneeId: assignee?.userId ?? null }) };
};

/** Edits of the tasks of a tenant, kept here until they are saved or taken back. */
export function usePendingEdits(tenantId: string) {
  const client = useQueryClient();
  const [edits, setEdits] = useState<Edits>({});
  const { submit, pending } = useSubmit(async () => {
    const sent = Object.entries(edits);
    let refused = 0;
    try {
      for (let start = 0; start < sent.length; start += maxTasksAtOnce) {
        const tasks = sent.slice(start, start + maxTasksAtOnce).map(bodyOf);
        const answer = await call(saveTasks, { body: { tasks }, tenantId });
        refused += answer.conflicts.length;
        setEdits((before) => afterAnswer(before, answer));
      }
    } catch {
      const body = 'Failed to update task. Please try again.';
      showToast({ title: 'Update Failed', body, intent: 'error' });
      return;
    } finally {
      void invalidateTenant(client, tenantId);
    }
    if (refused > 0) {
      const body = `${countOf(refused, 'change')} of ${sent.length} not saved: see the marked tasks.`;
      showToast({ title: 'Update Failed', body, intent: 'error' });
    } else showToast({ title: sent.length === 1 ? 'Task Updated' : 'Tasks Updated', intent: 'success' });
  });
  return {
    edits,
    count: Object.keys(edits).length,
    change: (task: Task, patch: TaskPatch) => setEdits((before) => withChange(before, task, patch)),
    reset: () => setEdits({}),
    save: () => void submit(),
    isSaving: pending,
  };
}
