import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { formatDate, formatNumber } from '../lib/format.ts';
import { forcedColors } from './forced-colors.ts';
import { trendRange } from './trend-range.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  figure: { margin: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  svg: { display: 'block', width: '100%', overflow: 'visible' },
  line: { stroke: tokens.colorBrandStroke1, fill: 'none', [forcedColors]: { stroke: 'Highlight' } },
  grid: { stroke: tokens.colorNeutralStroke2, [forcedColors]: { stroke: 'CanvasText' } },
  plot: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: tokens.spacingHorizontalS },
  quiet: { color: tokens.colorNeutralForeground3 },
  // Half a line beyond each edge, so that the figures stand level with their grid lines.
  scale: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    margin: `calc(${tokens.lineHeightBase200} / -2) 0`,
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
  },
  axis: { gridColumn: 2, display: 'flex', justifyContent: 'space-between', paddingTop: tokens.spacingVerticalS },
});

type TrendPoint = { date: string; value: number };

type Props = {
  /** Names the figure: 'Secure score'. */
  label: string;
  /** In order of time. */
  points: readonly TrendPoint[];
  /** The largest value that can be, where there is one. */
  max?: number;
  unit?: string;
  heightPx?: number;
};

const widthPx = 400;

/** The course of a figure over time, on the part of the scale where it runs. Screen readers get the same as a table. */
export function TrendLine({ label, points, max, unit = '', heightPx = 96 }: Props) {
  const styles = useStyles();
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return <Text>No trend yet</Text>;
  const { low, high } = trendRange(
    points.map((point) => point.value),
    max ?? Number.POSITIVE_INFINITY,
  );
  const start = Date.parse(first.date);
  const spanMs = Math.max(1, Date.parse(last.date) - start);
  const x = (point: TrendPoint) =>
    points.length === 1 ? widthPx : ((Date.parse(point.date) - start) / spanMs) * widthPx;
  const y = (point: TrendPoint) => heightPx - ((point.value - low) / (high - low)) * heightPx;
  const line = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point).toFixed(1)} ${y(point).toFixed(1)}`);
  return (
    <figure className={styles.figure} aria-label={label}>
      <div className={styles.plot} aria-hidden="true">
        <div className={mergeClasses(styles.scale, styles.quiet)}>
          <Text size={200}>{`${formatNumber(high)}${unit}`}</Text>
          <Text size={200}>{`${formatNumber(low)}${unit}`}</Text>
        </div>
        <svg
          className={styles.svg}
          viewBox={`0 0 ${widthPx} ${heightPx}`}
          height={heightPx}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {[0, heightPx / 2, heightPx].map((at) => (
            <path key={at} className={styles.grid} d={`M0 ${at} H${widthPx}`} vectorEffect="non-scaling-stroke" />
          ))}
          <path className={styles.line} d={line.join(' ')} strokeWidth={2} vectorEffect="non-scaling-stroke" />
        </svg>
        <div className={mergeClasses(styles.axis, styles.quiet)}>
          <Text size={200}>{formatDate(first.date)}</Text>
          <Text size={200}>{formatDate(last.date)}</Text>
        </div>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <tbody>
            {points.map((point) => (
              <tr key={point.date}>
                <th scope="row">{formatDate(point.date)}</th>
                <td>{`${formatNumber(point.value)}${unit}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
