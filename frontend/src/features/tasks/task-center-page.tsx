import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise';
import { ClipboardTaskListLtrRegular } from '@fluentui/react-icons/svg/clipboard-task-list-ltr';
import { useInfiniteQuery } from '@tanstack/react-query';
import { categoryLabels, priorityLabels } from '@tenantry/contract/labels';
import { type Task, TaskStatus } from '@tenantry/contract/tasks';
import { Category, Priority } from '@tenantry/contract/verdicts';
import type { ReactNode } from 'react';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { useHasRole, useSelectedTenant } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { useAddressed } from '../../lib/use-addressed.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TaskCounters } from './task-counters.tsx';
import { taskCenterLabels } from './task-labels.ts';
import { TaskCenterAddress, type TaskFilters, tenantTasksQuery } from './task-queries.ts';
import { TenantTaskTable, useTenantTaskColumns } from './tenant-task-table.tsx';
import { usePendingEdits } from './use-pending-edits.ts';

const TaskDrawer = onDemand(async () => (await import('./task-drawer.tsx')).TaskDrawer);
const CreateTaskDialog = onDemand(async () => (await import('../../blocks/create-task-dialog.tsx')).CreateTaskDialog);

const useStyles = makeStyles({
  filters: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(3, minmax(120px, 1fr)) auto',
    alignItems: 'end',
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** The tasks of the selected tenant. Edits are kept until they are saved or taken back. */
export function TaskCenterPage() {
  const { id } = useSelectedTenant();
  return <TaskCenter key={id} tenantId={id} />;
}

function TaskCenter({ tenantId }: { tenantId: string }) {
  const [{ status, priority, category }, setParams] = useTableParams(TaskCenterAddress);
  const filters = { status, priority, category };
  const query = useInfiniteQuery(tenantTasksQuery(tenantId, filters));
  const pending = usePendingEdits(tenantId);
  const { opened, open, close, fallback } = useAddressed<HTMLDivElement>('task');
  const editing = { edits: pending.edits, onChange: pending.change, onOpen: ({ id }: Task) => open(id) };
  const choice = useTenantTaskColumns(editing);
  const first = query.data?.pages[0];
  return (
    <PageShell
      title="Task Center"
      subtitle="What is to be done for this tenant"
      actions={<Actions tenantId={tenantId} pending={pending} onRefresh={() => void query.refetch()} />}
    >
      <TaskCounters
        totals={first?.summary}
        labels={taskCenterLabels}
        isLoading={query.isPending}
        hasFailed={query.isError}
      />
      <ListCard label="List of tasks" ref={fallback}>
        <Filters filters={filters} onChange={setParams} columnMenu={choice.menu} />
        <PagedList
          query={query}
          loading={<SkeletonRows rows={5} size={64} label="Loading tasks" />}
          errorTitle={httpErrorTitle(query.error)}
          empty={<NoTasks />}
        >
          {(tasks) => <TenantTaskTable tasks={tasks} choice={choice} {...editing} />}
        </PagedList>
      </ListCard>
      {opened && <TaskDrawer taskId={opened} tenantId={tenantId} statusLabels={taskCenterLabels} onClose={close} />}
    </PageShell>
  );
}

type ActionProps = { tenantId: string; pending: ReturnType<typeof usePendingEdits>; onRefresh: () => void };

function Actions({ tenantId, pending, onRefresh }: ActionProps) {
  const isTechnician = useHasRole('technician');
  const { opened, open, close, fallback } = useOpened<never>();
  return (
    <>
      {pending.count > 0 && (
        <>
          <Button appearance="primary" onClick={pending.save} disabledFocusable={pending.isSaving}>
            {pending.isSaving ? 'Saving…' : 'Save Changes'}
          </Button>
          <Button onClick={pending.reset} disabled={pending.isSaving}>
            Reset Changes
          </Button>
        </>
      )}
      <Button icon={<ArrowClockwiseRegular />} onClick={onRefresh}>
        Refresh Tasks
      </Button>
      {isTechnician && (
        <Button ref={fallback} icon={<AddRegular />} onClick={() => open(null)}>
          New Task
        </Button>
      )}
      {opened !== undefined && <CreateTaskDialog tenantId={tenantId} onClose={close} />}
    </>
  );
}

type FilterProps = {
  filters: TaskFilters;
  onChange: (patch: Partial<TaskFilters>) => void;
  columnMenu: ReactNode;
};

function Filters({ filters, onChange, columnMenu }: FilterProps) {
  const styles = useStyles();
  return (
    <search className={styles.filters}>
      <FilterField
        label="Status"
        options={TaskStatus.options}
        labelOf={(option) => taskCenterLabels[option]}
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
      <FilterField
        label="Category"
        options={Category.options}
        labelOf={(option) => categoryLabels[option]}
        value={filters.category}
        onChange={(category) => onChange({ category })}
      />
      {columnMenu}
    </search>
  );
}

const NoTasks = () => (
  <EmptyState
    icon={<ClipboardTaskListLtrRegular />}
    title="No tasks found"
    body="Try adjusting your filters to see more tasks."
    headingLevel="h2"
  />
);
