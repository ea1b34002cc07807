import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { RiskIndicator, RiskIndicators } from '@tenantry/contract/dashboard';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { awaitedSubtitle, SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { riskIndicatorsQuery } from './dashboard-queries.ts';

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalL,
    padding: `${tokens.spacingVerticalM} 0`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTop: 'none', paddingTop: 0 },
  },
  text: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  count: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'end',
  },
});

const levels: Record<RiskIndicators['overallRiskLevel'], string> = {
  critical: 'Overall risk: critical',
  high: 'Overall risk: high',
  medium: 'Overall risk: medium',
  low: 'Overall risk: low',
  unknown: 'Overall risk: not known',
};

/** What puts the tenant at risk: a count each, or why there is none. */
export function RiskIndicatorsCard({ tenantId }: { tenantId: string }) {
  const styles = useStyles();
  const query = useQuery(riskIndicatorsQuery(tenantId));
  return (
    <SectionCard
      title="Risk indicators"
      subtitle={query.isPending ? awaitedSubtitle : query.data && levels[query.data.overallRiskLevel]}
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={4} size={56} label="Loading risk indicators" />}
        errorTitle="Failed to fetch risk indicators"
        isEmpty={({ indicators }) => indicators.length === 0}
        empty={<Text>No risk indicators are known yet.</Text>}
      >
        {({ indicators }) => (
          <PlainList>
            {indicators.map((indicator) => (
              <li key={indicator.type} className={styles.item}>
                <Indicator indicator={indicator} />
              </li>
            ))}
          </PlainList>
        )}
      </QueryState>
    </SectionCard>
  );
}

function Indicator({ indicator }: { indicator: RiskIndicator }) {
  const styles = useStyles();
  const { label, count, countUnknownBecause, description, severity, actionUrl } = indicator;
  return (
    <>
      <div className={styles.text}>
        <Row gap="S" align="center">
          {count === null ? <Text weight="semibold">{label}</Text> : <TextLink to={actionUrl}>{label}</TextLink>}
          {count !== null && count > 0 && <SeverityBadge severity={severity} />}
        </Row>
        <Hint>{description}</Hint>
        {count === null && <Text size={200}>Not known: {countUnknownBecause ?? 'no reason was given'}</Text>}
      </div>
      <span className={styles.count}>
        {count === null ? (
          <span role="img" aria-label="not known">
            —
          </span>
        ) : (
          formatNumber(count)
        )}
      </span>
    </>
  );
}
