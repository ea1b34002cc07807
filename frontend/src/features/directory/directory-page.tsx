import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { PeopleRegular } from '@fluentui/react-icons/svg/people';
import { TenantId } from '@tenantry/contract/ids';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { DirectoryState } from './directory-state.tsx';
import { useDirectorySync } from './use-directory-sync.ts';
import { LoadError, UserList } from './user-list.tsx';

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
    <AdminPage
      tab="Tenants"
      subtitle={
        <span className={styles.heading}>
          {about}
          <span className={styles.back}>
            <TextLink to={paths.adminTenants}>Back to Tenants</TextLink>
          </span>
        </span>
      }
      actions={actions}
    >
      {children}
    </AdminPage>
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
      <SectionCard title="Tenant Users">
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
