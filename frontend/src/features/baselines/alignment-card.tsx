import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AlignmentState } from '@tenantry/contract/alignment';
import { exportAlignment, type TenantAlignment } from '@tenantry/contract/baselines';
import { useCallback } from 'react';
import { AlignmentStateBadge } from '../../blocks/alignment-state-badge.tsx';
import { alignmentStateLabels, alignmentText, percentText } from '../../blocks/alignment-texts.ts';
import { BaselineFilter } from '../../blocks/baseline-filter.tsx';
import { GroupFilter } from '../../blocks/group-filter.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { useAddressed } from '../../lib/use-addressed.ts';
import { useDownload } from '../../lib/use-download.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { AlignmentAddress, alignmentQuery } from './baseline-queries.ts';

const AlignmentDrawer = onDemand(async () => (await import('./alignment-drawer.tsx')).AlignmentDrawer);

const useStyles = makeStyles({
  filters: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))',
    alignItems: 'end',
  },
});

function Figures({ row }: { row: TenantAlignment }) {
  return (
    <Stack gap="XXS">
      <Text weight="semibold">{percentText(row)}</Text>
      <Hint>{alignmentText(row)}</Hint>
    </Stack>
  );
}

const columns: readonly Column<TenantAlignment>[] = [
  { id: 'tenant', label: 'Tenant', width: '26%', cell: ({ tenantName }) => tenantName },
  { id: 'baseline', label: 'Baseline', width: '22%', cell: ({ baselineName }) => baselineName },
  { id: 'state', label: 'State', width: '128px', cell: ({ state }) => <AlignmentStateBadge state={state} /> },
  { id: 'figures', label: 'Aligned', cell: (row) => <Figures row={row} /> },
];

/** How the tenants in scope stand against their baselines. */
export function AlignmentCard() {
  const [address, setAddress] = useTableParams(AlignmentAddress);
  const query = useInfiniteQuery(alignmentQuery(address));
  const { opened, open, close, fallback } = useAddressed<HTMLDivElement>('of');
  const [tenantId, baselineId] = opened?.split(' ') ?? [];
  const summary = query.data?.pages[0]?.summary;
  return (
    <ListCard label="Alignment of tenants" ref={fallback}>
      <AlignmentFilters address={address} onChange={setAddress} />
      {summary && (
        <Hint role="status">
          {`${summary.deviating} deviating, ${summary.notKnown} not known, ${summary.aligned} aligned`}
        </Hint>
      )}
      <PagedList
        query={query}
        loading={<SkeletonRows rows={4} size={48} label="Loading the alignment of tenants" />}
        errorTitle={httpErrorTitle(query.error)}
        empty={
          <EmptyState
            icon={<ShieldTaskRegular />}
            title="No tenant has a baseline"
            body="Assign a baseline to a group, or take filters away."
            headingLevel="h2"
          />
        }
      >
        {(rows) => (
          <DataTable
            label="Alignment of tenants"
            rows={rows}
            columns={columns}
            rowId={(row) => `${row.tenantId} ${row.baselineId}`}
            actionsWidth="96px"
            rowActions={(row) => (
              <Button
                size="small"
                aria-label={`Checks of ${row.tenantName}, ${row.baselineName}`}
                onClick={() => open(`${row.tenantId} ${row.baselineId}`)}
              >
                Checks
              </Button>
            )}
          />
        )}
      </PagedList>
      {tenantId !== undefined && baselineId !== undefined && (
        <AlignmentDrawer tenantId={tenantId} baselineId={baselineId} onClose={close} />
      )}
    </ListCard>
  );
}

type FilterProps = {
  address: AlignmentAddress;
  onChange: (patch: Partial<AlignmentAddress>) => void;
};

function AlignmentFilters({ address, onChange }: FilterProps) {
  const styles = useStyles();
  const search = useCallback((text: string | undefined) => onChange({ search: text }), [onChange]);
  const { start, pendingName } = useDownload('Download Failed');
  return (
    <search className={styles.filters}>
      <BaselineFilter value={address.baselineId} onChange={(baselineId) => onChange({ baselineId })} />
      <FilterField
        label="State"
        options={AlignmentState.options}
        labelOf={(state) => alignmentStateLabels[state]}
        value={address.state}
        onChange={(state) => onChange({ state })}
      />
      <GroupFilter value={address.groupId} onChange={(groupId) => onChange({ groupId })} />
      <SearchBox label="Tenant" placeholder="Part of its name" value={address.search ?? ''} onChange={search} />
      <Button
        icon={<ArrowDownloadRegular />}
        disabledFocusable={pendingName !== null}
        onClick={() => start(exportAlignment, { query: address, tenantId: null }, 'Baselines.csv')}
      >
        {pendingName === null ? 'Export CSV' : 'Exporting…'}
      </Button>
    </search>
  );
}
