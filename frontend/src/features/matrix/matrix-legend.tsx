import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Matrix } from '@tenantry/contract/matrix';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { StatusIcon } from './status-icon.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalXL, rowGap: tokens.spacingVerticalS },
  item: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, maxWidth: '44ch' },
});

/** What the pictures of the cells mean, and why an answer is not known. */
export function MatrixLegend({ legend }: Pick<Matrix, 'legend'>) {
  const styles = useStyles();
  return (
    <PlainList className={styles.root} aria-label="Legend">
      {legend.map(({ status, label, why }) => (
        <li key={status} className={styles.item}>
          <StatusIcon status={status} />
          <span>
            <Text>{label}</Text>
            {why !== '' && <Hint>{` ${why}`}</Hint>}
          </span>
        </li>
      ))}
    </PlainList>
  );
}
