import { ScanDashRegular } from '@fluentui/react-icons/svg/scan-dash';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ScanRun } from '@tenantry/contract/scan-runs';
import { useParams } from 'react-router-dom';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RunStateBadge } from './run-badges.tsx';
import { scanRunsQuery } from './scan-run-queries.ts';
import { scoreChange } from './score-change.ts';

const columns: readonly Column<ScanRun>[] = [
  {
    id: 'started',
    label: 'Started',
    cell: ({ runId, startedAt }) => (
      <TextLink to={`${paths.adminScanRuns}/${runId}`}>
        <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>
      </TextLink>
    ),
    width: '12%',
  },
  { id: 'by', label: 'Started by', cell: ({ startedBy }) => startedBy, width: '8%' },
  { id: 'state', label: 'Status', cell: (run) => <RunStateBadge run={run} /> },
  {
    id: 'total',
    label: 'Tenants',
    cell: ({ total, isPartial }) => (isPartial ? `${formatNumber(total)} of yours` : formatNumber(total)),
    align: 'end',
    width: '52px',
  },
  {
    id: 'completed',
    label: 'Completed',
    cell: ({ completed }) => formatNumber(completed),
    align: 'end',
    width: '72px',
  },
  { id: 'failed', label: 'Failed', cell: ({ failed }) => formatNumber(failed), align: 'end', width: '46px' },
  {
    id: 'new',
    label: 'New findings',
    cell: ({ outcome }) => figure(outcome?.newFindings),
    align: 'end',
    width: '56px',
  },
  {
    id: 'resolved',
    label: 'Resolved',
    cell: ({ outcome }) => figure(outcome?.resolvedFindings),
    align: 'end',
    width: '62px',
  },
  {
    id: 'critical',
    label: 'Critical',
    cell: ({ outcome }) => figure(outcome?.criticalFindings),
    align: 'end',
    width: '50px',
  },
  {
    id: 'score',
    label: 'Average score',
    cell: ({ outcome }) => (outcome ? scoreChange(outcome.scoreBefore, outcome.score) : '—'),
    align: 'end',
    width: '60px',
  },
  {
    id: 'unchecked',
    label: 'Not checked',
    cell: ({ outcome }) => figure(outcome?.uncheckedChecks),
    align: 'end',
    width: '54px',
  },
];

/** Of runs that go on, and of those of before it was kept, it is not known. */
const figure = (value: number | undefined) => (value === undefined ? '—' : formatNumber(value));

// Its route is this one's: each route of its own is code that the sign-in pages load.
const ScanRunPage = onDemand(
  async () => (await import('./scan-run-page.tsx')).ScanRunPage,
  <SkeletonRows label="Loading the bulk scan" />,
);

/** The scans of many tenants that were asked for at once; the page of one of them where the address names it. */
export function ScanRunsPage() {
  const { runId } = useParams();
  if (runId === undefined) return <ScanRunList />;
  return <ScanRunPage />;
}

function ScanRunList() {
  const query = useInfiniteQuery(scanRunsQuery());
  return (
    <AdminPage
      tab="Bulk Scans"
      subtitle="Scans of several tenants, started together"
      actions={
        <LinkButton to={paths.adminTenants} icon={<ScanDashRegular />}>
          Scan tenants
        </LinkButton>
      }
    >
      <SectionCard title="Bulk scans">
        <PagedList
          query={query}
          loadingLabel="Loading bulk scans"
          errorTitle="The bulk scans could not be loaded"
          empty={<NoRuns />}
        >
          {(runs) => (
            <DataTable label="Bulk scans" rows={runs} columns={columns} rowId={({ runId }) => runId} minWidth="920px" />
          )}
        </PagedList>
      </SectionCard>
    </AdminPage>
  );
}

function NoRuns() {
  return (
    <EmptyState
      icon={<ScanDashRegular />}
      title="No bulk scans yet"
      body="Select tenants under Admin Panel > Tenants and scan them together."
    />
  );
}
