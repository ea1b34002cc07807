import { useQueryClient } from '@tanstack/react-query';
import { categoryLabels, priorityLabels } from '@tenantry/contract/labels';
import { createTask } from '@tenantry/contract/tasks';
import { Category, Priority } from '@tenantry/contract/verdicts';
import { useState } from 'react';
import { call } from '../lib/api-client.ts';
import { formErrors } from '../lib/form-errors.ts';
import { invalidateTenant } from '../lib/invalidate-tenant.ts';
import { showToast } from '../lib/toast.ts';
import { useForm } from '../lib/use-form.ts';
import { DayField } from '../ui/day-field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AssigneeField } from './assignee-field.tsx';

/** What a task begins with; `checkId` where it is to mend what a check found. */
export type TaskPreset = {
  title: string;
  description: string;
  category: Category;
  priority: Priority;
  checkId?: string;
};

const blank: TaskPreset = { title: '', description: '', category: 'mfa', priority: 'medium' };
const fields = ['title', 'description', 'category', 'priority', 'assigneeId', 'dueDate', 'notes'];

type Props = { tenantId: string; preset?: TaskPreset; onClose: () => void };

/** Makes a task by hand, or of what a check found. */
export function CreateTaskDialog({ tenantId, preset = blank, onClose }: Props) {
  const client = useQueryClient();
  // Sent again, it answers the same task.
  const [key] = useState(() => crypto.randomUUID());
  const { checkId, ...start } = preset;
  const { values, field, sendChecked } = useForm(() => ({ ...start, assigneeId: '', dueDate: '', notes: '' }), fields, {
    name: `task ${tenantId} ${checkId ?? 'manual'}`,
  });
  const send = () => {
    const { assigneeId, dueDate, ...rest } = values;
    const body = {
      ...rest,
      tenantId,
      key,
      assigneeId: assigneeId === '' ? null : assigneeId,
      dueDate: dueDate === '' ? null : dueDate,
      // Of what a check found the work is one task, whatever else it closes.
      ...(checkId !== undefined && { checkId, ofRemedy: true }),
    };
    return sendChecked(formErrors(createTask.body, body), async () => {
      const task = await call(createTask, { body, tenantId });
      showToast({ title: 'Task Created', body: task.title, intent: 'success' });
      void invalidateTenant(client, tenantId);
    });
  };
  return (
    <FormDialog
      open
      title={checkId === undefined ? 'New Task' : 'Create task'}
      submitLabel="Create task"
      submittingLabel="Creating…"
      onSubmit={send}
      onClose={onClose}
    >
      <TextField label="Title" required isProse {...field('title')} />
      <TextArea label="Description" required rows={4} {...field('description')} />
      <SelectField
        label="Priority"
        options={Priority.options}
        labelOf={(option) => priorityLabels[option]}
        {...field('priority')}
      />
      <SelectField
        label="Category"
        options={Category.options}
        labelOf={(option) => categoryLabels[option]}
        {...field('category')}
      />
      <AssigneeField tenantId={tenantId} {...field('assigneeId')} />
      <DayField label="Due date" {...field('dueDate')} />
      <TextArea label="Notes" {...field('notes')} />
    </FormDialog>
  );
}
