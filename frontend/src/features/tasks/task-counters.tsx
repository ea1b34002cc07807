import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleRegular } from '@fluentui/react-icons/svg/circle';
import { PauseCircleRegular } from '@fluentui/react-icons/svg/pause-circle';
import { TaskStatus, type TaskTotals } from '@tenantry/contract/tasks';
import { formatNumber } from '../../lib/format.ts';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';

const icons: Record<TaskStatus, React.ReactElement> = {
  open: <CircleRegular />,
  in_progress: <ArrowSyncRegular />,
  completed: <CheckmarkCircleRegular />,
  on_hold: <PauseCircleRegular />,
};

type Props = {
  totals: TaskTotals | undefined;
  labels: Record<TaskStatus, string>;
  isLoading: boolean;
  hasFailed: boolean;
};

/** Tasks by status, whatever the filters. */
export function TaskCounters({ totals, labels, isLoading, hasFailed }: Props) {
  return (
    <StatGrid label="Task totals">
      {TaskStatus.options.map((status) => (
        <StatCard
          key={status}
          label={labels[status]}
          icon={icons[status]}
          isLoading={isLoading}
          hint={totals === undefined && hasFailed ? 'Not known: the tasks could not be loaded' : undefined}
          value={totals === undefined ? null : formatNumber(totals[status])}
        />
      ))}
    </StatGrid>
  );
}
