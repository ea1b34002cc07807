import { Button, Card, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronUpRegular } from '@fluentui/react-icons/svg/chevron-up';
import type { CategoryResult } from '@tenantry/contract/audits';
import { useId, useState } from 'react';
import { JudgmentBadge } from '../../blocks/judgment-badge.tsx';
import { countOf } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

const VerdictTable = onDemand(
  async () => (await import('./verdict-table.tsx')).VerdictTable,
  <SkeletonRows rows={4} label="Loading the checks" />,
);

const phone = '@media (max-width: 699px)';

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalM },
  card: { padding: tokens.spacingHorizontalL, gap: tokens.spacingVerticalM, minWidth: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: '88px minmax(0, 1fr) auto 168px',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    [phone]: { gridTemplateColumns: 'auto minmax(0, 1fr)', rowGap: tokens.spacingVerticalS },
  },
  text: { display: 'grid', minWidth: 0, [phone]: { order: -1, gridColumn: '1 / -1' } },
  title: { margin: 0 },
  score: {
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  status: { [phone]: { justifySelf: 'end' } },
  toggle: { justifySelf: 'end', [phone]: { justifySelf: 'stretch', gridColumn: '1 / -1' } },
});

type Props = {
  categories: readonly CategoryResult[];
  /** Opens a check. */
  onOpen: (checkId: string) => void;
};

/** The six areas of the audit. Each opens to its checks. */
export function AuditCategories({ categories, onOpen }: Props) {
  const styles = useStyles();
  return (
    <section className={styles.list} aria-label="Categories">
      {categories.map((category) => (
        <CategoryCard key={category.category} result={category} onOpen={onOpen} />
      ))}
    </section>
  );
}

function CategoryCard({ result, onOpen }: { result: CategoryResult } & Pick<Props, 'onOpen'>) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const tableId = useId();
  const toggleLabel = isOpen ? 'Hide checks' : `Show ${countOf(result.verdicts.length, 'check')}`;
  return (
    <Card className={styles.card} role="region" aria-labelledby={titleId}>
      <div className={styles.row}>
        <Score score={result.score} />
        <div className={styles.text}>
          <Subtitle2 as="h2" id={titleId} className={styles.title}>
            {result.label}
          </Subtitle2>
          <Text>{result.message}</Text>
        </div>
        <div className={styles.status}>
          <JudgmentBadge status={result.status} />
        </div>
        <Button
          appearance="subtle"
          className={styles.toggle}
          icon={isOpen ? <ChevronUpRegular /> : <ChevronDownRegular />}
          iconPosition="after"
          aria-expanded={isOpen}
          aria-controls={isOpen ? tableId : undefined}
          aria-label={`${toggleLabel}: ${result.label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {toggleLabel}
        </Button>
      </div>
      {isOpen && (
        <div id={tableId}>
          <VerdictTable label={`Checks: ${result.label}`} verdicts={result.verdicts} onOpen={onOpen} />
        </div>
      )}
    </Card>
  );
}

function Score({ score }: { score: number | null }) {
  const styles = useStyles();
  if (score === null) return <Text weight="semibold">Not known</Text>;
  return (
    <div>
      <span className={styles.score}>{score}</span>
      <Muted> /100</Muted>
    </div>
  );
}
