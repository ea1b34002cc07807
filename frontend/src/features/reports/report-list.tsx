import { useInfiniteQuery } from '@tanstack/react-query';
import type { GeneratedReport } from '@tenantry/contract/generated-reports';
import { RequestApproval } from '../../blocks/request-approval.tsx';
import { useHasRole } from '../../lib/session.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Made, Publication, ReportActions, ReportFailure, ReportName, ReportState } from './report-cells.tsx';
import { reportsQuery } from './report-queries.ts';
import { TimeZoneLine } from './time-zone-line.tsx';
import { useReportWatch } from './use-report-watch.ts';

const none: readonly GeneratedReport[] = [];

type Props = {
  tenantId: string;
  /** When the audit was made whose report can be released to the client; null where it was already. */
  releasable: string | null;
};

/** The reports that were made of a tenant, the newest first. */
export function ReportList({ tenantId, releasable }: Props) {
  const query = useInfiniteQuery(reportsQuery(tenantId));
  const reports = query.data?.pages.flatMap(({ items }) => items) ?? none;
  useReportWatch(tenantId, reports);
  const canBeReleased = reports.find(({ status, auditedAt }) => status === 'ready' && auditedAt === releasable);
  return (
    <SectionCard title="Generated reports" subtitle={<TimeZoneLine tenantId={tenantId} />}>
      <QueryState
        query={query}
        loading={<SkeletonRows rows={3} size={48} label="Loading the reports" />}
        errorTitle="The reports could not be loaded"
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={<NoReports />}
      >
        {({ pages }) => (
          <PagedRows query={query} shown={reports.length} total={pages[0]?.total ?? reports.length}>
            <DataTable
              label="Generated reports"
              rows={reports}
              columns={columnsWith(canBeReleased?.reportId ?? null)}
              rowId={({ reportId }) => reportId}
              rowActions={(report) => <ReportActions report={report} />}
              rowDetails={(report) => report.status === 'failed' && <ReportFailure report={report} />}
              actionsWidth="192px"
              minWidth="920px"
            />
          </PagedRows>
        )}
      </QueryState>
    </SectionCard>
  );
}

const columnsWith = (releasableId: string | null): readonly Column<GeneratedReport>[] => [
  { id: 'report', label: 'Report', cell: (report) => <ReportName report={report} /> },
  { id: 'made', label: 'Generated', width: '132px', cell: (report) => <Made report={report} /> },
  { id: 'score', label: 'Score', width: '44px', align: 'end', cell: ({ score }) => score ?? '—' },
  { id: 'status', label: 'Status', width: '96px', cell: (report) => <ReportState report={report} /> },
  {
    id: 'published',
    label: 'Published',
    // As wide as its button.
    width: '192px',
    cell: (report) =>
      report.reportId === releasableId ? (
        <RequestApproval
          draft={`report:${report.tenantId}`}
          preset={{ type: 'audit_publish', tenantId: report.tenantId }}
          label="Request publication"
          fallback="Not published"
        />
      ) : (
        <Publication report={report} />
      ),
  },
];

function NoReports() {
  const isTechnician = useHasRole('technician');
  return (
    <EmptyState
      title="No report generated yet"
      body={
        isTechnician
          ? 'Generate the first one. It stays here, to download again as it was made.'
          : 'Technicians and administrators generate reports. They stay here, to download at any time.'
      }
    />
  );
}
