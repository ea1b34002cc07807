import { makeStyles, Text } from '@fluentui/react-components';
import { priorityLabels } from '@tenantry/contract/labels';
import { type TaskDetails, type TaskEvent, type TaskFieldChange, TaskStatus } from '@tenantry/contract/tasks';
import { Priority } from '@tenantry/contract/verdicts';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { Part } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { taskFieldLabels } from './task-labels.ts';

const useStyles = makeStyles({
  item: { display: 'grid', overflowWrap: 'anywhere' },
});

const titles: Record<TaskEvent['what'], string> = {
  created: 'Created',
  changed: 'Changed',
  recheckRequested: 'Re-check started',
  rechecked: 'Re-check ended',
  completed: 'Completed',
  reopened: 'Reopened',
};

type Props = { task: Pick<TaskDetails, 'history' | 'historyOmitted'>; statusLabels: Record<TaskStatus, string> };

/** Who changed what of a task, the newest first. */
export function TaskHistory({ task, statusLabels }: Props) {
  const styles = useStyles();
  return (
    <Part title="History">
      <PlainList gap="M">
        {task.history.map((event) => (
          <li key={`${event.at} ${event.what}`} className={styles.item}>
            <Text weight="semibold">
              {titles[event.what]} by {event.by}
            </Text>
            <Hint>{formatDateTime(event.at)}</Hint>
            {event.note !== null && <Text>{event.note}</Text>}
            {event.changes.map((change) => (
              <Text key={change.field}>{changeText(change, statusLabels)}</Text>
            ))}
          </li>
        ))}
      </PlainList>
      {task.historyOmitted > 0 && (
        <Hint>{countOf(task.historyOmitted, 'older change')} left out: the audit trail has them.</Hint>
      )}
    </Part>
  );
}

function changeText({ field, from, to }: TaskFieldChange, statusLabels: Record<TaskStatus, string>): string {
  const text = (value: string | null) => {
    const status = TaskStatus.options.find((one) => field === 'status' && one === value);
    const priority = Priority.options.find((one) => field === 'priority' && one === value);
    return (status && statusLabels[status]) ?? (priority && priorityLabels[priority]) ?? value ?? 'none';
  };
  return `${taskFieldLabels[field]}: ${text(from)} → ${text(to)}`;
}
