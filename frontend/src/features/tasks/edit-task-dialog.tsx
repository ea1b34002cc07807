import { useQueryClient } from '@tanstack/react-query';
import { priorityLabels, taskStatusLabels } from '@tenantry/contract/labels';
import { changeTask, type Task, TaskStatus } from '@tenantry/contract/tasks';
import { Priority } from '@tenantry/contract/verdicts';
import { useState } from 'react';
import { AssigneeField } from '../../blocks/assignee-field.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { taskQuery } from './task-queries.ts';
import { useTaskChanges } from './use-task-changes.ts';

type Props = { task: Task; onClose: () => void };

const fields = ['status', 'notes', 'priority', 'assigneeId', 'dueDate'];

/** Changes status and notes of a task, and who does it until when. What others changed meanwhile is told before it is replaced. */
export function EditTaskDialog({ task, onClose }: Props) {
  const client = useQueryClient();
  const { change } = useTaskChanges();
  const [version, setVersion] = useState(task.version);
  const { values, field, sendChecked } = useForm(
    () => ({
      status: task.status,
      notes: task.notes,
      priority: task.priority,
      assigneeId: task.assignee?.userId ?? '',
      dueDate: task.dueDate ?? '',
    }),
    fields,
    { name: `edit ${task.id}` },
  );
  const send = () => {
    const { assigneeId, dueDate, ...rest } = values;
    const body = { ...rest, version, assigneeId: assigneeId || null, dueDate: dueDate || null };
    return sendChecked(formErrors(changeTask.body, body), async () => {
      try {
        await change(task, body);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CONFLICT') {
          setVersion((await client.fetchQuery({ ...taskQuery(task.id), staleTime: 0 })).version);
          // What changed is told as a whole; nothing that stands in a field is wrong.
          throw new Error(`${error.message} Saving again replaces it.`);
        }
        throw error;
      }
    });
  };
  return (
    <FormDialog open title={`Edit task: ${task.title}`} submitLabel="Save" onSubmit={send} onClose={onClose}>
      <SelectField
        label="Status"
        options={TaskStatus.options}
        labelOf={(option) => taskStatusLabels[option]}
        hint={task.isRechecked ? 'Choosing Completed runs its check first.' : undefined}
        {...field('status')}
      />
      <TextArea label="Notes" rows={4} {...field('notes')} />
      <SelectField
        label="Priority"
        options={Priority.options}
        labelOf={(option) => priorityLabels[option]}
        {...field('priority')}
      />
      <AssigneeField tenantId={task.tenantId} current={task.assignee} {...field('assigneeId')} />
      <DayField label="Due date" {...field('dueDate')} />
    </FormDialog>
  );
}
