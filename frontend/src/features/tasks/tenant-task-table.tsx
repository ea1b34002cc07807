import { Button, Link, makeStyles, Tooltip, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import { EditFilled } from '@fluentui/react-icons/svg/edit';
import type { Task } from '@tenantry/contract/tasks';
import { type ReactNode, useId, useState } from 'react';
import { useHasRole } from '../../lib/session.ts';
import { type OptionalColumn, useColumnChoice } from '../../ui/column-choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Row } from '../../ui/row.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { RecheckWatch } from './recheck-watch.tsx';
import { TaskMarks } from './task-badges.tsx';
import { lesserColumns } from './task-columns.tsx';
import { AssigneeCell, DueCell, type EditProps, PriorityCell, StatusCell } from './task-edit-cells.tsx';
import type { PendingEdit, TaskPatch } from './use-pending-edits.ts';

// Loaded when a row is first opened.
const TaskRowDetails = onDemand(async () => (await import('./task-row-details.tsx')).TaskRowDetails);

const useStyles = makeStyles({
  title: { display: 'grid', justifyItems: 'start', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  link: { textAlign: 'start', lineHeight: tokens.lineHeightBase300, overflowWrap: 'anywhere' },
});

type Props = {
  edits: Readonly<Record<string, PendingEdit>>;
  onChange: (task: Task, patch: TaskPatch) => void;
  onOpen: (task: Task) => void;
};

type TitleProps = { task: Task; edit: PendingEdit | undefined; onOpen: () => void };

function Title({ task, edit, onOpen }: TitleProps) {
  const styles = useStyles();
  return (
    <span className={styles.title}>
      <RecheckWatch task={task} />
      <Link as="button" className={styles.link} onClick={onOpen}>
        {task.title}
      </Link>
      <Row as="span" gap="XS">
        <TaskMarks task={task} />
        {edit && <StatusBadge label="modified" color="brand" icon={<EditFilled />} />}
      </Row>
    </span>
  );
}

const actionsWidth = '40px';

function columnsOf({ edits, onChange, onOpen }: Props, isTechnician: boolean): readonly OptionalColumn<Task>[] {
  const cell = (Cell: (props: EditProps) => ReactNode) => (task: Task) => (
    <Cell
      task={task}
      shown={{ ...task, ...edits[task.id]?.patch }}
      isEditable={isTechnician && task.status !== 'completed'}
      onChange={(patch) => onChange(task, patch)}
    />
  );
  return [
    {
      id: 'title',
      label: 'Title',
      cell: (task) => <Title task={task} edit={edits[task.id]} onOpen={() => onOpen(task)} />,
    },
    { id: 'status', label: 'Status', width: '128px', cell: cell(StatusCell) },
    { id: 'priority', label: 'Priority', width: '108px', cell: cell(PriorityCell) },
    { id: 'assignee', label: 'Assignee', width: '136px', cell: cell(AssigneeCell) },
    { id: 'due', label: 'Due date', width: '144px', cell: cell(DueCell) },
    ...lesserColumns,
  ];
}

/** The columns of the Task Center that somebody wants to see, and the menu in which they choose. */
export function useTenantTaskColumns(props: Props) {
  const isTechnician = useHasRole('technician');
  return useColumnChoice('Task Center', columnsOf(props, isTechnician), actionsWidth);
}

type TableProps = Props & { tasks: readonly Task[]; choice: ReturnType<typeof useTenantTaskColumns> };

/** The tasks of a tenant: what each is, and what can be changed of it in place. */
export function TenantTaskTable({ tasks, choice: { columns, minWidth }, edits, onChange }: TableProps) {
  const detailsId = useId();
  const isTechnician = useHasRole('technician');
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  // A change that was refused says why where it stands.
  const isOpen = ({ id }: Task) => openIds.has(id) || Boolean(edits[id]?.conflict);
  const toggle = ({ id }: Task) =>
    setOpenIds((before) => new Set(before.has(id) ? [...before].filter((open) => open !== id) : [...before, id]));
  return (
    <DataTable
      label="Tasks"
      rows={tasks}
      columns={columns}
      rowId={({ id }) => id}
      minWidth={minWidth}
      cardsOnTablets
      actionsWidth={actionsWidth}
      rowActions={(task) => (
        <DetailsToggle
          task={task}
          isOpen={isOpen(task)}
          detailsId={`${detailsId}${task.id}`}
          onToggle={() => toggle(task)}
        />
      )}
      rowDetails={(task) =>
        isOpen(task) && (
          <TaskRowDetails
            id={`${detailsId}${task.id}`}
            task={task}
            edit={edits[task.id]}
            isEditable={isTechnician && task.status !== 'completed'}
            onChange={(patch) => onChange(task, patch)}
          />
        )
      }
    />
  );
}

type ToggleProps = { task: Task; isOpen: boolean; detailsId: string; onToggle: () => void };

function DetailsToggle({ task, isOpen, detailsId, onToggle }: ToggleProps) {
  return (
    <Tooltip content="Description and notes" relationship="description">
      <Button
        appearance="subtle"
        size="small"
        icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
        aria-label={`Description and notes of ${task.title}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={onToggle}
      />
    </Tooltip>
  );
}
