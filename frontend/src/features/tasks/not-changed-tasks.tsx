import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { countOf } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import type { NotChanged } from './use-change-tasks.ts';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
});

/** Names the tasks that could not be changed, each with the reason. */
export function NotChangedTasks({
  notChanged,
  onDismiss,
}: {
  notChanged: readonly NotChanged[];
  onDismiss: () => void;
}) {
  return (
    <Notice
      intent="warning"
      title={`${countOf(notChanged.length, 'task')} could not be changed`}
      actions={
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      <ul className={useStyles().list}>
        {notChanged.map(({ task, why }) => (
          <li key={task.id}>{`${task.title} (${task.tenantName}): ${why}`}</li>
        ))}
      </ul>
    </Notice>
  );
}
