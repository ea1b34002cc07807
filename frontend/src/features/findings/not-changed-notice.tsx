import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { countOf } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import type { NotChanged } from './use-change-findings.ts';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
});

type Props = { notChanged: readonly NotChanged[]; onDismiss: () => void };

/** Names the findings that could not be changed, each with the reason. */
export function NotChangedNotice({ notChanged, onDismiss }: Props) {
  const styles = useStyles();
  return (
    <Notice
      intent="warning"
      title={`${countOf(notChanged.length, 'finding')} could not be changed`}
      actions={
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      <ul className={styles.list}>
        {notChanged.map(({ finding, why }) => (
          <li key={finding.id}>
            {finding.title}: {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
