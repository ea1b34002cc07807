import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { forcedColors } from './forced-colors.ts';
import { Hint } from './muted.tsx';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'grid', placeItems: 'center', flexShrink: 0 },
  svg: { transform: 'rotate(-90deg)' },
  // A line there: two bright rings would look like a score of 100.
  track: { stroke: tokens.colorNeutralBackground6, [forcedColors]: { stroke: 'CanvasText', strokeWidth: '1px' } },
  label: { position: 'absolute', display: 'grid', justifyItems: 'center' },
  figure: { fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold },
  // Foreground1 and not 3, which is a pale pink on dark cards: at least 3:1 on the track in both themes.
  good: { stroke: tokens.colorStatusSuccessForeground1, [forcedColors]: { stroke: 'Highlight' } },
  fair: { stroke: tokens.colorStatusWarningForeground3, [forcedColors]: { stroke: 'Highlight' } },
  poor: { stroke: tokens.colorStatusDangerForeground1, [forcedColors]: { stroke: 'Highlight' } },
  gray: { stroke: tokens.colorNeutralForeground4, [forcedColors]: { stroke: 'CanvasText' } },
});

const strokeWidth = 10;

type Props = {
  /** 0 to 100; null where it is not known: the ring is empty and shows a dash. */
  score: number | null;
  /** What is measured, for screen readers ('Security score'). */
  label: string;
  /** Its side in pixels. */
  size?: number;
  /** The ring is gray: the score is a sample, or of a time of which nothing new is known. */
  isGray?: boolean;
};

/** A score out of 100 as a ring. */
export function ScoreRing({ score, label, size = 128, isGray = false }: Props) {
  const styles = useStyles();
  const radius = (size - strokeWidth) / 2;
  const circumference = 2 * Math.PI * radius;
  const tone = (value: number) => (value >= 80 ? styles.good : value >= 40 ? styles.fair : styles.poor);
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth };
  return (
    <div
      className={styles.root}
      role="img"
      aria-label={`${label}: ${score === null ? 'not known' : `${score} out of 100`}`}
      style={{ width: size, height: size }}
    >
      <svg width={size} height={size} className={styles.svg} aria-hidden focusable="false">
        <circle {...circle} className={styles.track} />
        {score !== null && score > 0 && (
          <circle
            {...circle}
            className={isGray ? styles.gray : tone(score)}
            strokeLinecap="round"
            strokeDasharray={`${(circumference * score) / 100} ${circumference}`}
          />
        )}
      </svg>
      <div className={styles.label} aria-hidden>
        <Text className={styles.figure} style={{ fontSize: size / 4, lineHeight: 1.1 }}>
          {score ?? '—'}
        </Text>
        <Hint>out of 100</Hint>
      </div>
    </div>
  );
}
