import { Badge, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { listTenantSummaries, TenantSummary } from '@tenantry/contract/tenant-summaries';
import { Link } from 'react-router-dom';
import { HealthBadge } from '../../blocks/health-badge.tsx';
import { countOf, formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

const phone = '@media (max-width: 839px)';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  item: {
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTop: 'none' },
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 104px 64px 88px 112px 20px',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
    [phone]: { gridTemplateColumns: 'minmax(0, 1fr) auto', rowGap: tokens.spacingVerticalXS },
  },
  name: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  nameRow: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  quiet: { color: tokens.colorNeutralForeground3 },
  // One line under the name where there is no room for columns.
  figures: {
    display: 'contents',
    [phone]: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalL, gridColumn: '1 / -1' },
  },
  badge: { justifySelf: 'start' },
  figure: { fontVariantNumeric: 'tabular-nums' },
  chevron: { lineHeight: 0, fontSize: '20px', [phone]: { display: 'none' } },
});

type Page = Parsed<(typeof listTenantSummaries)['response']>;
type Props = { query: UseInfiniteQueryResult<InfiniteData<Page>> };

/** One row for each organization, leading to its dashboard. */
export function TenantHealth({ query }: Props) {
  return (
    <SectionCard title="Tenant Health Overview">
      <QueryState
        query={query}
        loading={
          <>
            <Text>Loading your organizations...</Text>
            <SkeletonRows rows={3} size={48} label="Loading tenant health" />
          </>
        }
        errorTitle="Unable to load tenant data"
        errorFallback="Authentication required"
        isEmpty={(data) => data.pages[0]?.total === 0}
        empty={<Text>No tenants found</Text>}
      >
        {(data) => <Rows data={data} query={query} />}
      </QueryState>
    </SectionCard>
  );
}

function Rows({ data, query }: Props & { data: InfiniteData<Page> }) {
  const styles = useStyles();
  const tenants = data.pages.flatMap((page) => page.items);
  const total = data.pages[0]?.total ?? tenants.length;
  return (
    <div>
      <ul className={styles.list}>
        {tenants.map((tenant) => (
          <li key={tenant.tenantId} className={styles.item}>
            <Row tenant={tenant} />
          </li>
        ))}
      </ul>
      {total > tenants.length && <LoadMore query={query} shown={tenants.length} total={total} />}
    </div>
  );
}

function Row({ tenant }: { tenant: TenantSummary }) {
  const styles = useStyles();
  const score = tenant.secureScore === null ? '—/100' : `${Math.round(tenant.secureScore)}/100`;
  const issues = tenant.openIssuesCount === null ? '— issues' : countOf(tenant.openIssuesCount, 'issue');
  const audited = tenant.lastAuditDate === null ? 'No audit' : formatDate(tenant.lastAuditDate);
  return (
    <Link className={styles.row} to={inTenant(paths.dashboard, tenant.tenantId)}>
      <span className={styles.name}>
        <span className={styles.nameRow}>
          <Text weight="semibold">{tenant.tenantName}</Text>
          {tenant.isMock && (
            <Badge appearance="outline" color="informative" size="small">
              Simulated
            </Badge>
          )}
        </span>
        <Text size={200} className={styles.quiet}>
          {tenant.domain}
        </Text>
      </span>
      <span className={styles.badge}>
        <HealthBadge health={tenant.status} />
      </span>
      <span className={styles.figures}>
        <Text className={styles.figure}>{score}</Text>
        <Text className={styles.figure}>{issues}</Text>
        <Text className={mergeClasses(styles.figure, styles.quiet)}>{audited}</Text>
      </span>
      <span className={styles.chevron} aria-hidden>
        <ChevronRightRegular />
      </span>
    </Link>
  );
}
