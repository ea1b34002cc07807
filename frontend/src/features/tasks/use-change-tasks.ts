import { useQueryClient } from '@tanstack/react-query';
import type { Unparsed } from '@tenantry/contract/endpoint';
import { changeTasks, maxTasksInBatch, type Task, type TaskOutcome } from '@tenantry/contract/tasks';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { invalidateTenants } from '../../lib/invalidate-tenant.ts';
import type { ToastMessage } from '../../lib/toast.ts';

export type TasksChange = Pick<Unparsed<typeof changeTasks.body>, 'status' | 'assigneeId' | 'dueDate'>;
export type NotChanged = { task: Task; why: string };
export type TaskChanges = Record<Exclude<TaskOutcome, 'refused' | 'not-found'>, number> & {
  notChanged: readonly NotChanged[];
};

/** Changes tasks of any tenants, so many with a call. One that cannot be changed keeps back no other. */
export function useChangeTasks() {
  const client = useQueryClient();
  return async (tasks: readonly Task[], change: TasksChange): Promise<TaskChanges> => {
    const answers: { taskId: string; outcome: TaskOutcome; why: string | null }[] = [];
    try {
      for (let from = 0; from < tasks.length; from += maxTasksInBatch) {
        const part = tasks.slice(from, from + maxTasksInBatch).map(({ id, version }) => ({ id, version }));
        answers.push(...(await call(changeTasks, { body: { tasks: part, ...change }, tenantId: null })).items);
      }
    } catch (error) {
      // What was changed before is told; the rest is named with what stood in the way.
      if (answers.length === 0) throw error;
      const why = messageOf(error);
      const left = tasks.slice(answers.length);
      answers.push(...left.map(({ id }) => ({ taskId: id, outcome: 'refused' as const, why })));
    } finally {
      void invalidateTenants(
        client,
        tasks.map(({ tenantId }) => tenantId),
      );
    }
    const count = (outcome: TaskOutcome) => answers.filter((answer) => answer.outcome === outcome).length;
    const told = new Map(answers.map((answer) => [answer.taskId, answer]));
    const notChanged = tasks.flatMap((task) => {
      const answer = told.get(task.id);
      return answer?.outcome === 'refused' || answer?.outcome === 'not-found' ? [{ task, why: answer.why ?? '' }] : [];
    });
    return { changed: count('changed'), rechecking: count('rechecking'), unchanged: count('unchanged'), notChanged };
  };
}

/** What came of changing several tasks, in one message. */
export function changesToast({ changed, rechecking, unchanged, notChanged }: TaskChanges): ToastMessage {
  const sentences = [
    rechecking > 0 && `${countOf(rechecking, 'check')} started: a task is completed once its check passes.`,
    unchanged > 0 && `${countOf(unchanged, 'task')} ${unchanged === 1 ? 'was' : 'were'} so already.`,
    notChanged.length > 0 && `${countOf(notChanged.length, 'task')} could not be changed.`,
  ].filter((sentence) => sentence !== false);
  const done = changed + rechecking;
  return {
    title: done === 0 ? 'No task changed' : `${countOf(done, 'task')} updated`,
    body: sentences.length === 0 ? undefined : sentences.join(' '),
    intent: notChanged.length > 0 ? 'warning' : 'success',
  };
}
