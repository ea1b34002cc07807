import { Button } from '@fluentui/react-components';
import { CalendarErrorRegular } from '@fluentui/react-icons/svg/calendar-error';
import { CalendarWeekStartRegular } from '@fluentui/react-icons/svg/calendar-week-start';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleRegular } from '@fluentui/react-icons/svg/circle';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTableParams } from '../../lib/table-params.ts';
import { Counters } from '../../ui/counters.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { Row } from '../../ui/row.tsx';
import { TaskListCard } from './task-list-card.tsx';
import { adminTasksQuery, MyWorkAddress, type TaskListAddress } from './task-queries.ts';

// Beside the tasks, which come first.
const WorkBeside = onDemand(async () => (await import('./work-beside.tsx')).WorkBeside);

/** What somebody has to do today, over all tenants in their scope: overdue tasks first, decisions and changes beside them. */
export function MyWorkPage() {
  const [address, setAddress] = useTableParams(MyWorkAddress);
  const query = useInfiniteQuery(adminTasksQuery({ ...address, status: address.status ?? 'unfinished' }, 'due'));
  const due = query.data?.pages[0]?.due;
  return (
    <PageShell title="My Work" subtitle="Tasks by due date, and what else waits for you">
      <Counters
        label="Tasks by due date"
        counted="tasks"
        isLoading={query.isPending}
        hasFailed={query.isError}
        figures={[
          ['Overdue', due?.overdue, <CalendarErrorRegular key="overdue" />],
          ['Due this week', due?.week, <CalendarWeekStartRegular key="week" />],
          ['No due date', due?.none, <CircleRegular key="none" />],
        ]}
      />
      <WorkBeside />
      <TaskListCard
        query={query}
        address={address}
        onChange={setAddress}
        allStatuses="Not completed"
        empty={<NothingToDo address={address} onShow={setAddress} />}
      />
    </PageShell>
  );
}

type NothingProps = { address: TaskListAddress; onShow: (patch: Partial<TaskListAddress>) => void };

function NothingToDo({ address: { assignee, ...filters }, onShow }: NothingProps) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const others = assignee === 'me' && (
    <Row gap="S">
      <Button onClick={() => onShow({ assignee: 'nobody' })}>Tasks of nobody</Button>
      <Button onClick={() => onShow({ assignee: 'anyone' })}>Tasks of anyone</Button>
    </Row>
  );
  if (isFiltered) return <EmptyState title="No tasks match these filters" headingLevel="h2" actions={others} />;
  return (
    <EmptyState
      icon={<CheckmarkCircleRegular />}
      title={assignee === 'me' ? 'No task is assigned to you' : 'Nothing to do'}
      body="Tasks come from approvals, project plans and audits, or are made in the Task Center of a tenant."
      actions={others}
      headingLevel="h2"
    />
  );
}
