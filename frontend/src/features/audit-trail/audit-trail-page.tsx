import { Button, Text } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { useQuery } from '@tanstack/react-query';
import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { useCallback } from 'react';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { ExportJobs } from '../../blocks/export-jobs.tsx';
import { trailStateQuery } from '../../blocks/trail-state-query.ts';
import { TrailStatusBadge } from '../../blocks/trail-status-badge.tsx';
import { paths } from '../../lib/paths.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { auditTrailQuery, type TrailFilters as Filters, isFiltered, noFilters } from './audit-trail-queries.ts';
import { ExportTrail } from './export-trail.tsx';
import { TrailFilters } from './trail-filters.tsx';
import { TrailPager } from './trail-pager.tsx';
import { TrailTable } from './trail-table.tsx';

/** Who changed what, and who read what is sensitive, in every tenant of the user's scope. */
export function AuditTrailPage() {
  const [{ eventType, user, target, startDate, endDate, groupId, offset }, setParams] = useTableParams(
    listAuditTrail.query,
  );
  const filters: Filters = { eventType, user, target, startDate, endDate, groupId };
  const query = useQuery(auditTrailQuery(filters, offset));
  // A changed filter makes another list, which begins at its first page (specification, section 4).
  const change = useCallback((patch: Partial<Filters>) => setParams({ ...patch, offset: undefined }), [setParams]);
  const clear = () => change(noFilters);
  return (
    <AdminPage
      tab="Audit Logs"
      subtitle="Who changed what, and who read or exported what is sensitive"
      actions={<ExportTrail filters={filters} />}
    >
      <SectionCard title="Activity trail" subtitle={<Integrity />}>
        <TrailFilters filters={filters} onChange={change} />
        <QueryState
          query={query}
          loading={<SkeletonRows rows={8} label="Loading the audit trail" />}
          errorTitle="Failed to fetch audit trail"
        >
          {({ entries, pagination }) => (
            <>
              {entries.length === 0 ? (
                <NoEntries isFiltered={isFiltered(filters)} isBeyond={offset > 0} onClear={clear} />
              ) : (
                <TrailTable entries={entries} />
              )}
              <TrailPager
                pagination={pagination}
                shown={entries.length}
                isLoading={query.isPlaceholderData}
                onOffset={(next) => setParams({ offset: next === 0 ? undefined : next })}
              />
            </>
          )}
        </QueryState>
      </SectionCard>
      <ExportJobs kinds={['audit-trail-json', 'audit-trail-csv']} />
    </AdminPage>
  );
}

/** Whether the trail is whole: for those who may know it. */
function Integrity() {
  const seesAllTenants = useSeesAllTenants();
  return seesAllTenants ? <IntegrityState /> : <>Entries of your tenants</>;
}

function IntegrityState() {
  const { data } = useQuery(trailStateQuery());
  return (
    <Row as="span" gap="S" align="center">
      {data?.last ? <TrailStatusBadge status={data.last.status} /> : <Text>Sealed and verified once a day.</Text>}
      <TextLink to={paths.adminHealth}>See the verification</TextLink>
    </Row>
  );
}

type EmptyProps = { isFiltered: boolean; isBeyond: boolean; onClear: () => void };

function NoEntries({ isFiltered, isBeyond, onClear }: EmptyProps) {
  if (isBeyond) return <EmptyState icon={<HistoryRegular />} title="There are no entries on this page" />;
  if (!isFiltered) return <EmptyState icon={<HistoryRegular />} title="No entries yet" />;
  return (
    <EmptyState
      icon={<HistoryRegular />}
      title="No entries match these filters"
      actions={<Button onClick={onClear}>Clear All</Button>}
    />
  );
}
