import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { forcedColors } from '../ui/forced-colors.ts';
import { Hint } from '../ui/muted.tsx';
import { PlainList } from '../ui/plain-list.tsx';

const useStyles = makeStyles({
  item: { display: 'grid', gap: tokens.spacingVerticalXS },
  head: { display: 'flex', justifyContent: 'space-between', alignItems: 'flex-end', gap: tokens.spacingHorizontalM },
  value: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  track: {
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground6,
    overflow: 'hidden',
    [forcedColors]: { outline: `${tokens.strokeWidthThin} solid CanvasText` },
  },
  bar: { height: '100%', borderRadius: tokens.borderRadiusCircular },
  // Foreground1 and not 3, which is a pale pink on dark cards: at least 3:1 on the track in both themes.
  good: { backgroundColor: tokens.colorStatusSuccessForeground1, [forcedColors]: { backgroundColor: 'Highlight' } },
  fair: { backgroundColor: tokens.colorStatusWarningForeground3, [forcedColors]: { backgroundColor: 'Highlight' } },
  poor: { backgroundColor: tokens.colorStatusDangerForeground1, [forcedColors]: { backgroundColor: 'Highlight' } },
  gray: { backgroundColor: tokens.colorNeutralForeground4, [forcedColors]: { backgroundColor: 'GrayText' } },
});

type CategoryBar = {
  id: string;
  label: string;
  /** 0 to 100; null where it is not known, shown as a dash without a bar. */
  score: number | null;
  /** Under the bar: how much could be judged, or why nothing could. */
  detail?: ReactNode;
};

type Props = {
  label: string;
  bars: readonly CategoryBar[];
  /** The bars are gray: the scores are samples, or of a time of which nothing new is known. */
  isGray?: boolean;
};

/** Scores out of 100 by category. Each is written out, so nothing rests on the bars alone. */
export function CategoryBars({ label, bars, isGray = false }: Props) {
  const styles = useStyles();
  return (
    <PlainList gap="L" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.id} className={styles.item}>
          <div className={styles.head}>
            <Text weight="semibold">{bar.label}</Text>
            <Text className={styles.value}>{bar.score === null ? 'Not known' : `${Math.round(bar.score)}/100`}</Text>
          </div>
          <div className={styles.track} aria-hidden="true">
            {bar.score !== null && <Bar score={bar.score} isGray={isGray} />}
          </div>
          {bar.detail !== undefined && <Hint>{bar.detail}</Hint>}
        </li>
      ))}
    </PlainList>
  );
}

function Bar({ score, isGray }: { score: number; isGray: boolean }) {
  const styles = useStyles();
  const tone = score >= 80 ? styles.good : score >= 40 ? styles.fair : styles.poor;
  const className = mergeClasses(styles.bar, isGray ? styles.gray : tone);
  return <div className={className} style={{ width: `${Math.min(100, Math.max(0, score))}%` }} />;
}
