import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { taskStatusLabels } from '@tenantry/contract/labels';
import type { Task } from '@tenantry/contract/tasks';
import { type ReactNode, useState } from 'react';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { useAddressed } from '../../lib/use-addressed.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { ListCard } from '../../ui/list-card.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AdminTaskTable, useAdminTaskColumns } from './admin-task-table.tsx';
import { NotChangedTasks } from './not-changed-tasks.tsx';
import { TaskFilters } from './task-filters.tsx';
import type { TaskListAddress } from './task-queries.ts';
import type { NotChanged } from './use-change-tasks.ts';
import { useTaskSelection } from './use-task-selection.ts';

const TaskSelectionBar = onDemand(async () => (await import('./task-selection-bar.tsx')).TaskSelectionBar);
const TaskDrawer = onDemand(async () => (await import('./task-drawer.tsx')).TaskDrawer);
const EditTaskDialog = onDemand(async () => (await import('./edit-task-dialog.tsx')).EditTaskDialog);

type Props = {
  query: UseInfiniteQueryResult<InfiniteData<{ items: readonly Task[]; total: number }>>;
  address: TaskListAddress;
  onChange: (patch: Partial<TaskListAddress>) => void;
  /** What is listed where no status is asked for. */
  allStatuses: string;
  empty: ReactNode;
};

/** Tasks of several tenants: narrowed, opened, edited one by one, and changed many at once. */
export function TaskListCard({ query, address, onChange, allStatuses, empty }: Props) {
  const drawer = useAddressed<HTMLDivElement>('task');
  const edited = useOpened<Task, HTMLDivElement>();
  const choice = useAdminTaskColumns(({ id }) => drawer.open(id));
  const [notChanged, setNotChanged] = useState<readonly NotChanged[]>([]);
  const selection = useTaskSelection(query.data?.pages.flatMap(({ items }) => items) ?? []);
  return (
    <>
      <ListCard label="List of tasks" ref={edited.fallback}>
        <TaskFilters address={address} onChange={onChange} allStatuses={allStatuses} columnMenu={choice.menu} />
        {notChanged.length > 0 && <NotChangedTasks notChanged={notChanged} onDismiss={() => setNotChanged([])} />}
        {selection.tasks.length > 0 && (
          <TaskSelectionBar
            selection={selection}
            onNotChanged={setNotChanged}
            onDone={() => edited.fallback.current?.focus()}
          />
        )}
        <PagedList
          query={query}
          loading={<SkeletonRows rows={6} size={48} label="Loading tasks" />}
          errorTitle={httpErrorTitle(query.error)}
          empty={empty}
        >
          {(tasks) => <AdminTaskTable tasks={tasks} choice={choice} selection={selection} onEdit={edited.open} />}
        </PagedList>
      </ListCard>
      {edited.opened && <EditTaskDialog task={edited.opened} onClose={edited.close} />}
      {drawer.opened && (
        <TaskDrawer taskId={drawer.opened} tenantId={null} statusLabels={taskStatusLabels} onClose={drawer.close} />
      )}
    </>
  );
}
