import { ArrowSyncFilled } from '@fluentui/react-icons/svg/arrow-sync';
import { CalendarErrorFilled } from '@fluentui/react-icons/svg/calendar-error';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleRegular } from '@fluentui/react-icons/svg/circle';
import { PauseCircleFilled } from '@fluentui/react-icons/svg/pause-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { Task, TaskStatus } from '@tenantry/contract/tasks';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';
import { isBeingRechecked } from './task-queries.ts';

const styles: Record<TaskStatus, BadgeStyle> = {
  open: { color: 'informative', icon: <CircleRegular /> },
  in_progress: { color: 'brand', icon: <ArrowSyncFilled /> },
  completed: { color: 'success', icon: <CheckmarkCircleFilled /> },
  on_hold: { color: 'warning', icon: <PauseCircleFilled /> },
};

type StatusProps = { status: TaskStatus; labels: Record<TaskStatus, string> };

export const TaskStatusBadge = ({ status, labels }: StatusProps) => (
  <StatusBadge label={labels[status]} {...styles[status]} />
);

/** What else is to be known of a task at a glance: overdue, its re-check, a completion without proof. */
export function TaskMarks({ task }: { task: Task }) {
  const { recheck, isOverdue, completedWithoutProof } = task;
  return (
    <>
      {isOverdue && <StatusBadge label="Overdue" color="danger" icon={<CalendarErrorFilled />} />}
      {isBeingRechecked(task) && <StatusBadge label="Re-check running" color="brand" icon={<ArrowSyncFilled />} />}
      {task.status !== 'completed' && recheck?.outcome === 'stillFails' && (
        <StatusBadge label="Check still fails" color="severe" icon={<WarningFilled />} />
      )}
      {task.status !== 'completed' && recheck?.outcome === 'unknown' && (
        <StatusBadge label="Could not be checked" color="warning" icon={<QuestionCircleFilled />} />
      )}
      {completedWithoutProof && (
        <StatusBadge label="Completed without proof" color="warning" icon={<QuestionCircleFilled />} />
      )}
    </>
  );
}
