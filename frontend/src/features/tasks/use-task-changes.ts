import { useQueryClient } from '@tanstack/react-query';
import type { Unparsed } from '@tenantry/contract/endpoint';
import { changeTask, type Task, type TaskDetails } from '@tenantry/contract/tasks';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { isBeingRechecked, taskQuery } from './task-queries.ts';

type TaskChange = Unparsed<typeof changeTask.body>;

/** How a re-check ended, in the corner of the page. */
export function tellRecheck({ title, recheck }: Pick<Task, 'title' | 'recheck'>): void {
  if (recheck?.outcome === 'passed') {
    showToast({ title: 'Task Completed', body: `The check passes: ${title}`, intent: 'success' });
  } else if (recheck?.outcome === 'stillFails') {
    showToast({ title: 'The check still fails', body: recheck.message ?? title, intent: 'warning' });
  } else if (recheck?.outcome === 'unknown') {
    showToast({ title: 'The check could not run', body: recheck.message ?? title, intent: 'warning' });
  }
}

function tellSaved(task: TaskDetails, { status }: TaskChange): void {
  if (isBeingRechecked(task)) {
    showToast({ title: 'Re-check started', body: 'The task is completed once its check passes.', intent: 'info' });
  } else if (status === 'completed' && task.isRechecked && !task.completedWithoutProof) tellRecheck(task);
  else {
    const body = 'Task status and notes have been updated successfully.';
    showToast({ title: 'Task Updated', body, intent: 'success' });
  }
}

/** Changes to a task. What goes wrong is said in a toast and thrown for the form that asked. */
export function useTaskChanges() {
  const client = useQueryClient();
  return {
    async change({ id, tenantId }: Pick<Task, 'id' | 'tenantId'>, body: TaskChange): Promise<TaskDetails> {
      try {
        const task = await call(changeTask, { params: { taskId: id }, body, tenantId });
        client.setQueryData(taskQuery(id).queryKey, task);
        tellSaved(task, body);
        void invalidateTenant(client, tenantId);
        return task;
      } catch (error) {
        const isConflict = error instanceof ApiError && error.code === 'CONFLICT';
        const body = isConflict ? error.message : 'Failed to update task. Please try again.';
        showToast({ title: 'Update Failed', body, intent: 'error' });
        // What others changed is shown, so that it can be looked at.
        if (isConflict) void invalidateTenant(client, tenantId);
        throw error;
      }
    },
  };
}
