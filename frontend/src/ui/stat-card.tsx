import { Card, makeStyles, mergeClasses, Skeleton, SkeletonItem, Text, tokens } from '@fluentui/react-components';
import { Children, type ReactNode } from 'react';
import { Hint } from './muted.tsx';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))',
    margin: 0,
  },
  // Three in two columns would leave one alone.
  three: {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  six: {
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    '@media (max-width: 639px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  five: { '@media (max-width: 639px)': { '& > :last-child': { gridColumn: '1 / -1' } } },
  card: { padding: tokens.spacingHorizontalL, gap: tokens.spacingVerticalXS, minWidth: 0 },
  label: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
  },
  icon: { fontSize: '20px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  value: {
    margin: 0,
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
  text: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightHero700 },
  loading: { display: 'grid', gap: tokens.spacingVerticalXS },
});

/** Cards with figures, side by side as far as there is room. */
export function StatGrid({ children, label }: { children: ReactNode; label: string }) {
  const styles = useStyles();
  const count = Children.count(children);
  return (
    <section
      className={mergeClasses(
        styles.grid,
        count === 3 && styles.three,
        count === 5 && styles.five,
        count === 6 && styles.six,
      )}
      aria-label={label}
    >
      {children}
    </section>
  );
}

type Props = {
  label: string;
  /** A figure; null where it is not known, shown as a dash with `hint` saying why. */
  value: ReactNode | null;
  hint?: ReactNode;
  icon?: ReactNode;
  isLoading?: boolean;
  /** A line of `hint` comes with the value: its place is kept while it loads. */
  awaitsHint?: boolean;
  /** The value is words (a date, a reason) and set smaller than a figure. */
  isText?: boolean;
};

/** One figure with its name. */
export function StatCard({ label, value, hint, icon, isLoading = false, awaitsHint = false, isText = false }: Props) {
  const styles = useStyles();
  return (
    <Card className={styles.card} role="group" aria-label={label}>
      <Text size={200} className={styles.label}>
        {icon !== undefined && (
          <span className={styles.icon} aria-hidden>
            {icon}
          </span>
        )}
        {label}
      </Text>
      {isLoading ? (
        <Skeleton aria-label={`${label}: loading`} className={styles.loading}>
          <SkeletonItem size={36} />
          {awaitsHint && <SkeletonItem size={16} />}
        </Skeleton>
      ) : (
        <p className={mergeClasses(styles.value, isText && styles.text)}>{value ?? '—'}</p>
      )}
      {hint !== undefined && <Hint>{hint}</Hint>}
    </Card>
  );
}
