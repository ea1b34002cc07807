import { makeStyles, mergeClasses, Skeleton, SkeletonItem, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Audit } from '@tenantry/contract/audits';
import { CategoryBars } from '../../blocks/category-bars.tsx';
import { JudgmentBadge } from '../../blocks/judgment-badge.tsx';
import { latestAuditQuery } from '../../blocks/latest-audit-query.ts';
import { TroubleBadge } from '../../blocks/trouble-badge.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { ScoreRing } from '../../ui/score-ring.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXL, alignItems: 'center' },
  ring: {
    display: 'grid',
    justifyItems: 'center',
    gap: tokens.spacingVerticalS,
    maxWidth: '260px',
    textAlign: 'center',
    '@media (max-width: 639px)': { width: '100%', maxWidth: '100%' },
  },
  bars: { flex: '1 1 240px', minWidth: 0 },
  // As wide as the sentence under the ring, and the bars as far apart as they are.
  loadingRing: { width: '180px' },
  loadingBars: { display: 'grid', gap: tokens.spacingVerticalL },
});

/** The latest audit in short. */
export function AuditScoreCard({ tenantId }: { tenantId: string }) {
  const query = useQuery(latestAuditQuery(tenantId));
  return (
    <SectionCard
      title="Security audit"
      actions={
        <LinkButton to={paths.audit} size="small">
          Open the audit
        </LinkButton>
      }
    >
      <QueryState query={query} loading={<Loading />} errorTitle="Failed to load audit data. Please try again later.">
        {(audit) => <AuditScore audit={audit} />}
      </QueryState>
    </SectionCard>
  );
}

const categoryCount = 6;

/** As high as ring and bars. */
function Loading() {
  const styles = useStyles();
  return (
    <Skeleton aria-label="Loading the audit" className={styles.root}>
      <div className={mergeClasses(styles.loadingRing, styles.ring)}>
        <SkeletonItem shape="circle" size={128} />
        <SkeletonItem size={20} />
        <SkeletonItem size={20} />
        <SkeletonItem size={16} />
      </div>
      <div className={mergeClasses(styles.bars, styles.loadingBars)}>
        {Array.from({ length: categoryCount }, (_, bar) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and no order
          <SkeletonItem key={bar} size={32} />
        ))}
      </div>
    </Skeleton>
  );
}

function AuditScore({ audit }: { audit: Audit }) {
  const styles = useStyles();
  const { overallScore, coverage, categories } = audit;
  const isGray = audit.trouble !== null;
  const bars = Object.values(categories ?? {}).map(({ category, label, score, message }) => ({
    id: category,
    label,
    score,
    detail: score === null ? message : undefined,
  }));
  return (
    <div className={styles.root}>
      <div className={styles.ring}>
        <ScoreRing score={overallScore} label="Audit score" isGray={isGray} />
        <Text weight="semibold">
          {overallScore === null ? `Not known: ${audit.reason ?? 'no check could be judged'}` : `${overallScore}/100`}
          {overallScore !== null && coverage !== null && `, ${coverage.evaluated} of ${coverage.applicable} checks`}
        </Text>
        <Row gap="S">
          {audit.trouble && <TroubleBadge kind={audit.trouble.kind} />}
          {(audit.overallStatus !== null || audit.trouble === null) && (
            <JudgmentBadge status={audit.overallStatus ?? 'unknown'} />
          )}
        </Row>
        {audit.overallStatusUnknownBecause !== null && <Text size={200}>{audit.overallStatusUnknownBecause}</Text>}
        <Hint>
          <RelativeTime instant={audit.auditTimestamp} />
        </Hint>
      </div>
      <div className={styles.bars}>
        <CategoryBars label="Score by category" bars={bars} isGray={isGray} />
      </div>
    </div>
  );
}
