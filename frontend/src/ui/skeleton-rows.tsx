import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  rows: { display: 'grid', gap: tokens.spacingVerticalS },
});

type Props = { rows?: number; label?: string; size?: 16 | 24 | 32 | 48 | 56 | 64 };

/** Gray rows in the place of a list that is on its way. */
export function SkeletonRows({ rows = 3, label = 'Loading…', size = 48 }: Props) {
  const styles = useStyles();
  return (
    <Skeleton aria-label={label} className={styles.rows}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and no order
        <SkeletonItem key={row} size={size} />
      ))}
    </Skeleton>
  );
}
