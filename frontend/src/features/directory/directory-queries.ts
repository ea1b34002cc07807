import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type DirectorySyncState, listTenantUsers } from '@tenantry/contract/directory';
import { call } from '../../lib/api-client.ts';
import { queryKey, withinTenant } from '../../lib/query-client.ts';

const pollMs = 2000;
// The directory is read on a schedule of its own, too.
const staleMs = 30_000;

/** Whether a synchronization has not ended yet. */
export const isUnderWay = ({ status }: DirectorySyncState) => status === 'queued' || status === 'running';

/** The accounts of a tenant's directory by name, as far as they match the search. */
export const tenantUsersQuery = (id: string, search: string | undefined) => {
  const key = queryKey('tenant-users', id, { search });
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(listTenantUsers, { params: { id }, query: { search, cursor: pageParam }, tenantId: null, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: withinTenant(id),
    staleTime: staleMs,
  });
};

/** Whose directory it is, and how its synchronization stands; asked for again every two seconds while one is under way. */
export const tenantDirectoryQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('tenant-directory', id),
    queryFn: async ({ signal }) => {
      const { users: _, ...about } = await call(listTenantUsers, {
        params: { id },
        query: { limit: 1 },
        tenantId: null,
        signal,
      });
      return about;
    },
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data.sync) ? pollMs : false),
    staleTime: staleMs,
  });
