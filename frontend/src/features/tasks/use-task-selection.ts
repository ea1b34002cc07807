import type { Task } from '@tenantry/contract/tasks';
import { useState } from 'react';

export type TaskSelection = {
  /** Those of the list that are selected, as they are now. */
  tasks: readonly Task[];
  /** The ids of those that can be. */
  allIds: readonly string[];
  ids: ReadonlySet<string>;
  select: (ids: ReadonlySet<string>) => void;
};

const none: ReadonlySet<string> = new Set();

/** Nothing is changed on a completed task, so it is not selected. */
export const isSelectable = ({ status }: Pick<Task, 'status'>): boolean => status !== 'completed';

/** Which tasks of the list are selected. What the list no longer shows is not. */
export function useTaskSelection(listed: readonly Task[]): TaskSelection {
  const [chosen, select] = useState(none);
  const selectable = listed.filter(isSelectable);
  const tasks = selectable.filter(({ id }) => chosen.has(id));
  return { tasks, allIds: selectable.map(({ id }) => id), ids: new Set(tasks.map(({ id }) => id)), select };
}
