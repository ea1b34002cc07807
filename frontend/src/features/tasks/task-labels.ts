import type { TaskField, TaskOrigin, TaskStatus } from '@tenantry/contract/tasks';

/** As the page of all tasks has them. */
export const taskStatusLabels: Record<TaskStatus, string> = {
  open: 'Open',
  in_progress: 'In Progress',
  completed: 'Completed',
  on_hold: 'On Hold',
};

/** The same, as the Task Center has them. */
export const taskCenterLabels: Record<TaskStatus, string> = {
  open: 'Pending',
  in_progress: 'In Progress',
  completed: 'Complete',
  on_hold: 'Blocked',
};

export const taskOriginLabels: Record<TaskOrigin, string> = {
  approval: 'Approval',
  plan: 'Project plan',
  audit: 'Audit',
  manual: 'Manual task',
};

export const taskFieldLabels: Record<TaskField, string> = {
  status: 'Status',
  priority: 'Priority',
  notes: 'Notes',
  assignee: 'Assignee',
  dueDate: 'Due date',
};

/** The end of an id, as it is shown. */
export const shortId = (id: string): string => `#${id.slice(-8)}`;
