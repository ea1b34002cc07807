import { ClipboardTaskListLtrRegular } from '@fluentui/react-icons/svg/clipboard-task-list-ltr';
import { useInfiniteQuery } from '@tanstack/react-query';
import { taskStatusLabels } from '@tenantry/contract/labels';
import type { TaskStatus } from '@tenantry/contract/tasks';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { useTableParams } from '../../lib/table-params.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TaskCounters } from './task-counters.tsx';
import { TaskListCard } from './task-list-card.tsx';
import { AdminTasksAddress, adminTasksQuery } from './task-queries.ts';

/** The tasks of all tenants in the administrator's scope. */
export function AdminTasksPage() {
  const [address, setAddress] = useTableParams(AdminTasksAddress);
  const query = useInfiniteQuery(adminTasksQuery(address, 'newest'));
  const first = query.data?.pages[0];
  return (
    <AdminPage tab="Tasks" subtitle="Work on all tenants, the newest first">
      <TaskCounters
        totals={first?.summary}
        labels={taskStatusLabels}
        isLoading={query.isPending}
        hasFailed={query.isError}
      />
      <TaskListCard
        query={query}
        address={address}
        onChange={setAddress}
        allStatuses="All"
        empty={<NoTasks totals={first?.summary} />}
      />
    </AdminPage>
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
