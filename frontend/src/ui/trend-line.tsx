import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { formatDate, formatNumber } from '../lib/format.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  figure: { margin: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  svg: { display: 'block', width: '100%', overflow: 'visible' },
  line: { stroke: tokens.colorBrandStroke1, fill: 'none' },
  area: { fill: tokens.colorBrandBackground2 },
  axis: { display: 'flex', justifyContent: 'space-between', color: tokens.colorNeutralForeground3 },
});

export type TrendPoint = { date: string; value: number };

type Props = {
  /** Names the figure: 'Secure score'. */
  label: string;
  /** In order of time. */
  points: readonly TrendPoint[];
  /** The largest value that can be; by default the largest there is. */
  max?: number;
  unit?: string;
  heightPx?: number;
};

const widthPx = 400;

/** The course of a figure over time. Screen readers get the same as a table. */
export function TrendLine({ label, points, max, unit = '', heightPx = 96 }: Props) {
  const styles = useStyles();
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return <Text>No course to show yet</Text>;
  const top = max ?? Math.max(...points.map((point) => point.value), 1);
  const start = Date.parse(first.date);
  const spanMs = Math.max(1, Date.parse(last.date) - start);
  const x = (point: TrendPoint) =>
    points.length === 1 ? widthPx : ((Date.parse(point.date) - start) / spanMs) * widthPx;
  const y = (point: TrendPoint) => heightPx - (point.value / top) * heightPx;
  const line = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point).toFixed(1)} ${y(point).toFixed(1)}`);
  const area = `${line.join(' ')} L${x(last).toFixed(1)} ${heightPx} L${x(first).toFixed(1)} ${heightPx} Z`;
  return (
    <figure className={styles.figure} aria-label={label}>
      <svg
        className={styles.svg}
        viewBox={`0 0 ${widthPx} ${heightPx}`}
        height={heightPx}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.area} d={area} />
        <path className={styles.line} d={line.join(' ')} strokeWidth={2} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <Text size={200}>{formatDate(first.date)}</Text>
        <Text size={200}>{formatDate(last.date)}</Text>
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
