import { ArrowSyncFilled } from '@fluentui/react-icons/svg/arrow-sync';
import { CalendarErrorFilled } from '@fluentui/react-icons/svg/calendar-error';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { Task } from '@tenantry/contract/tasks';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { isBeingRechecked } from './task-queries.ts';

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
