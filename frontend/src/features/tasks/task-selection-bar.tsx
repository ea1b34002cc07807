import {
  Button,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components';
import { taskStatusLabels } from '@tenantry/contract/labels';
import { TaskStatus } from '@tenantry/contract/tasks';
import { useState } from 'react';
import { countOf } from '../../lib/format.ts';
import { useSignedIn } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { AssignTasksDialog, DueDateDialog } from './change-tasks-dialogs.tsx';
import { changesToast, type NotChanged, type TasksChange, useChangeTasks } from './use-change-tasks.ts';
import type { TaskSelection } from './use-task-selection.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    // However far down the selected ones are.
    position: 'sticky',
    // Below the bar of the page.
    insetBlockStart: '56px',
    zIndex: 2,
  },
  count: { flex: '1 1 160px' },
});

type Props = {
  selection: TaskSelection;
  onNotChanged: (notChanged: readonly NotChanged[]) => void;
  /** The buttons go away with what they did, so the keyboard needs another place. */
  onDone: () => void;
};

/** What can be done with the selected tasks. */
export function TaskSelectionBar({ selection, onDone, onNotChanged }: Props) {
  const styles = useStyles();
  const { user } = useSignedIn();
  const changeTasks = useChangeTasks();
  const [dialog, setDialog] = useState<'assignee' | 'dueDate' | null>(null);
  const { tasks, select } = selection;
  const finish = () => {
    select(new Set());
    onDone();
  };
  const change = async (wanted: TasksChange) => {
    const changes = await changeTasks(tasks, wanted);
    onNotChanged(changes.notChanged);
    showToast(changesToast(changes));
  };
  const now = useAction('The tasks were not changed', async (wanted: TasksChange) => {
    await change(wanted);
    finish();
  });
  const close = (isDone: boolean) => {
    setDialog(null);
    if (isDone) finish();
  };
  return (
    <section className={styles.root} aria-label="Selected tasks">
      <Text weight="semibold" className={styles.count} role="status">
        {countOf(tasks.length, 'task')} selected
      </Text>
      <Button onClick={() => void now.submit({ assigneeId: user.id })} disabledFocusable={now.pending}>
        Assign to me
      </Button>
      <Button onClick={() => setDialog('assignee')} disabledFocusable={now.pending}>
        Assign…
      </Button>
      <Button onClick={() => setDialog('dueDate')} disabledFocusable={now.pending}>
        Due date…
      </Button>
      <StatusMenu isBusy={now.pending} onChoose={(status) => void now.submit({ status })} />
      <Button appearance="subtle" onClick={finish}>
        Clear selection
      </Button>
      {dialog === 'assignee' && <AssignTasksDialog tasks={tasks} onChange={change} onClose={close} />}
      {dialog === 'dueDate' && <DueDateDialog tasks={tasks} onChange={change} onClose={close} />}
    </section>
  );
}

function StatusMenu({ isBusy, onChoose }: { isBusy: boolean; onChoose: (status: TaskStatus) => void }) {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton disabledFocusable={isBusy}>Status</MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {TaskStatus.options.map((status) => (
            <MenuItem
              key={status}
              onClick={() => onChoose(status)}
              secondaryContent={status === 'completed' ? 'Runs its check first' : undefined}
            >
              {taskStatusLabels[status]}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
