import { queryOptions } from '@tanstack/react-query';
import { getAuthStatus } from '@tenantry/contract/connection-status';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

const pollMs = 5 * 60_000;

/** Which tenants need to be reconnected: the selected one, or all in scope (null). Polled, and asked on focus. */
export const authStatusQuery = (tenantId: string | null) =>
  queryOptions({
    queryKey: queryKey('auth-status', tenantId),
    queryFn: ({ signal }) => call(getAuthStatus, { tenantId, signal }),
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    retry: false,
  });
