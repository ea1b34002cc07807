import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { PlainList } from '../../ui/plain-list.tsx';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalM,
    overflowWrap: 'anywhere',
  },
});

type WorkLine = { id: string; text: ReactNode; note: ReactNode };

/** The first few of what waits, each with a word about it. */
export function WorkLines({ label, lines }: { label: string; lines: readonly WorkLine[] }) {
  const styles = useStyles();
  return (
    <PlainList gap="S" aria-label={label}>
      {lines.map(({ id, text, note }) => (
        <li key={id} className={styles.line}>
          <Text>{text}</Text>
          <Text size={200}>{note}</Text>
        </li>
      ))}
    </PlainList>
  );
}
