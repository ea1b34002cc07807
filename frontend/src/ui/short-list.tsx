import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, display: 'grid', gap: tokens.spacingVerticalXS },
  item: { overflowWrap: 'anywhere' },
});

type Props = { label: string; items: readonly string[]; firstShown?: number };

/** Sentences in a list; those after the first few on demand. */
export function ShortList({ label, items, firstShown = 3 }: Props) {
  const styles = useStyles();
  const [isWhole, setWhole] = useState(false);
  const distinct = [...new Set(items)];
  const shown = isWhole ? distinct : distinct.slice(0, firstShown);
  return (
    <div>
      <ul className={styles.list} aria-label={label}>
        {shown.map((text) => (
          <li key={text} className={styles.item}>
            {text}
          </li>
        ))}
      </ul>
      {distinct.length > firstShown && (
        <Link as="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show fewer ${label.toLowerCase()}` : `Show all ${distinct.length} ${label.toLowerCase()}`}
        </Link>
      )}
    </div>
  );
}
