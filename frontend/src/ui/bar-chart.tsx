import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { formatNumber } from '../lib/format.ts';
import { forcedColors } from './forced-colors.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  figure: { margin: 0, display: 'grid', gap: tokens.spacingVerticalS, minWidth: 0 },
  plot: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: tokens.spacingHorizontalS },
  scale: { display: 'flex', flexDirection: 'column', justifyContent: 'space-between', textAlign: 'end' },
  quiet: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  bars: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: '2px',
    height: '96px',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
  },
  bar: {
    flex: '1 1 0',
    minWidth: 0,
    maxWidth: '32px',
    height: '100%',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'end',
  },
  value: { backgroundColor: tokens.colorBrandBackground, [forcedColors]: { backgroundColor: 'Highlight' } },
  bad: { backgroundColor: tokens.colorStatusDangerForeground1, [forcedColors]: { backgroundColor: 'CanvasText' } },
  axis: { gridColumn: 2, display: 'flex', justifyContent: 'space-between', paddingTop: tokens.spacingVerticalXS },
});

/** `value` is null where it is not known; `bad` stands on top of it and is never a part of it. */
export type ChartBar = { name: string; value: number | null; bad?: number };

type Props = {
  /** Names the figure. */
  label: string;
  /** In order of time; at least one. */
  bars: readonly ChartBar[];
  /** What the bars count, and what their bad part does. */
  valueName: string;
  badName?: string;
  unit?: string;
};

const heightOf = ({ value, bad = 0 }: ChartBar) => (value ?? 0) + bad;

/** What the bars say in a sentence: the last and the highest of them. */
function summaryOf({ bars, unit = '', badName }: Props): string {
  const withUnit = (value: number | null) => (value === null ? 'not known' : `${formatNumber(value)}${unit}`);
  const last = bars.at(-1);
  const highest = bars.reduce<ChartBar | undefined>((a, b) => ((b.value ?? -1) > (a?.value ?? -1) ? b : a), undefined);
  const bad = bars.reduce((sum, one) => sum + (one.bad ?? 0), 0);
  return [
    ...(last ? [`Latest (${last.name}): ${withUnit(last.value)}`] : []),
    ...(highest ? [`highest (${highest.name}): ${withUnit(highest.value)}`] : []),
    ...(badName === undefined ? [] : [`${badName.toLowerCase()}: ${formatNumber(bad)}`]),
  ].join('; ');
}

/** Figures over time as bars, with the same in a sentence; screen readers get them as a table. */
export function BarChart(props: Props) {
  const styles = useStyles();
  const { label, bars, valueName, badName, unit = '' } = props;
  const most = Math.max(1, ...bars.map(heightOf));
  const percent = (value: number) => `${(value / most) * 100}%`;
  return (
    <figure className={styles.figure} aria-label={label}>
      <div className={styles.plot} aria-hidden="true">
        <div className={mergeClasses(styles.scale, styles.quiet)}>
          <Text size={200}>{`${formatNumber(most)}${unit}`}</Text>
          <Text size={200}>{`0${unit}`}</Text>
        </div>
        <div className={styles.bars}>
          {bars.map((bar) => (
            <div key={bar.name} className={styles.bar}>
              <div className={styles.bad} style={{ height: percent(bar.bad ?? 0) }} />
              <div className={styles.value} style={{ height: percent(bar.value ?? 0) }} />
            </div>
          ))}
        </div>
        <div className={mergeClasses(styles.axis, styles.quiet)}>
          <Text size={200}>{bars[0]?.name}</Text>
          {bars.length > 1 && <Text size={200}>{bars.at(-1)?.name}</Text>}
        </div>
      </div>
      <Text size={200} className={styles.quiet}>
        {summaryOf(props)}
      </Text>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">{valueName}</th>
              {badName !== undefined && <th scope="col">{badName}</th>}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, value, bad = 0 }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value === null ? 'Not known' : `${formatNumber(value)}${unit}`}</td>
                {badName !== undefined && <td>{formatNumber(bad)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
