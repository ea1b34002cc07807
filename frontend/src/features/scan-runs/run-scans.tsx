import { makeStyles, Text } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import { scanStatusLabels } from '@tenantry/contract/labels';
import { listScansOfRun, type RunScan, type ScanRun } from '@tenantry/contract/scan-runs';
import { ScanStatus } from '@tenantry/contract/scans';
import { formatNumber, formatSeconds } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ScanStatusBadge } from './run-badges.tsx';
import { goesOn, scansOfRunQuery } from './scan-run-queries.ts';

const useStyles = makeStyles({
  filter: { maxWidth: '280px' },
});

const columns: readonly Column<RunScan>[] = [
  {
    id: 'tenant',
    label: 'Tenant',
    cell: ({ tenantId, tenantName }) => <TextLink to={inTenant(paths.dashboard, tenantId)}>{tenantName}</TextLink>,
    width: '24%',
  },
  { id: 'status', label: 'Status', cell: ({ status }) => <ScanStatusBadge status={status} />, width: '14%' },
  { id: 'started', label: 'Started', cell: ({ startedAt }) => <RelativeTime instant={startedAt} />, width: '14%' },
  {
    id: 'duration',
    label: 'Duration',
    cell: ({ duration }) => (duration === null ? '—' : formatSeconds(duration)),
    width: '10%',
  },
  { id: 'why', label: 'What happened', cell: ({ errorMessage }) => <Text>{errorMessage ?? '—'}</Text> },
];

/** The scans of a run with why those failed that did. */
export function RunScans({ run }: { run: ScanRun }) {
  const styles = useStyles();
  const [{ status }, setParams] = useTableParams(listScansOfRun.query);
  const query = useInfiniteQuery(scansOfRunQuery(run.runId, status, !goesOn(run)));
  return (
    <SectionCard title="Scans">
      <FilterField
        label="Status"
        className={styles.filter}
        options={ScanStatus.options}
        labelOf={(option) => `${scanStatusLabels[option]} (${formatNumber(run[option])})`}
        value={status}
        onChange={(option) => setParams({ status: option })}
      />
      <QueryState
        query={query}
        loadingLabel="Loading the scans of the run"
        errorTitle="The scans of the run could not be loaded"
        isEmpty={({ pages }) => pages[0]?.total === 0 && !query.isPlaceholderData}
        empty={<NoScans status={status} />}
      >
        {({ pages }) => {
          const scans = pages.flatMap(({ items }) => items);
          return (
            <PagedRows query={query} shown={scans.length} total={pages[0]?.total ?? scans.length}>
              <DataTable
                label="Scans of the run"
                rows={scans}
                columns={columns}
                rowId={({ scanLogId }) => scanLogId}
                minWidth="840px"
              />
            </PagedRows>
          );
        }}
      </QueryState>
    </SectionCard>
  );
}

function NoScans({ status }: { status: ScanStatus | undefined }) {
  const title = status === undefined ? 'No scan was begun yet' : `No scan is ${scanStatusLabels[status].toLowerCase()}`;
  return <EmptyState title={title} />;
}
