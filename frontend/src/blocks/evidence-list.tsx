import { Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { datasetLabel } from '@tenantry/contract/dataset-labels';
import type { Evidence } from '@tenantry/contract/verdicts';
import { useState } from 'react';
import { Hint, Muted } from '../ui/muted.tsx';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, display: 'grid', gap: tokens.spacingVerticalXS },
  item: { overflowWrap: 'anywhere' },
});

type Props = { evidence: readonly Evidence[]; firstShown?: number };

/** What a check observed and in which dataset, so that a technician can verify it. */
export function EvidenceList({ evidence, firstShown = 3 }: Props) {
  const styles = useStyles();
  const [isWhole, setWhole] = useState(false);
  if (evidence.length === 0) return <Muted>No evidence recorded</Muted>;
  const shown = isWhole ? evidence : evidence.slice(0, firstShown);
  return (
    <div>
      <ul className={styles.list}>
        {shown.map((item) => (
          <li key={`${item.dataset} ${item.objectId ?? ''} ${item.observed}`} className={styles.item}>
            <Text>{item.observed}</Text> <Hint>({datasetLabel(item.dataset)})</Hint>
          </li>
        ))}
      </ul>
      {evidence.length > firstShown && (
        <Link as="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less evidence' : `Show all ${evidence.length} pieces of evidence`}
        </Link>
      )}
    </div>
  );
}
