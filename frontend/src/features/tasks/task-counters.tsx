import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleRegular } from '@fluentui/react-icons/svg/circle';
import { PauseCircleRegular } from '@fluentui/react-icons/svg/pause-circle';
import { TaskStatus, type TaskTotals } from '@tenantry/contract/tasks';
import { Counters } from '../../ui/counters.tsx';

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
export function TaskCounters({ totals, labels, ...state }: Props) {
  const figures = TaskStatus.options.map((status) => [labels[status], totals?.[status], icons[status]] as const);
  return <Counters label="Task totals" counted="tasks" figures={figures} {...state} />;
}
