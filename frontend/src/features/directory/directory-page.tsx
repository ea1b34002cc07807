import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { PeopleRegular } from '@fluentui/react-icons/svg/people';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listTenantUsers } from '@tenantry/contract/directory';
import { TenantId } from '@tenantry/contract/ids';
import type { ReactNode } from 'react';
import { useCallback } from 'react';
import { useParams } from 'react-router-dom';
import { AdminTabs } from '../../blocks/admin-tabs.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { tenantUsersQuery } from './directory-queries.ts';
import { DirectoryState } from './directory-state.tsx';
import { TenantUserTable } from './tenant-user-table.tsx';
import { useDirectorySync } from './use-directory-sync.ts';

const useStyles = makeStyles({
  heading: { display: 'grid', gap: tokens.spacingVerticalXXS },
  back: { display: 'block' },
});

/** The accounts of one tenant's directory. */
export function DirectoryPage() {
  const id = (useParams().id ?? '').trim().toLowerCase();
  if (TenantId.safeParse(id).success) return <TenantUsers key={id} tenantId={id} />;
  return (
    <Shell>
      <ErrorPanel error={new Error(id === '' ? 'Tenant ID is required' : 'Invalid tenant ID in URL')} />
    </Shell>
  );
}

type ShellProps = { about?: ReactNode; actions?: ReactNode; children: ReactNode };

function Shell({ about, actions, children }: ShellProps) {
  const styles = useStyles();
  return (
    <PageShell
      title="Tenant Users"
      subtitle={
        <span className={styles.heading}>
          {about}
          <span className={styles.back}>
            <TextLink to={paths.adminTenants}>Back to Tenants</TextLink>
          </span>
        </span>
      }
      actions={actions}
      tabs={<AdminTabs />}
    >
      {children}
    </PageShell>
  );
}

function TenantUsers({ tenantId }: { tenantId: string }) {
  const { query, start, isBusy } = useDirectorySync(tenantId);
  if (query.isError && query.data === undefined) {
    return (
      <Shell>
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      </Shell>
    );
  }
  const syncButton = (
    <Button icon={<ArrowSyncRegular />} onClick={start} disabledFocusable={isBusy}>
      {isBusy ? 'Syncing…' : 'Sync Now'}
    </Button>
  );
  const info = query.data?.tenantInfo;
  return (
    <Shell
      about={
        info && (
          <Text>
            <Text weight="semibold">{info.orgName}</Text> · {info.domain}{' '}
            {info.isMock && (
              <Badge appearance="outline" color="warning">
                Simulated
              </Badge>
            )}
          </Text>
        )
      }
      actions={query.data && syncButton}
    >
      <SectionCard title="Users">
        <QueryState query={query} loadingLabel="Loading tenant users">
          {({ sync, syncedAt, unknownBecause }) => (
            <>
              <DirectoryState sync={sync} syncedAt={syncedAt} />
              {syncedAt === null ? (
                <NotSynced because={unknownBecause} syncButton={syncButton} />
              ) : (
                <UserList tenantId={tenantId} />
              )}
            </>
          )}
        </QueryState>
      </SectionCard>
    </Shell>
  );
}

function UserList({ tenantId }: { tenantId: string }) {
  const [{ search }, setParams] = useTableParams(listTenantUsers.query);
  const query = useInfiniteQuery(tenantUsersQuery(tenantId, search || undefined));
  const change = useCallback((value: string | undefined) => setParams({ search: value }), [setParams]);
  return (
    <>
      <SearchBox label="Search users" placeholder="Name, email or job title" value={search ?? ''} onChange={change} />
      {query.isError && query.data === undefined ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <QueryState
          query={query}
          loadingLabel="Loading tenant users"
          isEmpty={(data) => data.pages[0]?.users.length === 0}
          empty={<NoUsers isSearch={Boolean(search)} />}
        >
          {(data) => <TenantUserTable data={data} query={query} />}
        </QueryState>
      )}
    </>
  );
}

function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isTold = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const shown =
    error instanceof ApiError && !isTold
      ? new ApiError('Failed to load tenant users. Please try again.', error)
      : error;
  return <ErrorPanel title="Failed to fetch tenant users" error={shown} onRetry={onRetry} />;
}

function NotSynced({ because, syncButton }: { because: string | null; syncButton: ReactNode }) {
  return (
    <EmptyState
      icon={<PeopleRegular />}
      title="No users are known yet"
      body={because ?? undefined}
      actions={syncButton}
    />
  );
}

function NoUsers({ isSearch }: { isSearch: boolean }) {
  const title = isSearch ? 'No users match your search criteria' : 'No users found for this tenant';
  return <EmptyState icon={<PeopleRegular />} title={title} />;
}
