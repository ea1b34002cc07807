import { Button, Link, makeStyles, Text, Tooltip, tokens } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { taskStatusLabels } from '@tenantry/contract/labels';
import type { Task } from '@tenantry/contract/tasks';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { TaskStatusBadge } from '../../blocks/task-status-badge.tsx';
import { formatDay } from '../../lib/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { type OptionalColumn, useColumnChoice } from '../../ui/column-choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { rowSelection } from '../../ui/row-selection.tsx';
import { RecheckWatch } from './recheck-watch.tsx';
import { TaskMarks } from './task-badges.tsx';
import { lesserColumns } from './task-columns.tsx';
import { isBeingRechecked } from './task-queries.ts';
import { useTaskChanges } from './use-task-changes.ts';
import { isSelectable, type TaskSelection } from './use-task-selection.ts';

const useStyles = makeStyles({
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  title: { textAlign: 'start', lineHeight: tokens.lineHeightBase300, overflowWrap: 'anywhere' },
});

function Title({ task: { title }, onOpen }: { task: Task; onOpen: () => void }) {
  return (
    <Link as="button" className={useStyles().title} onClick={onOpen} aria-label={`Open task: ${title}`}>
      {title}
    </Link>
  );
}

function Status({ task }: { task: Task }) {
  return (
    <span className={useStyles().badges}>
      <TaskStatusBadge status={task.status} labels={taskStatusLabels} />
      <TaskMarks task={task} />
      <RecheckWatch task={task} />
    </span>
  );
}

const columnsOf = (onOpen: (task: Task) => void): readonly OptionalColumn<Task>[] => [
  { id: 'title', label: 'Title', cell: (task) => <Title task={task} onOpen={() => onOpen(task)} /> },
  { id: 'tenant', label: 'Tenant', width: '128px', cell: ({ tenantName }) => tenantName },
  { id: 'priority', label: 'Priority', width: '84px', cell: ({ priority }) => <PriorityBadge priority={priority} /> },
  { id: 'status', label: 'Status', width: '116px', cell: (task) => <Status task={task} /> },
  { id: 'assignee', label: 'Assignee', width: '104px', cell: ({ assignee }) => assignee?.name ?? 'Nobody' },
  {
    id: 'due',
    label: 'Due date',
    width: '92px',
    cell: ({ dueDate }) => <Text>{dueDate === null ? '—' : formatDay(dueDate)}</Text>,
  },
  ...lesserColumns,
];

const actionsWidth = '112px';

/** The columns of all tasks that somebody wants to see, and the menu in which they choose. */
export const useAdminTaskColumns = (onOpen: (task: Task) => void) =>
  useColumnChoice('Tasks', columnsOf(onOpen), actionsWidth);

type Props = {
  tasks: readonly Task[];
  choice: ReturnType<typeof useAdminTaskColumns>;
  selection: TaskSelection;
  onEdit: (task: Task) => void;
};

/** Tasks of all tenants, with what can be done with each. */
export function AdminTaskTable({ tasks, choice: { columns, minWidth }, selection, onEdit }: Props) {
  return (
    <DataTable
      label="Tasks"
      rows={tasks}
      columns={columns}
      rowId={({ id }) => id}
      minWidth={minWidth}
      cardsOnTablets
      selection={rowSelection<Task>({
        rowId: ({ id }) => id,
        allIds: selection.allIds,
        selectedIds: selection.ids,
        onChange: selection.select,
        rowLabel: ({ title, tenantName }) => `Select ${title} of ${tenantName}`,
        canSelect: isSelectable,
      })}
      actionsWidth={actionsWidth}
      rowActions={(task) => (
        <>
          <CompleteButton task={task} />
          <Tooltip content="Edit" relationship="description">
            <Button
              size="small"
              icon={<EditRegular />}
              disabled={task.status === 'completed'}
              onClick={() => onEdit(task)}
              aria-label={`Edit ${task.title} of ${task.tenantName}`}
            />
          </Tooltip>
        </>
      )}
    />
  );
}

function CompleteButton({ task }: { task: Task }) {
  const { change } = useTaskChanges();
  const { submit, pending } = useSubmit(async () => {
    await change(task, { version: task.version, status: 'completed' });
  });
  if (task.status === 'completed') return null;
  const isBusy = pending || isBeingRechecked(task);
  return (
    <Button
      size="small"
      appearance="primary"
      onClick={() => void submit()}
      disabledFocusable={isBusy}
      aria-label={`Complete ${task.title} of ${task.tenantName}`}
    >
      {isBusy ? 'Checking…' : 'Complete'}
    </Button>
  );
}
