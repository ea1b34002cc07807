import { infiniteQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query';

/** Data is fresh until something says otherwise, nothing is retried or polled (specification, section 9). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Without this a call made offline waits for ever instead of saying so.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The page's one query client. */
export const queryClient = createQueryClient();

/** The key of a query: what it is about, whose it is (null: all tenants in scope), and what was asked. */
export function queryKey(
  area: string,
  tenantId: string | null,
  params: object = {},
): readonly [string, string | null, object] {
  return [area, tenantId, params];
}

/**
 * Keeps the rows on the screen while a filter changes, but never those of another tenant. Hand it to `placeholderData`.
 * @param tenantId the tenant of the query that is being made
 */
export function withinTenant(tenantId: string | null) {
  return <T>(previous: T | undefined, previousQuery: { queryKey: QueryKey } | undefined): T | undefined =>
    previousQuery !== undefined && previousQuery.queryKey[1] === tenantId ? previous : undefined;
}

type Page = { nextCursor?: string | undefined; total: number };

/**
 * Query options of a list that grows, for `useInfiniteQuery`: it follows `nextCursor`.
 * @param fetchPage makes the call for the page that begins at `cursor`
 */
export function pagedQuery<P extends Page>(
  key: readonly [string, string | null, object],
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: withinTenant(key[1]),
  });
}
