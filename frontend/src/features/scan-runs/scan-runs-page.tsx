import { ScanDashRegular } from '@fluentui/react-icons/svg/scan-dash';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ScanRun } from '@tenantry/contract/scan-runs';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RunStateBadge } from './run-badges.tsx';
import { scanRunsQuery } from './scan-run-queries.ts';

const columns: readonly Column<ScanRun>[] = [
  {
    id: 'started',
    label: 'Started',
    cell: ({ runId, startedAt }) => (
      <TextLink to={`${paths.adminScanRuns}/${runId}`}>
        <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>
      </TextLink>
    ),
    width: '22%',
  },
  { id: 'by', label: 'Started by', cell: ({ startedBy }) => startedBy, width: '18%' },
  { id: 'state', label: 'State', cell: (run) => <RunStateBadge run={run} />, width: '18%' },
  {
    id: 'total',
    label: 'Tenants',
    cell: ({ total, isPartial }) => (isPartial ? `${formatNumber(total)} of yours` : formatNumber(total)),
    align: 'end',
  },
  { id: 'completed', label: 'Completed', cell: ({ completed }) => formatNumber(completed), align: 'end' },
  { id: 'failed', label: 'Failed', cell: ({ failed }) => formatNumber(failed), align: 'end' },
  { id: 'cancelled', label: 'Cancelled', cell: ({ cancelled }) => formatNumber(cancelled), align: 'end' },
];

// Its route is this one's: each route of its own is code that the sign-in pages load.
const ScanRunPage = lazy(async () => ({ default: (await import('./scan-run-page.tsx')).ScanRunPage }));

/** The scans of many tenants that were asked for at once; the page of one of them where the address names it. */
export function ScanRunsPage() {
  const { runId } = useParams();
  if (runId === undefined) return <ScanRunList />;
  return (
    <Suspense fallback={<SkeletonRows label="Loading the scan run" />}>
      <ScanRunPage />
    </Suspense>
  );
}

function ScanRunList() {
  const query = useInfiniteQuery(scanRunsQuery());
  return (
    <AdminPage
      tab="Scan Runs"
      subtitle="Scans of many tenants, asked for at once"
      actions={
        <LinkButton to={paths.adminTenants} icon={<ScanDashRegular />}>
          Scan tenants
        </LinkButton>
      }
    >
      <SectionCard title="Scan runs">
        <QueryState
          query={query}
          loadingLabel="Loading scan runs"
          errorTitle="The scan runs could not be loaded"
          isEmpty={({ pages }) => pages[0]?.total === 0}
          empty={<NoRuns />}
        >
          {({ pages }) => {
            const runs = pages.flatMap(({ items }) => items);
            return (
              <PagedRows query={query} shown={runs.length} total={pages[0]?.total ?? runs.length}>
                <DataTable
                  label="Scan runs"
                  rows={runs}
                  columns={columns}
                  rowId={({ runId }) => runId}
                  minWidth="840px"
                />
              </PagedRows>
            );
          }}
        </QueryState>
      </SectionCard>
    </AdminPage>
  );
}

function NoRuns() {
  return (
    <EmptyState
      icon={<ScanDashRegular />}
      title="No scan runs yet"
      body="Choose tenants under Admin Panel, Tenants, and scan them at once."
    />
  );
}
