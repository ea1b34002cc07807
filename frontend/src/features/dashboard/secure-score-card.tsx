import { Badge, makeStyles, Skeleton, SkeletonItem, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { SecureScore } from '@tenantry/contract/dashboard';
import { secureScorePercent } from '@tenantry/contract/secure-score';
import { latestAuditQuery } from '../../blocks/latest-audit-query.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TrendLine } from '../../ui/trend-line.tsx';
import { secureScoreQuery } from './dashboard-queries.ts';
import { secureScoreLabel } from './secure-score-label.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: tokens.spacingHorizontalM },
  figure: {
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  // The chart with its dates.
  loadingChart: { height: '164px' },
});

const trendDays = 90;
const dayMs = 86_400_000;
const colors = { Excellent: 'success', Good: 'success', Fair: 'warning', 'Needs Improvement': 'danger' } as const;

/** Microsoft's Secure Score with its course over 90 days. */
export function SecureScoreCard({ tenantId }: { tenantId: string }) {
  const query = useQuery(secureScoreQuery(tenantId));
  // Where nothing new is known of the tenant, the figure stands with its day, and is not praised.
  const { data: audit } = useQuery(latestAuditQuery(tenantId));
  return (
    <SectionCard title="Microsoft Secure Score">
      <QueryState query={query} loading={<Loading />} errorTitle="Failed to fetch secure score">
        {(score) => <SecureScoreFigures score={score} isJudged={audit?.trouble === null} />}
      </QueryState>
    </SectionCard>
  );
}

/** As high as figure, trend, chart and date. */
function Loading() {
  const styles = useStyles();
  return (
    <Skeleton aria-label="Loading secure score" className={styles.root}>
      <SkeletonItem size={40} />
      <SkeletonItem size={20} />
      <SkeletonItem className={styles.loadingChart} />
      <SkeletonItem size={16} />
    </Skeleton>
  );
}

function SecureScoreFigures({ score, isJudged }: { score: SecureScore; isJudged: boolean }) {
  const styles = useStyles();
  const { currentScore, maxScore, percentage } = score;
  if (currentScore === null || maxScore === null || percentage === null) {
    return <Text>Not known: {score.unknownBecause ?? 'no reason was given'}</Text>;
  }
  const label = secureScoreLabel(percentage);
  const points = lastDaysOf(score);
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <span className={styles.figure}>{percentage}%</span>
        {isJudged && (
          <Badge appearance="tint" color={colors[label]} shape="rounded">
            {label}
          </Badge>
        )}
        <Text>
          {formatNumber(currentScore)}/{formatNumber(maxScore)} points
        </Text>
      </div>
      <Text>{trendText(score, points)}</Text>
      {points.length > 1 && (
        <TrendLine
          label={`Secure Score over ${trendDays} days, in percent`}
          points={points}
          max={100}
          unit="%"
          heightPx={140}
        />
      )}
      {score.lastUpdated !== null && <Hint>As Microsoft reported it on {formatDate(score.lastUpdated)}</Hint>}
    </div>
  );
}

type Point = { date: string; value: number };

function lastDaysOf({ history }: SecureScore): Point[] {
  const last = history.at(-1);
  if (last === undefined) return [];
  const from = Date.parse(last.date) - trendDays * dayMs;
  return history
    .filter((point) => Date.parse(point.date) >= from && point.maxScore > 0)
    .map((point) => ({ date: point.date, value: secureScorePercent(point) }));
}

/** The chart in words. */
function trendText({ trend, trendValue }: SecureScore, points: readonly Point[]): string {
  const first = points[0];
  if (trend === null || first === undefined || points.length < 2) {
    return 'No trend yet: only one measurement so far.';
  }
  const since = `since ${formatDate(first.date)}`;
  if (trend === 'stable' || trendValue === null) return `Stable ${since}`;
  const by = `${formatNumber(Math.abs(trendValue))} percentage points`;
  return trend === 'up' ? `Up ${by} ${since}` : `Down ${by} ${since}`;
}
