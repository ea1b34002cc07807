import type { TaskDue, TaskField, TaskOrigin, TaskStatus } from '@tenantry/contract/tasks';
import type { AssigneeChoice } from './task-queries.ts';

/** The words of the Task Center; the page of all tasks has those of the contract. */
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
  client: 'Question of the client',
};

export const taskFieldLabels: Record<TaskField, string> = {
  status: 'Status',
  priority: 'Priority',
  notes: 'Notes',
  assignee: 'Assignee',
  dueDate: 'Due date',
};

export const dueLabels: Record<TaskDue, string> = {
  overdue: 'Overdue',
  week: 'This week',
  none: 'No due date',
};

export const assigneeLabels: Record<AssigneeChoice, string> = {
  me: 'Me',
  nobody: 'Nobody',
  anyone: 'Anyone',
};
