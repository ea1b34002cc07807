import type { Task } from '@tenantry/contract/tasks';
import { type ReactNode, useRef, useState } from 'react';
import { type Assignee, AssigneeCombobox } from '../../blocks/assignee-combobox.tsx';
import { countOf } from '../../lib/format.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { TasksChange } from './use-change-tasks.ts';

type Props = {
  tasks: readonly Task[];
  onChange: (change: TasksChange) => Promise<void>;
  /** `isDone`: it was sent, and is not only closed. */
  onClose: (isDone: boolean) => void;
};

/** Gives several tasks to somebody, or to nobody. */
export function AssignTasksDialog(props: Props) {
  const [assignee, setAssignee] = useState<Assignee | null>(null);
  return (
    <ChangeDialog {...props} title="Assign" submitLabel="Assign" change={{ assigneeId: assignee?.userId ?? null }}>
      <AssigneeCombobox value={assignee} onChange={setAssignee} />
    </ChangeDialog>
  );
}

/** Gives several tasks the day on which they are due, or none. */
export function DueDateDialog(props: Props) {
  const [day, setDay] = useState('');
  return (
    <ChangeDialog {...props} title="Due date of" submitLabel="Save" change={{ dueDate: day === '' ? null : day }}>
      <DayField label="Due date" value={day} onChange={setDay} hint="Leave it empty to take the due date off." />
    </ChangeDialog>
  );
}

type ChangeProps = Props & { title: string; submitLabel: string; change: TasksChange; children: ReactNode };

function ChangeDialog({ tasks, title, submitLabel, change, onChange, onClose, children }: ChangeProps) {
  const isSent = useRef(false);
  const send = async () => {
    await onChange(change);
    isSent.current = true;
  };
  return (
    <FormDialog
      open
      title={`${title} ${countOf(tasks.length, 'task')}`}
      submitLabel={submitLabel}
      onSubmit={send}
      onClose={() => onClose(isSent.current)}
    >
      {children}
    </FormDialog>
  );
}
