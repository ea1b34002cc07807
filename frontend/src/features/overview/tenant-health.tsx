import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { LoadMore } from '../../ui/load-more.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { TenantFilters as Filters } from './overview-queries.ts';
import { isFiltered, TenantFilters } from './tenant-filters.tsx';
import { TenantRow } from './tenant-row.tsx';

const useStyles = makeStyles({
  item: {
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTop: 'none' },
  },
});

type Page = Parsed<(typeof listTenantSummaries)['response']>;
type Query = UseInfiniteQueryResult<InfiniteData<Page>>;
type Props = { query: Query; filters: Filters; onFilter: (patch: Partial<Filters>) => void };

/** One row for each tenant, those that need somebody first. */
export function TenantHealth({ query, filters, onFilter }: Props) {
  return (
    <SectionCard title="Tenant Health Overview">
      <TenantFilters filters={filters} onChange={onFilter} />
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
        empty={<Text>No tenants found{isFiltered(filters) && ' that match the filters'}</Text>}
      >
        {(data) => <Rows data={data} query={query} />}
      </QueryState>
    </SectionCard>
  );
}

function Rows({ data, query }: { data: InfiniteData<Page>; query: Query }) {
  const styles = useStyles();
  const tenants = data.pages.flatMap((page) => page.items);
  const total = data.pages[0]?.total ?? tenants.length;
  return (
    <div>
      <PlainList>
        {tenants.map((tenant) => (
          <li key={tenant.tenantId} className={styles.item}>
            <TenantRow tenant={tenant} />
          </li>
        ))}
      </PlainList>
      {total > tenants.length && <LoadMore query={query} shown={tenants.length} total={total} />}
    </div>
  );
}
