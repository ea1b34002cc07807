import { Button, Card, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronUpRegular } from '@fluentui/react-icons/svg/chevron-up';
import type { CategoryResult } from '@tenantry/contract/audits';
import { lazy, Suspense, useId, useState } from 'react';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { CategoryStatusBadge } from './category-status.tsx';

const VerdictTable = lazy(async () => ({ default: (await import('./verdict-table.tsx')).VerdictTable }));

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '@media (max-width: 699px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  card: { padding: tokens.spacingHorizontalL, gap: tokens.spacingVerticalS, minWidth: 0 },
  // An open card takes the whole row, so that its table has room.
  open: { gridColumn: '1 / -1' },
  head: { display: 'flex', justifyContent: 'space-between', alignItems: 'start', gap: tokens.spacingHorizontalM },
  title: { margin: 0 },
  score: {
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  message: { flexGrow: 1 },
  quiet: { color: tokens.colorNeutralForeground3 },
  toggle: { alignSelf: 'flex-start', marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` },
});

/** The six areas of the audit. Each opens to its checks. */
export function AuditCategories({ categories }: { categories: readonly CategoryResult[] }) {
  const styles = useStyles();
  return (
    <section className={styles.grid} aria-label="Categories">
      {categories.map((category) => (
        <CategoryCard key={category.category} result={category} />
      ))}
    </section>
  );
}

function CategoryCard({ result }: { result: CategoryResult }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const tableId = useId();
  return (
    <Card className={isOpen ? `${styles.card} ${styles.open}` : styles.card} role="region" aria-labelledby={titleId}>
      <div className={styles.head}>
        <Subtitle2 as="h2" id={titleId} className={styles.title}>
          {result.label}
        </Subtitle2>
        <CategoryStatusBadge status={result.status} />
      </div>
      <div>
        {result.score === null ? (
          <Text weight="semibold">Score not known</Text>
        ) : (
          <>
            <span className={styles.score}>{result.score}</span>
            <Text className={styles.quiet}> /100</Text>
          </>
        )}
      </div>
      <Text className={styles.message}>{result.message}</Text>
      <Button
        appearance="transparent"
        className={styles.toggle}
        icon={isOpen ? <ChevronUpRegular /> : <ChevronDownRegular />}
        iconPosition="after"
        aria-expanded={isOpen}
        aria-controls={isOpen ? tableId : undefined}
        aria-label={`${isOpen ? 'Hide' : 'Show'} checks: ${result.label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide checks' : `Show ${result.verdicts.length} checks`}
      </Button>
      {isOpen && (
        <div id={tableId}>
          <Suspense fallback={<SkeletonRows rows={4} label="Loading the checks" />}>
            <VerdictTable label={`Checks: ${result.label}`} verdicts={result.verdicts} />
          </Suspense>
        </div>
      )}
    </Card>
  );
}
