import { makeStyles, Text } from '@fluentui/react-components';
import type { ClientOutcome } from '@tenantry/contract/client-decisions';
import { formatDateTime } from '../lib/format.ts';

const useStyles = makeStyles({ text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } });

const words: Record<ClientOutcome['answer'], string> = {
  approved: 'The client approved',
  declined: 'The client declined',
  accepted: 'The client accepted the risk',
  byProvider: 'Decided before the client did',
  withdrawn: 'Taken back before the client answered',
  expired: 'The offer ran out before the client answered',
  closed: 'Nothing was left to decide',
};

/** What became of something that the client was asked. */
export function ClientAnswer({ outcome: { answer, by, at, comment } }: { outcome: ClientOutcome }) {
  const styles = useStyles();
  return (
    <>
      <Text block>
        {words[answer]}: {by !== '' && `${by}, `}
        {formatDateTime(at)}
      </Text>
      {comment !== null && (
        <Text block className={styles.text}>
          “{comment}”
        </Text>
      )}
    </>
  );
}
