import { Button, makeStyles, Text } from '@fluentui/react-components';
import type { TaskDetails } from '@tenantry/contract/tasks';
import { formatDateTime } from '../../lib/format.ts';
import { useHasRole } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { Part } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

const ReplyDialog = onDemand(async () => (await import('./client-reply-dialog.tsx')).ClientReplyDialog);

const useStyles = makeStyles({
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  start: { justifySelf: 'start' },
});

type Props = { task: TaskDetails; question: NonNullable<TaskDetails['clientQuestion']> };

/** What the client asked, and the reply that stands in their room. */
export function ClientQuestionPart({ task, question }: Props) {
  const styles = useStyles();
  const isTechnician = useHasRole('technician');
  const { opened, open, close, fallback } = useOpened<true>();
  const { text, askedBy, askedAt, reply } = question;
  return (
    <Part title="Question of the client">
      <Text className={styles.text}>{text}</Text>
      <Hint>
        Asked by {askedBy}, {formatDateTime(askedAt)}
      </Hint>
      {reply !== null && (
        <>
          <Text className={styles.text}>“{reply.text}”</Text>
          <Hint>
            Replied by {reply.by}, {formatDateTime(reply.at)}
          </Hint>
        </>
      )}
      {isTechnician && (
        <Button ref={fallback} className={styles.start} onClick={() => open(true)}>
          {reply === null ? 'Reply to the client' : 'Change the reply'}
        </Button>
      )}
      {opened && <ReplyDialog task={task} question={question} onClose={close} />}
    </Part>
  );
}
