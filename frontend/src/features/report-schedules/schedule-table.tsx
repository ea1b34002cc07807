import { Button, Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { deleteReportSchedule, type ReportSchedule, runReportSchedule } from '@tenantry/contract/report-schedules';
import { call } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ComingTime } from '../../ui/coming-time.tsx';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Stack } from '../../ui/stack.tsx';
import { schedulesKey } from './schedule-queries.ts';
import { runText, whatText, whenText, whomText } from './schedule-texts.ts';

const columns: readonly Column<ReportSchedule>[] = [
  {
    id: 'name',
    label: 'Schedule',
    width: '26%',
    cell: (schedule) => (
      <Stack gap="XXS">
        <Text weight="semibold">{schedule.name}</Text>
        <Text size={200}>{whatText(schedule)}</Text>
        <Hint>{`${schedule.owner.name} answers for it`}</Hint>
      </Stack>
    ),
  },
  { id: 'when', label: 'When', cell: (schedule) => whenText(schedule) },
  {
    id: 'whom',
    label: 'To',
    cell: (schedule) => `${whomText(schedule)}${schedule.release === 'hold' ? '; held for approval' : ''}`,
  },
  {
    id: 'next',
    label: 'Next',
    width: '120px',
    cell: ({ nextAt }) => (nextAt === null ? <Hint>Off</Hint> : <ComingTime instant={nextAt} />),
  },
  { id: 'last', label: 'Last run', cell: (schedule) => runText(schedule) },
];

type Props = { schedules: readonly ReportSchedule[]; onEdit: (schedule: ReportSchedule) => void };

/** The schedules, with what became of their last run. */
export function ScheduleTable({ schedules, onEdit }: Props) {
  return (
    <DataTable
      label="Report schedules"
      rows={schedules}
      columns={columns}
      rowId={({ id }) => id}
      rowDetails={({ stoppedBecause }) =>
        stoppedBecause !== null && <Text>{`Nothing of it is sent: ${stoppedBecause}`}</Text>
      }
      actionsWidth="220px"
      cardsOnTablets
      rowActions={(schedule) => (
        <>
          <SendNow schedule={schedule} />
          <Button size="small" aria-label={`Edit ${schedule.name}`} onClick={() => onEdit(schedule)}>
            Edit
          </Button>
          <DeleteSchedule schedule={schedule} />
        </>
      )}
    />
  );
}

function SendNow({ schedule: { id, name } }: { schedule: ReportSchedule }) {
  const client = useQueryClient();
  const { submit, pending } = useAction('Not started', async () => {
    await call(runReportSchedule, { params: { scheduleId: id }, tenantId: null });
    showToast({ title: 'Reports are on their way', body: `${name}: each tenant gets one a day.`, intent: 'success' });
    await client.invalidateQueries({ queryKey: schedulesKey });
  });
  return (
    <ConfirmPopover
      question={`Send ${name} now? Tenants that got it today get no second one.`}
      confirmLabel="Send"
      onConfirm={submit}
      trigger={
        <Button size="small" aria-label={`Send now: ${name}`} disabledFocusable={pending}>
          Send now
        </Button>
      }
    />
  );
}

function DeleteSchedule({ schedule: { id, name } }: { schedule: ReportSchedule }) {
  const client = useQueryClient();
  const { submit } = useAction('Schedule not deleted', async () => {
    await call(deleteReportSchedule, { params: { scheduleId: id }, tenantId: null });
    showToast({ title: 'Schedule deleted', body: name, intent: 'success' });
    await client.invalidateQueries({ queryKey: schedulesKey });
  });
  return (
    <ConfirmPopover
      question={`Delete ${name}? What waits of it is not sent. What was sent stays listed.`}
      confirmLabel="Delete"
      onConfirm={submit}
      trigger={
        <Button size="small" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      }
    />
  );
}
