import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { ClipboardTaskListLtrRegular } from '@fluentui/react-icons/svg/clipboard-task-list-ltr';
import { useInfiniteQuery } from '@tanstack/react-query';
import { priorityLabels, taskStatusLabels } from '@tenantry/contract/labels';
import { listTasks, type Task, TaskStatus } from '@tenantry/contract/tasks';
import { Priority } from '@tenantry/contract/verdicts';
import type { ReactNode } from 'react';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { useAddressed } from '../../lib/use-addressed.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AdminTaskTable, useAdminTaskColumns } from './admin-task-table.tsx';
import { TaskCounters } from './task-counters.tsx';
import { type AdminTaskFilters, adminTasksQuery } from './task-queries.ts';

const TaskDrawer = onDemand(async () => (await import('./task-drawer.tsx')).TaskDrawer);
const EditTaskDialog = onDemand(async () => (await import('./edit-task-dialog.tsx')).EditTaskDialog);

const useStyles = makeStyles({
  filters: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'minmax(200px, 2fr) repeat(2, minmax(120px, 1fr)) auto auto',
    alignItems: 'end',
    '@media (max-width: 839px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** The tasks of all tenants in the administrator's scope. */
export function AdminTasksPage() {
  const [{ limit: _limit, cursor: _cursor, ...filters }, setParams] = useTableParams(listTasks.query);
  const query = useInfiniteQuery(adminTasksQuery(filters));
  const drawer = useAddressed<HTMLDivElement>('task');
  const edited = useOpened<Task, HTMLDivElement>();
  const choice = useAdminTaskColumns(({ id }) => drawer.open(id));
  const first = query.data?.pages[0];
  return (
    <AdminPage tab="Tasks" subtitle="Work on all tenants, the newest first">
      <TaskCounters
        totals={first?.summary}
        labels={taskStatusLabels}
        isLoading={query.isPending}
        hasFailed={query.isError}
      />
      <ListCard label="List of tasks" ref={edited.fallback}>
        <Filters filters={filters} onChange={setParams} columnMenu={choice.menu} />
        <PagedList
          query={query}
          loading={<SkeletonRows rows={6} size={48} label="Loading tasks" />}
          errorTitle={httpErrorTitle(query.error)}
          empty={<NoTasks totals={first?.summary} />}
        >
          {(tasks) => <AdminTaskTable tasks={tasks} choice={choice} onEdit={edited.open} />}
        </PagedList>
      </ListCard>
      {edited.opened && <EditTaskDialog task={edited.opened} onClose={edited.close} />}
      {drawer.opened && (
        <TaskDrawer taskId={drawer.opened} tenantId={null} statusLabels={taskStatusLabels} onClose={drawer.close} />
      )}
    </AdminPage>
  );
}

type FilterProps = {
  filters: AdminTaskFilters;
  onChange: (patch: Partial<AdminTaskFilters>) => void;
  columnMenu: ReactNode;
};

function Filters({ filters, onChange, columnMenu }: FilterProps) {
  const styles = useStyles();
  return (
    <search className={styles.filters}>
      <SearchBox
        label="Search"
        placeholder="Title or description"
        value={filters.search ?? ''}
        onChange={(search) => onChange({ search })}
      />
      <FilterField
        label="Status"
        options={TaskStatus.options}
        labelOf={(option) => taskStatusLabels[option]}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterField
        label="Priority"
        options={Priority.options}
        labelOf={(option) => priorityLabels[option]}
        value={filters.priority}
        onChange={(priority) => onChange({ priority })}
      />
      <Checkbox
        label="Overdue only"
        checked={filters.overdue === 'true'}
        onChange={(_, data) => onChange({ overdue: data.checked === true ? 'true' : undefined })}
      />
      {columnMenu}
    </search>
  );
}

function NoTasks({ totals }: { totals: Record<TaskStatus, number> | undefined }) {
  const hasAny = totals !== undefined && Object.values(totals).some((count) => count > 0);
  return (
    <EmptyState
      icon={<ClipboardTaskListLtrRegular />}
      title={
        hasAny ? 'No tasks found matching your filters' : 'No tasks yet. Start by approving scanner recommendations.'
      }
      headingLevel="h2"
    />
  );
}
