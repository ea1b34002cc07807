import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons/svg/copy';
import { PeopleRegular } from '@fluentui/react-icons/svg/people';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { type DirectoryUser, listUsers } from '@tenantry/contract/users';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { roleLabels } from '../../blocks/role-labels.ts';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { queryKey } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
    alignItems: 'start',
  },
  tips: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, display: 'grid', gap: tokens.spacingVerticalS },
});

const adminCenters = [
  ['Open Microsoft 365 admin center', 'https://admin.microsoft.com/'],
  ['Open Microsoft Entra admin center', 'https://entra.microsoft.com/'],
] as const;

const adminTips = [
  'Reset a password in the directory of the user, and have it changed at the next sign-in.',
  'Require phishing-resistant MFA for every administrator.',
  'Give no administrator a mailbox for daily work, and keep two emergency accounts.',
  'Revoke the sessions of an account whose password was reset.',
] as const;
const userTips = [
  'Use a passkey or Microsoft Authenticator where the organization offers it.',
  'Use a long passphrase, and never the same one twice.',
  'Keep passwords in a password manager.',
  'Refuse a sign-in request that you did not start, and report it.',
] as const;

/** Where the passwords of the people here are kept, and how theirs are reset. */
export function PasswordsPage() {
  const styles = useStyles();
  return (
    <AdminPage tab="Password Management" subtitle="Passwords belong to Microsoft 365">
      <SectionCard title="Where passwords are kept">
        <Text>
          Tenantry uses the cloud directory: people sign in with Microsoft 365, so there are no local passwords to
          manage. Reset a password in the directory that the account belongs to.
        </Text>
        <Text>
          A local user, where local sign-in is allowed, is the exception: reset that password under{' '}
          <TextLink to={paths.adminUsers}>Users</TextLink>.
        </Text>
        <Row gap="S">
          {adminCenters.map(([label, href]) => (
            <Button key={href} as="a" href={href} target="_blank" rel="noopener noreferrer">
              {label}
            </Button>
          ))}
        </Row>
      </SectionCard>
      <div className={styles.columns}>
        <Tips title="Best practices for admins" tips={adminTips} />
        <Tips title="Best practices for end users" tips={userTips} />
      </div>
      <CurrentUsers />
    </AdminPage>
  );
}

function Tips({ title, tips }: { title: string; tips: readonly string[] }) {
  const styles = useStyles();
  return (
    <SectionCard title={title}>
      <ul className={styles.tips}>
        {tips.map((tip) => (
          <li key={tip}>
            <Text>{tip}</Text>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** A page at a time: there may be millions of accounts. */
const usersQuery = () =>
  infiniteQueryOptions({
    queryKey: queryKey('users', null, { shownOn: 'passwords' }),
    queryFn: ({ pageParam: cursor, signal }) => call(listUsers, { query: { cursor }, tenantId: null, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
  });

/** The object id at the end of the id of a directory's account; null for somebody who signs in here. */
function objectIdOf({ id, signsInHere }: DirectoryUser): string | null {
  return signsInHere ? null : (/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(id)?.[0] ?? null);
}

/** Where an administrator finds the details of a user: in Microsoft's admin center, or here. */
function userDetailsLink(user: DirectoryUser): string {
  const objectId = objectIdOf(user);
  if (objectId !== null) return `https://admin.microsoft.com/Adminportal/Home#/users/:/UserDetails/${objectId}`;
  const search = new URLSearchParams({ search: user.username ?? user.displayName });
  return `${window.location.origin}${paths.adminUsers}?${search}`;
}

async function copyLink(user: DirectoryUser): Promise<void> {
  try {
    await navigator.clipboard.writeText(userDetailsLink(user));
    showToast({ title: 'Link copied to clipboard', intent: 'success' });
  } catch (error) {
    showToast({ title: 'Could not copy', body: messageOf(error), intent: 'error' });
  }
}

const columns: readonly Column<DirectoryUser>[] = [
  { id: 'name', label: 'Name', cell: ({ displayName }) => <Text weight="semibold">{displayName}</Text>, width: '26%' },
  { id: 'email', label: 'Email', cell: ({ email }) => <Text>{email ?? '—'}</Text>, width: '30%' },
  {
    id: 'tenant',
    label: 'Tenant',
    cell: ({ tenantName, scope }) => <Text>{tenantName ?? (scope?.kind === 'all' ? 'All tenants' : '—')}</Text>,
  },
  {
    id: 'role',
    label: 'Role',
    cell: ({ role }) =>
      role === null ? (
        <Text>Not known</Text>
      ) : (
        <Badge appearance="tint" color={role === 'admin' ? 'brand' : 'informative'} shape="rounded">
          {roleLabels[role]}
        </Badge>
      ),
    width: '12%',
  },
];

function CurrentUsers() {
  const query = useInfiniteQuery(usersQuery());
  return (
    <SectionCard
      title="Current users"
      subtitle={
        <>
          Search and filter them under <TextLink to={paths.adminUsers}>Users</TextLink>
        </>
      }
    >
      <QueryState
        query={query}
        loadingLabel="Loading users"
        errorTitle="The users could not be loaded"
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0) && !query.hasNextPage}
        empty={<EmptyState icon={<PeopleRegular />} title="No users found" />}
      >
        {({ pages }) => {
          const users = pages.flatMap(({ items }) => items);
          return (
            <PagedRows query={query} shown={users.length} total={pages.at(-1)?.total ?? null}>
              <DataTable
                label="Current users"
                rows={users}
                columns={columns}
                rowId={({ id }) => id}
                minWidth="760px"
                actionsWidth="120px"
                rowActions={(user) => (
                  <Button
                    size="small"
                    icon={<CopyRegular />}
                    onClick={() => void copyLink(user)}
                    aria-label={`Copy link to ${user.displayName}`}
                  >
                    Copy link
                  </Button>
                )}
              />
            </PagedRows>
          );
        }}
      </QueryState>
    </SectionCard>
  );
}
