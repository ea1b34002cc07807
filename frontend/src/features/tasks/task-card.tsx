import { Badge, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { EditFilled } from '@fluentui/react-icons/svg/edit';
import { categoryLabels, priorityLabels } from '@tenantry/contract/labels';
import { type Task, TaskStatus } from '@tenantry/contract/tasks';
import { Priority } from '@tenantry/contract/verdicts';
import { AssigneeField } from '../../blocks/assignee-field.tsx';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { TaskStatusBadge } from '../../blocks/task-status-badge.tsx';
import { formatDate } from '../../lib/format.ts';
import { useHasRole } from '../../lib/session.ts';
import { DayField } from '../../ui/day-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { RecheckWatch } from './recheck-watch.tsx';
import { TaskMarks } from './task-badges.tsx';
import { shortId, taskCenterLabels } from './task-labels.ts';
import type { PendingEdit, TaskPatch } from './use-pending-edits.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalL} 0`,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  description: { whiteSpace: 'pre-wrap' },
  fields: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    alignItems: 'start',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '@media (max-width: 479px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

type Props = {
  task: Task;
  edit: PendingEdit | undefined;
  onChange: (patch: TaskPatch) => void;
  onOpen: () => void;
};

/** A task of the Task Center: what it is, and what can be changed of it in place. */
export function TaskCard({ task, edit, onChange, onOpen }: Props) {
  const styles = useStyles();
  const isTechnician = useHasRole('technician');
  const shown = { ...task, ...edit?.patch };
  return (
    <article className={styles.root} aria-label={task.title}>
      <RecheckWatch task={task} />
      <Row gap="S" align="center">
        <h2 className={styles.title}>
          <Link as="button" onClick={onOpen}>
            {task.title}
          </Link>
        </h2>
        <TaskStatusBadge status={task.status} labels={taskCenterLabels} />
        <PriorityBadge priority={task.priority} />
        <Badge appearance="outline" color="informative">
          {categoryLabels[task.category]}
        </Badge>
        <TaskMarks task={task} />
        {edit && <StatusBadge label="modified" color="brand" icon={<EditFilled />} />}
      </Row>
      <Text className={styles.description}>{task.description}</Text>
      {task.impact !== null && <Text>Impact: {task.impact}</Text>}
      {edit?.conflict && (
        <Notice intent="warning" title="Not saved.">
          {edit.conflict} Saving again replaces it.
        </Notice>
      )}
      {isTechnician && task.status !== 'completed' ? (
        <EditableFields task={task} shown={shown} onChange={onChange} />
      ) : (
        task.notes !== '' && <Text className={styles.description}>Notes: {task.notes}</Text>
      )}
      <div className={styles.meta}>
        <span>Task {shortId(task.id)}</span>
        <span>Assignee: {task.assignee?.name ?? 'Nobody'}</span>
        <span>Created {formatDate(task.createdAt)}</span>
        <span>Estimated hours: {task.estimatedHours ?? '—'}</span>
        {task.dueDate !== null && <span>Due {task.dueDate}</span>}
      </div>
    </article>
  );
}

type FieldProps = { task: Task; shown: Task; onChange: (patch: TaskPatch) => void };

function EditableFields({ task, shown, onChange }: FieldProps) {
  const styles = useStyles();
  return (
    <>
      <div className={styles.fields}>
        <SelectField
          label="Status"
          options={TaskStatus.options}
          labelOf={(option) => taskCenterLabels[option]}
          value={shown.status}
          onChange={(status) => onChange({ status })}
          hint={task.isRechecked && shown.status === 'completed' ? 'Its check is looked at again first.' : undefined}
        />
        <SelectField
          label="Priority"
          options={Priority.options}
          labelOf={(option) => priorityLabels[option]}
          value={shown.priority}
          onChange={(priority) => onChange({ priority })}
        />
        <AssigneeField
          tenantId={task.tenantId}
          current={task.assignee}
          value={shown.assignee?.userId ?? ''}
          onChange={(userId, name) => onChange({ assignee: userId === '' ? null : { userId, name } })}
        />
        <DayField label="Due date" value={shown.dueDate ?? ''} onChange={(day) => onChange({ dueDate: day || null })} />
      </div>
      <TextArea label="Notes" rows={2} value={shown.notes} onChange={(notes) => onChange({ notes })} />
    </>
  );
}
