import { makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { PlayRegular } from '@fluentui/react-icons/svg/play';
import { SettingsRegular } from '@fluentui/react-icons/svg/settings';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { useCallback, useEffect } from 'react';
import { RecentActivityCard } from '../../blocks/recent-activity-card.tsx';
import { ScanAll } from '../../blocks/scan-all.tsx';
import { createTenantAction, paths } from '../../lib/paths.ts';
import { useHasRole, useSeesAllTenants, useSignedIn } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { showToast } from '../../lib/toast.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { ComingSoonButton } from './coming-soon-button.tsx';
import { GlobalSummary } from './global-summary.tsx';
import { recentActivityQuery, type TenantFilters, tenantSummariesQuery } from './overview-queries.ts';
import { SystemHealth } from './system-health.tsx';
import { TenantHealth } from './tenant-health.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
    alignItems: 'start',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'grid', gap: tokens.spacingHorizontalL },
});

/** All tenants in the user's scope at a glance. */
export function OverviewPage() {
  const styles = useStyles();
  const [{ search, status, need, mode, sort, groupId }, setParams] = useTableParams(listTenantSummaries.query);
  const filters: TenantFilters = { search: search || undefined, status, need, mode, sort, groupId };
  const query = useInfiniteQuery(tenantSummariesQuery(filters));
  const filter = useCallback((patch: Partial<TenantFilters>) => setParams(patch), [setParams]);
  const totals = query.data?.pages[0]?.summary;
  useNoTenantNotice();
  return (
    <PageShell title="Multi-Tenant Overview" subtitle="Which tenants need attention, and why" actions={<Actions />}>
      {totals?.tenants === 0 ? (
        <NoTenants />
      ) : (
        <>
          <GlobalSummary totals={totals} isLoading={query.isPending} />
          <div className={styles.columns}>
            <TenantHealth query={query} filters={filters} onFilter={filter} />
            <div className={styles.column}>
              <SystemHealth totals={totals} isLoading={query.isPending} />
              <RecentActivity />
            </div>
          </div>
        </>
      )}
    </PageShell>
  );
}

function RecentActivity() {
  return <RecentActivityCard query={useQuery(recentActivityQuery())} firstShown={5} isOfSeveral />;
}

function useNoTenantNotice(): void {
  useEffect(() => {
    showToast({
      title: 'No tenant selected',
      body: 'Select a tenant to begin managing security audits and tasks',
      intent: 'info',
      yields: true,
    });
  }, []);
}

/** A new tenant would be nobody's who looks after a list of them. */
function useMayAddTenants(): boolean {
  const isAdmin = useHasRole('admin');
  return useSeesAllTenants() && isAdmin;
}

function Actions() {
  const isAdmin = useHasRole('admin');
  const { tenants } = useSignedIn();
  const mayAdd = useMayAddTenants();
  return (
    <>
      {mayAdd && (
        <LinkButton to={paths.adminTenants} appearance="primary" icon={<AddRegular />}>
          Add Tenant
        </LinkButton>
      )}
      {isAdmin && <ScanAll label="Run Global Audit" icon={<PlayRegular />} total={tenants.length} />}
      <ComingSoonButton label="Global Settings" icon={<SettingsRegular />} />
    </>
  );
}

function NoTenants() {
  const mayAdd = useMayAddTenants();
  return (
    <EmptyState
      icon={<BuildingMultipleRegular />}
      headingLevel="h2"
      title="Let's get started"
      body={
        mayAdd
          ? 'Create your first tenant to begin auditing its Microsoft 365 security.'
          : 'No tenant has been assigned to you yet. An administrator can do that for you.'
      }
      actions={
        mayAdd && (
          <LinkButton
            to={`${paths.adminTenants}?action=${createTenantAction}`}
            appearance="primary"
            icon={<AddRegular />}
          >
            Create New Organization
          </LinkButton>
        )
      }
    />
  );
}
