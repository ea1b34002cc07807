import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { CategoryResult } from '@tenantry/contract/audits';
import type { SecureScore } from '@tenantry/contract/dashboard';
import { CategoryBars } from '../../blocks/category-bars.tsx';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { m365SecureScoreQuery } from './secure-score-query.ts';

const useStyles = makeStyles({
  microsoft: {
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    paddingTop: tokens.spacingVerticalM,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  title: { margin: 0 },
});

/** `isOld`: nothing new is known of the tenant. */
type Props = { tenantId: string; categories: readonly CategoryResult[]; isSample: boolean; isOld: boolean };

/** The score by category, and Microsoft's own Secure Score beside it. */
export function ScoreBreakdown({ tenantId, categories, isSample, isOld }: Props) {
  const styles = useStyles();
  const query = useQuery({ ...m365SecureScoreQuery(tenantId), enabled: !isSample });
  return (
    <SectionCard title="Score by category">
      <CategoryBars label="Categories" bars={categories.map(barOf)} isGray={isSample || isOld} />
      {!isSample && (
        <div className={styles.microsoft}>
          <Text as="h3" weight="semibold" className={styles.title}>
            Microsoft Secure Score
          </Text>
          <QueryState
            query={query}
            loading={<SkeletonRows rows={1} size={24} label="Loading Microsoft Secure Score" />}
            errorTitle="Failed to fetch secure score"
          >
            {({ data }) => <MicrosoftScore score={data} />}
          </QueryState>
        </div>
      )}
    </SectionCard>
  );
}

function barOf({ category, label, score, message, coverage }: CategoryResult) {
  const isWhole = coverage.evaluated === coverage.applicable;
  const detail =
    score === null ? message : isWhole ? undefined : `${coverage.evaluated} of ${coverage.applicable} checks`;
  return { id: category, label, score, detail };
}

function MicrosoftScore({ score }: { score: SecureScore }) {
  const { currentScore, maxScore, percentage, lastUpdated, unknownBecause } = score;
  return (
    <>
      {currentScore === null || maxScore === null || percentage === null ? (
        <Text>Not known: {unknownBecause ?? 'no reason was given'}</Text>
      ) : (
        <Text>
          {formatNumber(currentScore)} of {formatNumber(maxScore)} points ({percentage}%)
        </Text>
      )}
      {lastUpdated !== null && <Hint>As Microsoft reported it on {formatDate(lastUpdated)}</Hint>}
    </>
  );
}
