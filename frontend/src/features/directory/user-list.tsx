import { PeopleRegular } from '@fluentui/react-icons/svg/people';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listTenantUsers } from '@tenantry/contract/directory';
import { useCallback } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { tenantUsersQuery } from './directory-queries.ts';
import { TenantUserTable } from './tenant-user-table.tsx';

/** The accounts of a directory, with a search over all of them. */
export function UserList({ tenantId }: { tenantId: string }) {
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

/** An error of the list: the server's words for a refusal, the specification's for a breakdown. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isTold = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const shown =
    error instanceof ApiError && !isTold
      ? new ApiError('Failed to load tenant users. Please try again.', error)
      : error;
  return <ErrorPanel title="Failed to fetch tenant users" error={shown} onRetry={onRetry} />;
}

function NoUsers({ isSearch }: { isSearch: boolean }) {
  const title = isSearch ? 'No users match your search criteria' : 'No users found for this tenant';
  return <EmptyState icon={<PeopleRegular />} title={title} />;
}
