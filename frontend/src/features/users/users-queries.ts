import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import { listUsers } from '@tenantry/contract/users';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryKey, withinTenant } from '../../lib/query-client.ts';

export type UserFilters = Pick<Parsed<typeof listUsers.query>, 'search' | 'source' | 'role'>;

const retriesAtMost = 3;
const isRefused = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Everybody, as far as they match, page by page. Tried again up to three times, unless it is refused (specification, 8). */
export const usersQuery = ({ search, source, role }: UserFilters) =>
  infiniteQueryOptions({
    queryKey: queryKey('users', null, { search, source, role }),
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, { query: { search, source, role, cursor: pageParam }, tenantId: null, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: withinTenant(null),
    retry: (failures, error) => !isRefused(error) && failures < retriesAtMost,
  });
