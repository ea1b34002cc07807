import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { scoreColor } from './score-ring.tsx';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalM },
  item: { display: 'grid', gap: tokens.spacingVerticalXS },
  head: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM },
  figure: { fontVariantNumeric: 'tabular-nums', flexShrink: 0 },
  track: {
    height: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralStroke2,
    overflow: 'hidden',
  },
  bar: { height: '100%', borderRadius: tokens.borderRadiusCircular },
  quiet: { color: tokens.colorNeutralForeground3 },
});

export type ScoreBar = {
  label: string;
  /** 0 to 100; null where it is not known. */
  score: number | null;
  /** What the bar cannot say: the coverage, or why there is no score. */
  note?: string;
};

/** Scores out of 100 one below the other. The figures stand beside the bars, which are decoration. */
export function ScoreBars({ label, bars }: { label: string; bars: readonly ScoreBar[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label} className={styles.item}>
          <div className={styles.head}>
            <Text>{bar.label}</Text>
            <Text weight="semibold" className={styles.figure}>
              {bar.score === null ? 'Not known' : `${bar.score}/100`}
            </Text>
          </div>
          <div className={styles.track} aria-hidden>
            {bar.score !== null && (
              <div className={styles.bar} style={{ width: `${bar.score}%`, backgroundColor: scoreColor(bar.score) }} />
            )}
          </div>
          {bar.note !== undefined && (
            <Text size={200} className={styles.quiet}>
              {bar.note}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
