import { Card, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons/svg/arrow-right';
import type { ComparedScan } from '@tenantry/contract/drift';
import { countOf, formatDate } from '../../lib/format.ts';
import { Hint, Muted } from '../../ui/muted.tsx';

const useStyles = makeStyles({
  card: { padding: tokens.spacingHorizontalXL, gap: tokens.spacingVerticalS, minWidth: 0 },
  scores: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalL, margin: 0 },
  end: { display: 'grid' },
  figure: {
    margin: 0,
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  arrow: { fontSize: '24px', lineHeight: 0 },
});

/** What the difference means in words: '6 points better'. */
function differenceText(from: ComparedScan, to: ComparedScan): string {
  if (from.score === null || to.score === null) return 'One of the two scans has no score, so they cannot be compared.';
  const points = to.score - from.score;
  if (points === 0) return 'The score is the same.';
  return `${countOf(Math.abs(points), 'point')} ${points > 0 ? 'better' : 'worse'}`;
}

/** A score out of fewer checks is not the same measure: said where the two differ. */
function coverageText({ coverage: before }: ComparedScan, { coverage: after }: ComparedScan): string | null {
  if (before === null || after === null || before.evaluated === after.evaluated) return null;
  return `${countOf(before.evaluated, 'check')} had a result in the earlier scan, ${after.evaluated} in the later one.`;
}

/** The score then and now. */
export function ScoreChange({ from, to }: { from: ComparedScan; to: ComparedScan }) {
  const styles = useStyles();
  const coverage = coverageText(from, to);
  return (
    <Card className={styles.card} role="group" aria-label="Audit score then and now">
      <div className={styles.scores}>
        <ScoreEnd label="Then" scan={from} />
        <ArrowRightRegular className={styles.arrow} aria-hidden />
        <ScoreEnd label="Now" scan={to} />
        <Text weight="semibold">{differenceText(from, to)}</Text>
      </div>
      {coverage !== null && <Muted>{coverage}</Muted>}
    </Card>
  );
}

function ScoreEnd({ label, scan: { score, at } }: { label: string; scan: ComparedScan }) {
  const styles = useStyles();
  return (
    <div className={styles.end}>
      <Hint>
        {label}, {formatDate(at)}
      </Hint>
      <p className={styles.figure}>{score === null ? 'No score' : `${score}/100`}</p>
    </div>
  );
}
