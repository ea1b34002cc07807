import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { MatrixRow } from '@tenantry/contract/matrix';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { useShownRows } from '../../lib/use-shown-rows.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { countsText } from './matrix-texts.ts';

const useStyles = makeStyles({
  item: {
    display: 'grid',
    justifyItems: 'start',
    gap: tokens.spacingVerticalXXS,
    paddingTop: tokens.spacingVerticalS,
    paddingBottom: tokens.spacingVerticalS,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
  },
  title: { textAlign: 'start', minHeight: '24px' },
});

type Props = { label: string; rows: readonly MatrixRow[]; onOpen: (rowId: string) => void };

/** The rows of the matrix where there is no room for columns, each with its counts. */
export function MatrixList({ label, rows, onOpen }: Props) {
  const styles = useStyles();
  const { shown, query } = useShownRows(rows);
  return (
    <>
      <PlainList aria-label={label}>
        {shown.map(({ id, title, severity, counts }) => (
          <li key={id} className={styles.item}>
            <Link as="button" className={styles.title} onClick={() => onOpen(id)}>
              {title}
            </Link>
            <SeverityBadge severity={severity} />
            <Hint>{countsText(counts)}</Hint>
          </li>
        ))}
      </PlainList>
      <LoadMore query={query} shown={shown.length} total={rows.length} />
    </>
  );
}
