import { Badge, Button, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { useInfiniteQuery } from '@tanstack/react-query';
import { categoryStatusLabels } from '@tenantry/contract/labels';
import { AuditStatusFilter, listAudits, type ManagedAudit } from '@tenantry/contract/managed-audits';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { GroupFilter } from '../../blocks/group-filter.tsx';
import { TenantFilter } from '../../blocks/tenant-filter.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { auditsQuery } from './audits-query.ts';
import { ManagedAuditTable } from './managed-audit-table.tsx';

const ManagedAuditDialog = onDemand(async () => (await import('./managed-audit-dialog.tsx')).ManagedAuditDialog);

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  title: { margin: 0 },
  filters: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'minmax(200px, 320px) repeat(2, minmax(140px, 200px))',
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** What each completed scan of the tenants in scope came to. */
export function AuditsPage() {
  const styles = useStyles();
  const [{ tenantId, groupId, status }, setParams] = useTableParams(listAudits.query);
  const query = useInfiniteQuery(auditsQuery({ tenantId, groupId, status }));
  const { opened, open, close, fallback } = useOpened<ManagedAudit, HTMLDivElement>();
  const total = query.data?.pages[0]?.total;
  const isFiltered = [tenantId, groupId, status].some((one) => one !== undefined);
  return (
    <AdminPage tab="Audits" subtitle="The results of every scan, the newest first">
      <ListCard label="List of audits" ref={fallback}>
        <div className={styles.head}>
          <Subtitle2 as="h2" className={styles.title}>
            Audits
          </Subtitle2>
          {total !== undefined && (
            <Badge appearance="tint" color="informative">
              {formatNumber(total)} total
            </Badge>
          )}
        </div>
        <search className={styles.filters}>
          <TenantFilter
            label="Tenant"
            allLabel="All tenants"
            value={tenantId}
            onChange={(chosen) => setParams({ tenantId: chosen })}
          />
          <GroupFilter value={groupId} onChange={(chosen) => setParams({ groupId: chosen })} />
          <FilterField
            label="Overall status"
            options={AuditStatusFilter.options}
            labelOf={(option) => categoryStatusLabels[option]}
            value={status}
            onChange={(chosen) => setParams({ status: chosen })}
          />
        </search>
        <PagedList
          query={query}
          loading={<SkeletonRows rows={6} size={48} label="Loading audits" />}
          errorTitle={httpErrorTitle(query.error)}
          empty={
            <EmptyState
              icon={<HistoryRegular />}
              title="No audits found"
              body={isFiltered ? undefined : 'A scan that completes leaves an audit here.'}
              actions={
                isFiltered && (
                  <Button onClick={() => setParams({ tenantId: undefined, groupId: undefined, status: undefined })}>
                    Clear filters
                  </Button>
                )
              }
            />
          }
        >
          {(audits) => <ManagedAuditTable audits={audits} onOpen={open} />}
        </PagedList>
      </ListCard>
      {opened && <ManagedAuditDialog audit={opened} onClose={close} />}
    </AdminPage>
  );
}
