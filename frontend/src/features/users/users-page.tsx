import { Button } from '@fluentui/react-components';
import { PeopleRegular } from '@fluentui/react-icons/svg/people';
import { PersonAddRegular } from '@fluentui/react-icons/svg/person-add';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type DirectoryUser, listUsers, type UserCounts } from '@tenantry/contract/users';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useSignedIn } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { UserFilters } from './user-filters.tsx';
import { type UserAction, UserTable } from './user-table.tsx';
import { usersQuery } from './users-queries.ts';

const CreateUserDialog = onDemand(async () => (await import('./create-user-dialog.tsx')).CreateUserDialog);
const EditUserDialog = onDemand(async () => (await import('./edit-user-dialog.tsx')).EditUserDialog);
const ResetPasswordDialog = onDemand(async () => (await import('./reset-password-dialog.tsx')).ResetPasswordDialog);
const DeleteUserDialog = onDemand(async () => (await import('./delete-user-dialog.tsx')).DeleteUserDialog);

type Opened = { action: UserAction; user: DirectoryUser };

/** Everybody who signs in here, and the accounts of the customers' directories. */
export function UsersPage() {
  const { user: me } = useSignedIn();
  const [params, setParams] = useTableParams(listUsers.query);
  const query = useInfiniteQuery(usersQuery(params));
  const first = query.data?.pages[0];
  const { opened, open, close, fallback } = useOpened<Opened>({
    items: query.data && [],
    draftOf: () => 'user:new',
  });
  const mayChange = me.role === 'admin' && me.seesAllTenants;
  const isFiltered = Boolean(params.search) || params.source !== 'all' || params.role !== 'all';
  return (
    <AdminPage
      tab="Users"
      subtitle="People who sign in to Tenantry, and the accounts of your customers’ directories"
      actions={
        mayChange && (
          <Button ref={fallback} appearance="primary" icon={<PersonAddRegular />} onClick={() => open(null)}>
            Add Local User
          </Button>
        )
      }
    >
      <Counts counts={first?.counts ?? null} isLoading={query.isPending} />
      {!mayChange && (
        <Notice intent="info">Users are managed by administrators of all tenants. You see those of yours.</Notice>
      )}
      <SectionCard title="Users">
        <UserFilters filters={params} onChange={setParams} />
        <QueryState
          query={query}
          loadingLabel="Loading users"
          errorTitle="The users could not be loaded"
          isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0) && !query.hasNextPage}
          empty={
            <EmptyState
              icon={<PeopleRegular />}
              title={isFiltered ? 'No users match your search criteria' : 'No users found'}
            />
          }
        >
          {({ pages }) => {
            const users = pages.flatMap(({ items }) => items);
            return (
              <PagedRows query={query} shown={users.length} total={pages.at(-1)?.total ?? null}>
                <UserTable
                  users={users}
                  lastAdministratorId={first?.lastAdministratorId ?? null}
                  onAction={mayChange ? (action, user) => open({ action, user }) : null}
                />
              </PagedRows>
            );
          }}
        </QueryState>
      </SectionCard>
      {opened !== undefined && (
        <OpenedDialog opened={opened} myId={me.id} lastId={first?.lastAdministratorId ?? null} onClose={close} />
      )}
    </AdminPage>
  );
}

type DialogProps = { opened: Opened | null; myId: string; lastId: string | null; onClose: () => void };

function OpenedDialog({ opened, myId, lastId, onClose }: DialogProps) {
  if (opened === null) return <CreateUserDialog onClose={onClose} />;
  const { action, user } = opened;
  if (action === 'reset') return <ResetPasswordDialog user={user} onClose={onClose} />;
  if (action === 'delete') return <DeleteUserDialog user={user} onClose={onClose} />;
  return (
    <EditUserDialog user={user} isOwn={user.id === myId} isLastAdministrator={user.id === lastId} onClose={onClose} />
  );
}

/** The counts with what is known of them: at least so many where a directory was never read, and none where none was. */
function Counts({ counts, isLoading }: { counts: UserCounts | null; isLoading: boolean }) {
  const known = (count: number | null, atLeast: number): string | null => {
    if (count !== null) return formatNumber(count);
    return counts?.m365AtLeast === 0 ? null : `${formatNumber(atLeast)}+`;
  };
  const m365 = counts && known(counts.m365, counts.m365AtLeast);
  const total = counts && known(counts.total, counts.local + counts.m365AtLeast);
  const hint = counts?.unknownBecause ?? undefined;
  return (
    <StatGrid label="User counts">
      <StatCard label="Sign in here" value={counts && formatNumber(counts.signIn)} isLoading={isLoading} />
      <StatCard label="Total" value={total} isLoading={isLoading} hint={hint} />
      <StatCard label="Local" value={counts && formatNumber(counts.local)} isLoading={isLoading} />
      <StatCard label="M365" value={m365} isLoading={isLoading} hint={hint} />
    </StatGrid>
  );
}
