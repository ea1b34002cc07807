import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Task } from '@tenantry/contract/tasks';
import { endOfId, formatDate } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { PendingEdit, TaskPatch } from './use-pending-edits.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalM} 0`,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  text: { whiteSpace: 'pre-wrap' },
});

/** Several rows may be open: to a screen reader each field says whose it is. */
const NotesOn = ({ title }: { title: string }) => (
  <>
    Notes<VisuallyHidden as="span"> on {title}</VisuallyHidden>
  </>
);

type Props = {
  id: string;
  task: Task;
  edit: PendingEdit | undefined;
  isEditable: boolean;
  onChange: (patch: TaskPatch) => void;
};

/** The words of a task, below its row: what is to be done and why, and the notes, which are changed in place. */
export function TaskRowDetails({ id, task, edit, isEditable, onChange }: Props) {
  const styles = useStyles();
  const { description, impact, title, createdAt } = task;
  const notes = edit?.patch.notes ?? task.notes;
  return (
    <div id={id} className={styles.root}>
      {edit?.conflict && (
        <Notice intent="warning" title="Not saved.">
          {edit.conflict} Saving again replaces it.
        </Notice>
      )}
      <Text className={styles.text}>{description}</Text>
      {impact !== null && <Text>Impact: {impact}</Text>}
      {isEditable ? (
        <TextArea
          label={<NotesOn title={title} />}
          rows={2}
          value={notes}
          onChange={(changed) => onChange({ notes: changed })}
        />
      ) : (
        notes !== '' && <Text className={styles.text}>Notes: {notes}</Text>
      )}
      <Hint>
        Task {endOfId(task.id)}, created {formatDate(createdAt)}
      </Hint>
    </div>
  );
}
