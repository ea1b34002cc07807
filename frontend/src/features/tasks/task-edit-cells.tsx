import { priorityLabels } from '@tenantry/contract/labels';
import { type Task, TaskStatus } from '@tenantry/contract/tasks';
import { Priority } from '@tenantry/contract/verdicts';
import { AssigneeField } from '../../blocks/assignee-field.tsx';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { TaskStatusBadge } from '../../blocks/task-status-badge.tsx';
import { formatDay } from '../../lib/format.ts';
import { DayField } from '../../ui/day-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { taskCenterLabels } from './task-labels.ts';
import type { TaskPatch } from './use-pending-edits.ts';

export type EditProps = {
  task: Task;
  /** The task with what was changed of it and is not saved yet. */
  shown: Task;
  isEditable: boolean;
  onChange: (patch: TaskPatch) => void;
};

/** How far it is; changed in place. */
export function StatusCell({ task, shown, isEditable, onChange }: EditProps) {
  if (!isEditable) return <TaskStatusBadge status={task.status} labels={taskCenterLabels} />;
  return (
    <SelectField
      label={`Status of ${task.title}`}
      isLabelHidden
      options={TaskStatus.options}
      labelOf={(option) => taskCenterLabels[option]}
      value={shown.status}
      onChange={(status) => onChange({ status })}
      hint={task.isRechecked && shown.status === 'completed' ? 'Its check runs first.' : undefined}
    />
  );
}

/** How urgent it is; changed in place. */
export function PriorityCell({ task, shown, isEditable, onChange }: EditProps) {
  if (!isEditable) return <PriorityBadge priority={task.priority} />;
  return (
    <SelectField
      label={`Priority of ${task.title}`}
      isLabelHidden
      options={Priority.options}
      labelOf={(option) => priorityLabels[option]}
      value={shown.priority}
      onChange={(priority) => onChange({ priority })}
    />
  );
}

/** Who does it; changed in place. */
export function AssigneeCell({ task, shown, isEditable, onChange }: EditProps) {
  if (!isEditable) return task.assignee?.name ?? 'Nobody';
  return (
    <AssigneeField
      label={`Assignee of ${task.title}`}
      isLabelHidden
      tenantId={task.tenantId}
      current={task.assignee}
      value={shown.assignee?.userId ?? ''}
      onChange={(userId, name) => onChange({ assignee: userId === '' ? null : { userId, name } })}
    />
  );
}

/** Until when it is to be done; changed in place. */
export function DueCell({ task, shown, isEditable, onChange }: EditProps) {
  if (!isEditable) return task.dueDate === null ? '—' : formatDay(task.dueDate);
  return (
    <DayField
      label={`Due date of ${task.title}`}
      isLabelHidden
      value={shown.dueDate ?? ''}
      onChange={(day) => onChange({ dueDate: day || null })}
    />
  );
}
