import { makeStyles, Skeleton, SkeletonItem, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ClockFilled } from '@fluentui/react-icons/svg/clock';
import { ProhibitedFilled } from '@fluentui/react-icons/svg/prohibited';
import { useQuery } from '@tanstack/react-query';
import type { ProjectReadiness, ReadinessItem } from '@tenantry/contract/project-readiness';
import { countOf, formatDollars } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { awaitedSubtitle, SectionCard } from '../../ui/section-card.tsx';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { readinessQuery } from './dashboard-queries.ts';

const useStyles = makeStyles({
  list: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXXL}`,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '@media (max-width: 839px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  loading: { display: 'grid', gap: tokens.spacingVerticalL },
  item: { display: 'flex', gap: tokens.spacingHorizontalM, justifyContent: 'space-between' },
  text: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  figures: {
    display: 'grid',
    justifyItems: 'end',
    alignContent: 'start',
    flexShrink: 0,
    fontVariantNumeric: 'tabular-nums',
  },
});

const badges: Record<ReadinessItem['status'], BadgeStyle & { label: string }> = {
  ready: { label: 'Ready', color: 'success', icon: <CheckmarkCircleFilled /> },
  pending: { label: 'Pending', color: 'warning', icon: <ClockFilled /> },
  blocked: { label: 'Blocked', color: 'danger', icon: <ProhibitedFilled /> },
};

function subtitleOf({ urgentCount, totalHours, totalRevenuePotential, unknownBecause }: ProjectReadiness): string {
  if (urgentCount === null || totalHours === null || totalRevenuePotential === null)
    return `Not known: ${unknownBecause ?? 'no reason given'}`;
  const revenue = `${formatDollars(totalRevenuePotential)} revenue potential`;
  return `${countOf(urgentCount, 'urgent finding')} · ${countOf(totalHours, 'hour')} · ${revenue}`;
}

/** Which work the open findings ask for, whether it can begin, and what it would bring. */
export function ReadinessCard({ tenantId }: { tenantId: string }) {
  const query = useQuery(readinessQuery(tenantId));
  return (
    <SectionCard
      title="Project readiness"
      subtitle={query.isPending ? awaitedSubtitle : query.data && subtitleOf(query.data)}
      actions={
        <LinkButton to={paths.projectPlan} size="small">
          Open the project plan
        </LinkButton>
      }
    >
      <QueryState query={query} loading={<Loading />} errorTitle="Failed to fetch project readiness data">
        {(readiness) => <Readiness readiness={readiness} />}
      </QueryState>
    </SectionCard>
  );
}

const areaCount = 6;

/** As high as the areas and the line below them. */
function Loading() {
  const styles = useStyles();
  return (
    <Skeleton aria-label="Loading project readiness" className={styles.loading}>
      <div className={styles.list}>
        {Array.from({ length: areaCount }, (_, area) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and no order
          <SkeletonItem key={area} size={36} />
        ))}
      </div>
      <SkeletonItem size={16} />
    </Skeleton>
  );
}

function Readiness({ readiness }: { readiness: ProjectReadiness }) {
  const styles = useStyles();
  const seesAll = useSeesAllTenants();
  return (
    <>
      <ul className={styles.list} aria-label="Work by area">
        {readiness.items.map((item) => (
          <li key={item.type} className={styles.item}>
            <Item item={item} />
          </li>
        ))}
      </ul>
      <Hint>
        Last updated: <RelativeTime instant={readiness.lastUpdated} />
        {readiness.pricesAreDefault && '. Revenue is by the default price list'}
        {readiness.pricesAreDefault && seesAll && (
          <>
            : <TextLink to={paths.adminSettings}>edit the prices</TextLink>
          </>
        )}
      </Hint>
    </>
  );
}

function Item({ item }: { item: ReadinessItem }) {
  const styles = useStyles();
  const { label, count, revenue, description, status, actionUrl } = item;
  return (
    <>
      <div className={styles.text}>
        <Row gap="S" align="center">
          <TextLink to={actionUrl}>{label}</TextLink>
          {count !== 0 && <StatusBadge {...badges[status]} />}
        </Row>
        <Hint>{count === null ? `Not known: ${item.countUnknownBecause ?? description}` : description}</Hint>
      </div>
      <div className={styles.figures}>
        {count === null || revenue === null ? (
          <span role="img" aria-label="not known">
            —
          </span>
        ) : (
          <>
            <Text weight="semibold">{formatDollars(revenue)}</Text>
            <Hint wrap={false}>{countOf(count, 'finding')}</Hint>
          </>
        )}
      </div>
    </>
  );
}
