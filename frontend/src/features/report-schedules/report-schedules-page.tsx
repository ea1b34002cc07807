import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { useQuery } from '@tanstack/react-query';
import type { ReportSchedule } from '@tenantry/contract/report-schedules';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { schedulesQuery } from './schedule-queries.ts';
import { ScheduleTable } from './schedule-table.tsx';

const DeliveriesCard = onDemand(async () => (await import('./deliveries-card.tsx')).DeliveriesCard);
const ScheduleDialog = onDemand(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);

/** Reports that go out by themselves, and what was sent to whom. */
export function ReportSchedulesPage() {
  const query = useQuery(schedulesQuery());
  const { opened, open, close } = useOpened<ReportSchedule | null>();
  const because = query.data?.mailUnavailable ?? null;
  return (
    <AdminPage
      tab="Scheduled Reports"
      subtitle="Reports that go out by mail on a day of the month or week"
      actions={
        <Button appearance="primary" icon={<AddRegular />} onClick={() => open(null)}>
          New schedule
        </Button>
      }
    >
      {because !== null && <Notice intent="warning">{`No mail can leave: ${because}`}</Notice>}
      <ListCard label="List of report schedules">
        <QueryState
          query={query}
          loading={<SkeletonRows rows={3} size={48} label="Loading report schedules" />}
          errorTitle={httpErrorTitle(query.error)}
          isEmpty={({ schedules }) => schedules.length === 0}
          empty={
            <EmptyState
              icon={<AddRegular />}
              title="No report goes out by itself yet"
              body="A schedule sends each tenant of a group its report by mail. Name the contacts of a tenant on Tenants."
              headingLevel="h2"
            />
          }
        >
          {({ schedules }) => <ScheduleTable schedules={schedules} onEdit={open} />}
        </QueryState>
      </ListCard>
      <TextLink to={`${paths.help}?article=scheduled-reports`}>How scheduled reports work</TextLink>
      <DeliveriesCard />
      {opened !== undefined && <ScheduleDialog schedule={opened} onClose={close} />}
    </AdminPage>
  );
}
