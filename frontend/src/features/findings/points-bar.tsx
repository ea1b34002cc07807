import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { pointsText } from '../../lib/format.ts';
import { forcedColors } from '../../ui/forced-colors.ts';
import { Stack } from '../../ui/stack.tsx';

const useStyles = makeStyles({
  text: { fontVariantNumeric: 'tabular-nums' },
  track: {
    height: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground5,
    overflow: 'hidden',
    [forcedColors]: { outline: `${tokens.strokeWidthThin} solid CanvasText` },
  },
  fill: {
    height: '6px',
    backgroundColor: tokens.colorBrandBackground,
    [forcedColors]: { backgroundColor: 'Highlight' },
  },
});

type Props = { points: number; most: number };

/** Points of the score, and how they compare with the most that any brings. */
export function PointsBar({ points, most }: Props) {
  const styles = useStyles();
  const percent = most > 0 ? (Math.max(points, 0) / most) * 100 : 0;
  return (
    <Stack gap="XXS">
      <Text size={200} weight="semibold" className={styles.text}>
        {pointsText(points)}
      </Text>
      <div className={styles.track} aria-hidden>
        <div className={styles.fill} style={{ width: `${percent}%` }} />
      </div>
    </Stack>
  );
}
