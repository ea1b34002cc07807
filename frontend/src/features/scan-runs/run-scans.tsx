import { makeStyles, Text } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import { scanStatusLabels } from '@tenantry/contract/labels';
import { listScansOfRun, type RunScan, type ScanRun } from '@tenantry/contract/scan-runs';
import { ScanStatus } from '@tenantry/contract/scans';
import { countOf, formatNumber, formatSeconds } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ScanStatusBadge } from './run-badges.tsx';
import { goesOn, scansOfRunQuery } from './scan-run-queries.ts';
import { scoreChange } from './score-change.ts';

const useStyles = makeStyles({
  filter: { maxWidth: '280px' },
});

const figure = (value: number | undefined) => (value === undefined ? '—' : formatNumber(value));

const columns: readonly Column<RunScan>[] = [
  {
    id: 'tenant',
    label: 'Tenant',
    cell: ({ tenantId, tenantName }) => <TextLink to={inTenant(paths.dashboard, tenantId)}>{tenantName}</TextLink>,
    width: '15%',
  },
  { id: 'status', label: 'Status', cell: ({ status }) => <ScanStatusBadge status={status} />, width: '118px' },
  { id: 'started', label: 'Started', cell: ({ startedAt }) => <RelativeTime instant={startedAt} />, width: '8%' },
  {
    id: 'duration',
    label: 'Duration',
    cell: ({ duration }) => (duration === null ? '—' : formatSeconds(duration)),
    width: '6%',
  },
  { id: 'new', label: 'New', cell: ({ outcome }) => figure(outcome?.newFindings), align: 'end', width: '5%' },
  {
    id: 'resolved',
    label: 'Resolved',
    cell: ({ outcome }) => figure(outcome?.resolvedFindings),
    align: 'end',
    width: '7%',
  },
  {
    id: 'critical',
    label: 'Critical',
    cell: ({ outcome }) => figure(outcome?.criticalFindings),
    align: 'end',
    width: '6%',
  },
  {
    id: 'score',
    label: 'Score',
    cell: ({ outcome }) => (outcome ? scoreChange(outcome.scoreBefore, outcome.score) : '—'),
    align: 'end',
    width: '7%',
  },
  { id: 'why', label: 'Not checked', cell: (scan) => <NotChecked scan={scan} /> },
];

/** Why the scan gave nothing, or what of it could not be read. */
function NotChecked({ scan: { errorMessage, outcome, unread } }: { scan: RunScan }) {
  if (errorMessage !== null) return <Text>{errorMessage}</Text>;
  const checks = outcome?.uncheckedChecks ?? 0;
  if (checks === 0 && unread.length === 0) return <Text>—</Text>;
  return (
    <Text>
      {checks > 0 && countOf(checks, 'check')}
      {unread.length > 0 && `${checks > 0 ? ': ' : ''}${unread.join(', ')}`}
    </Text>
  );
}

/** The scans of a run: what each found, and why those failed that did. */
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
      <PagedList
        query={query}
        loadingLabel="Loading the scans of the run"
        errorTitle="The scans of the run could not be loaded"
        isEmpty={({ pages }) => pages[0]?.total === 0 && !query.isPlaceholderData}
        empty={<NoScans status={status} />}
      >
        {(scans) => (
          <DataTable
            label="Scans of the run"
            rows={scans}
            columns={columns}
            rowId={({ scanLogId }) => scanLogId}
            minWidth="920px"
          />
        )}
      </PagedList>
    </SectionCard>
  );
}

function NoScans({ status }: { status: ScanStatus | undefined }) {
  const title =
    status === undefined ? 'No scan has started yet' : `No scan is ${scanStatusLabels[status].toLowerCase()}`;
  return <EmptyState title={title} />;
}
