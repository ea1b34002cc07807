import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { countOf } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import type { LeftRequest } from './use-decide-work.ts';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

type Props = {
  requests: readonly LeftRequest[];
  onDismiss: () => void;
};

/** The requests of a decision that were not decided by it; nothing where all were. */
export function NotDecided({ requests, onDismiss }: Props) {
  const styles = useStyles();
  if (requests.length === 0) return null;
  return (
    <Notice
      intent="warning"
      title={`${countOf(requests.length, 'request')} not changed`}
      actions={
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      <ul className={styles.list}>
        {requests.map(({ id, name, message }) => (
          <li key={id}>
            {name}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
