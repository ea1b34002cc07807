import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleRegular } from '@fluentui/react-icons/svg/circle';
import { ClockFilled } from '@fluentui/react-icons/svg/clock';
import { PauseCircleFilled } from '@fluentui/react-icons/svg/pause-circle';
import { taskStatusLabels } from '@tenantry/contract/labels';
import type { TaskStatus } from '@tenantry/contract/tasks';
import { type BadgeStyle, StatusBadge } from '../ui/status-badge.tsx';

const badgeStyles: Record<TaskStatus, BadgeStyle> = {
  open: { color: 'informative', icon: <CircleRegular /> },
  in_progress: { color: 'brand', icon: <ClockFilled /> },
  completed: { color: 'success', icon: <CheckmarkCircleFilled /> },
  on_hold: { color: 'warning', icon: <PauseCircleFilled /> },
};

type Props = {
  status: TaskStatus;
  /** The words of the page, where it has its own. */
  labels?: Record<TaskStatus, string>;
};

/** How far a task is. */
export const TaskStatusBadge = ({ status, labels = taskStatusLabels }: Props) => (
  <StatusBadge label={labels[status]} {...badgeStyles[status]} />
);
