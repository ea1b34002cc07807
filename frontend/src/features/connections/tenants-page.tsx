import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { PlugConnectedRegular } from '@fluentui/react-icons/svg/plug-connected';
import { useQuery } from '@tanstack/react-query';
import { type AdminTenant, listAdminTenants } from '@tenantry/contract/connections';
import { useState } from 'react';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { createTenantAction, paths } from '../../lib/paths.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useReturnNotice } from '../../lib/use-return-notice.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { managedTenantsQuery } from './connection-queries.ts';
import { ScanTenants } from './scan-tenants.tsx';
import { TenantTable } from './tenant-table.tsx';
import { useConnectionReturn } from './use-connection-return.ts';

const GroupFilter = onDemand(async () => (await import('../../blocks/group-filter.tsx')).GroupFilter);
// For administrators of all tenants.
const PartnerSyncButton = onDemand(async () => (await import('./partner-sync-button.tsx')).PartnerSyncButton);
const CreateTenantDialog = onDemand(async () => (await import('./create-tenant-dialog.tsx')).CreateTenantDialog);
const OffboardingNotice = onDemand(async () => (await import('./offboarding-notice.tsx')).OffboardingNotice);

const addressActions = ['action'];

/** The tenants in scope with the state of their connection to Microsoft 365. */
export function TenantsPage() {
  useConnectionReturn();
  const [{ groupId }, setAddress] = useTableParams(listAdminTenants.query);
  const query = useQuery(managedTenantsQuery(groupId));
  const seesAll = useSeesAllTenants();
  const { opened, open, close, fallback } = useOpened<never>({ items: query.data && [], draftOf: () => 'tenant:new' });
  // The first-run pages lead here with it.
  useReturnNotice(addressActions, (given) => {
    if (seesAll && given.get('action') === createTenantAction) open(null);
  });
  const hasFailed = query.isError && query.data === undefined;
  const isEmpty = groupId === undefined && query.data?.tenants.length === 0;
  const [search, setSearch] = useState('');
  // What is being deleted is of no group.
  const whole = useQuery({ ...managedTenantsQuery(), enabled: seesAll && groupId !== undefined });
  const offboarding = (groupId === undefined ? query : whole).data?.offboarding ?? [];
  return (
    <AdminPage
      tab="Tenants"
      subtitle="The tenants you manage"
      // A new tenant would be nobody's who looks after a list of them.
      actions={
        seesAll && (
          <>
            <PartnerSyncButton />

            <Button ref={fallback} icon={<AddRegular />} onClick={() => open(null)}>
              Create New Organization
            </Button>
            <LinkButton to={paths.adminOnboard} appearance="primary" icon={<PlugConnectedRegular />}>
              Connect M365 Tenant
            </LinkButton>
          </>
        )
      }
    >
      {offboarding.length > 0 && <OffboardingNotice offboarding={offboarding} />}
      {hasFailed && groupId === undefined ? (
        <TenantsError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SectionCard title="Tenants" actions={<TextLink to={paths.adminScanRuns}>Bulk scans</TextLink>}>
          {isEmpty || (
            <Row gap="M">
              <SearchBox
                label="Search"
                placeholder="Name or domain"
                value={search}
                onChange={(value = '') => setSearch(value)}
              />
              <GroupFilter value={groupId} onChange={(chosen) => setAddress({ groupId: chosen })} />
            </Row>
          )}
          <QueryState
            query={query}
            loadingLabel="Loading tenants"
            errorTitle="Failed to load the tenants of this group"
            isEmpty={() => isEmpty}
            empty={<NoTenants />}
          >
            {({ tenants }) => <SearchedTenants key={groupId} tenants={tenants} groupId={groupId} search={search} />}
          </QueryState>
        </SectionCard>
      )}
      {opened === null && <CreateTenantDialog onClose={close} />}
    </AdminPage>
  );
}

type SearchedProps = {
  tenants: readonly AdminTenant[];
  groupId: string | undefined;
  search: string;
};

function SearchedTenants({ tenants, groupId, search }: SearchedProps) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const wanted = search.toLowerCase();
  const found = tenants.filter(({ orgName, name, domain }) =>
    [orgName, name, domain].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <ScanTenants
        total={tenants.length}
        selected={tenants.filter(({ id }) => selectedIds.has(id))}
        groupId={groupId}
        onClear={() => setSelectedIds(new Set())}
      />
      {found.length === 0 ? (
        <EmptyState title={search === '' ? 'No tenant is in this group' : 'No tenants match your search'} />
      ) : (
        <TenantTable key={search} tenants={found} selectedIds={selectedIds} onSelect={setSelectedIds} />
      )}
    </>
  );
}

function TenantsError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = messageOf(error).includes('Authentication')
    ? 'Please ensure you are logged in with admin credentials'
    : 'Unable to connect to the server. Please try again.';
  const details = error instanceof ApiError ? { status: error.status, requestId: error.requestId } : { status: 0 };
  return (
    <ErrorPanel
      title="Failed to load tenants"
      error={new ApiError(text, details)}
      onRetry={onRetry}
      retryLabel="Try Again"
    />
  );
}

function NoTenants() {
  return (
    <EmptyState
      icon={<BuildingMultipleRegular />}
      title="No Tenants Found"
      body="Connect a tenant with admin consent. If you manage it as a partner, make sure that the relationship in Partner Center is in place."
    />
  );
}
