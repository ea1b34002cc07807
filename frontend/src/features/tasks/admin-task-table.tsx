import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { categoryLabels, taskStatusLabels } from '@tenantry/contract/labels';
import type { Task } from '@tenantry/contract/tasks';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { TaskStatusBadge } from '../../blocks/task-status-badge.tsx';
import { formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RecheckWatch } from './recheck-watch.tsx';
import { TaskMarks } from './task-badges.tsx';
import { shortId } from './task-labels.ts';
import { isBeingRechecked } from './task-queries.ts';
import { useTaskChanges } from './use-task-changes.ts';

const useStyles = makeStyles({
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  description: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
});

function Status({ task }: { task: Task }) {
  return (
    <span className={useStyles().badges}>
      <TaskStatusBadge status={task.status} labels={taskStatusLabels} />
      <TaskMarks task={task} />
      <RecheckWatch task={task} />
    </span>
  );
}

function Assignment({ task: { assignee, dueDate } }: { task: Task }) {
  return (
    <span className={useStyles().badges}>
      <span>{assignee?.name ?? 'Nobody'}</span>
      {dueDate !== null && <span>{dueDate}</span>}
    </span>
  );
}

function Approval({ task: { linkedApprovalId } }: { task: Task }) {
  if (linkedApprovalId === null) return 'Manual task';
  return <TextLink to={`${paths.adminApprovals}/${linkedApprovalId}`}>{shortId(linkedApprovalId)}</TextLink>;
}

function columnsOf(onOpen: (task: Task) => void): readonly Column<Task>[] {
  return [
    {
      id: 'title',
      label: 'Title',
      width: '170px',
      cell: (task) => (
        <Link as="button" onClick={() => onOpen(task)} aria-label={`Open task: ${task.title}`}>
          {task.title}
        </Link>
      ),
    },
    { id: 'tenant', label: 'Organization', width: '120px', cell: ({ tenantName }) => tenantName },
    { id: 'description', label: 'Description', width: '190px', cell: (task) => <Description task={task} /> },
    {
      id: 'hours',
      label: 'Estimated hours',
      width: '88px',
      align: 'end',
      cell: ({ estimatedHours }) => estimatedHours ?? '—',
    },
    { id: 'approval', label: 'Linked approval', width: '100px', cell: (task) => <Approval task={task} /> },
    {
      id: 'priority',
      label: 'Priority',
      width: '105px',
      cell: ({ priority }) => <PriorityBadge priority={priority} />,
    },
    { id: 'status', label: 'Status', width: '150px', cell: (task) => <Status task={task} /> },
    { id: 'category', label: 'Category', width: '120px', cell: ({ category }) => categoryLabels[category] },
    { id: 'assignee', label: 'Assignee and due date', width: '130px', cell: (task) => <Assignment task={task} /> },
    { id: 'created', label: 'Created', width: '110px', cell: ({ createdAt }) => formatDate(createdAt) },
  ];
}

const Description = ({ task }: { task: Task }) => (
  <Text size={200} className={useStyles().description}>
    {task.description}
  </Text>
);

type Props = { tasks: readonly Task[]; onOpen: (task: Task) => void; onEdit: (task: Task) => void };

/** Tasks of all organizations, with what can be done with each. */
export function AdminTaskTable({ tasks, onOpen, onEdit }: Props) {
  return (
    <DataTable
      label="Tasks"
      rows={tasks}
      columns={columnsOf(onOpen)}
      rowId={({ id }) => id}
      minWidth="1440px"
      actionsWidth="155px"
      rowActions={(task) => (
        <>
          <CompleteButton task={task} />
          <Button
            size="small"
            disabled={task.status === 'completed'}
            onClick={() => onEdit(task)}
            aria-label={`Edit ${task.title}`}
          >
            Edit
          </Button>
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
      aria-label={`Complete ${task.title}`}
    >
      {isBusy ? 'Checking…' : 'Complete'}
    </Button>
  );
}
